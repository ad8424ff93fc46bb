import { expect, test } from 'vitest';
import { eq } from '#server/db/drizzle.ts';
import { coupons } from '#server/db/tables.ts';
import { cellsOf, follow, liesOver, openDesk, seeToast, signIn, toastOf } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();

test('coupons of Stripe and of the site are created, edited, turned off, deleted and ended; other staff see only those of Stripe', async () => {
  const { stripe } = stage.world;
  const page = await openDesk(stage, '/admin?tab=stripe-coupons', {
    expected: [/^400 POST .*stripe-coupons$/, /^409 POST .*\/api\/admin\/coupons$/],
  });
  await page.getByText('No coupons yet', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create coupon' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create coupon' });
  const create = dialog.getByRole('button', { name: 'Create' });
  await expect.poll(() => create.getAttribute('aria-disabled')).toBe('true');
  await dialog.getByLabel('Display name').fill('Teachers');
  await dialog.getByLabel('Amount off').fill('5');
  await dialog.getByLabel('Percent off').fill('101');
  await expect.poll(() => dialog.getByLabel('Amount off').inputValue()).toBe('');
  await expect.poll(() => create.getAttribute('aria-disabled')).toBe(null);
  await create.click();
  await dialog.getByRole('link', { name: 'Percent off must be a whole number from 1 to 100' }).waitFor();
  await dialog.getByLabel('Percent off').fill('25');
  await expect.poll(() => dialog.getByLabel('Months').count()).toBe(0);
  await dialog.getByLabel('Duration').selectOption('Repeating');
  await create.click();
  await dialog.getByRole('link', { name: 'Enter a number of months' }).waitFor();
  await dialog.getByLabel('Months').fill('3');
  await dialog.getByLabel('Max redemptions').fill('40');
  // A date with only its month must not pass as no date.
  await dialog.getByLabel('Redeem by').press('8');
  await create.click();
  await dialog.getByRole('link', { name: 'Enter a complete date, or leave this blank' }).waitFor();
  await dialog.getByLabel('Redeem by').fill('2025-08-31');
  await dialog.getByLabel('Coupon ID').fill('TEACH25');
  await create.click();
  await seeToast(page, 'Success', 'Coupon created successfully.');
  await expect
    .poll(() => cellsOf(page, 'Stripe coupons'))
    .toEqual([
      ['Teachers\nTEACH25', '25% off', '3 months', '0 of 40', 'Aug 31, 2025, 11:59 PM MDT', 'Active', ''],
    ]);
  expect(await stripe.coupons.retrieve('TEACH25')).toMatchObject({
    percent_off: 25,
    duration_in_months: 3,
    max_redemptions: 40,
    redeem_by: Date.parse('2025-08-31T24:00:00-06:00') / 1000,
    metadata: { source: 'admin', created_via: 'admin_dashboard' },
  });

  await page.getByRole('button', { name: 'Create coupon' }).click();
  await dialog.getByLabel('Display name').fill('Again');
  await dialog.getByLabel('Amount off').fill('7.5');
  await dialog.getByLabel('Coupon ID').fill('TEACH25');
  await create.click();
  await toastOf(page).getByText('Error', { exact: true }).waitFor();
  await dialog.getByRole('alert').getByText('Coupon already exists.').waitFor();
  await dialog.getByLabel('Coupon ID').fill('');
  await create.click();
  await seeToast(page, 'Success', 'Coupon created successfully.');
  const made = (await stripe.coupons.list()).data.find((one) => one.name === 'Again');
  expect(made).toMatchObject({ amount_off: 7_50, currency: 'usd', duration: 'once', redeem_by: null });

  // Somebody else deletes one first, at Stripe.
  const question = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Delete Again' }).click();
  await stripe.coupons.del(made!.id);
  await question.getByRole('button', { name: 'Delete coupon' }).click();
  await seeToast(page, 'Success', 'Coupon deleted successfully.');
  await page.getByRole('button', { name: 'Delete Again' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Delete Teachers' }).click();
  await question.getByText('Times used: 0.').waitFor();
  await question.getByRole('button', { name: 'Delete coupon' }).click();
  await seeToast(page, 'Success', 'Coupon deleted successfully.');
  await page.getByText('No coupons yet', { exact: true }).waitFor();
  expect((await stripe.coupons.list()).data).toEqual([]);

  await page.getByRole('link', { name: 'Coupons', exact: true }).click();
  await page.getByText('No coupons yet', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Stripe coupons' }).click();
  await page.waitForURL(/tab=stripe-coupons/);
  await page.getByRole('link', { name: 'Site coupons' }).click();
  await page.getByRole('heading', { name: 'Coupons', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create coupon' }).click();
  await expect.poll(() => dialog.getByLabel('Usage limit').inputValue()).toBe('100');
  await dialog.getByRole('checkbox', { name: 'Conference' }).uncheck();
  await dialog.getByLabel('Code').fill('ab');
  await dialog.getByRole('button', { name: 'Create' }).click();
  for (const fault of [
    'Code must be at least 3 characters',
    'Description is required',
    'Discount value must be greater than 0',
    'At least one event type required',
  ]) {
    await dialog.getByRole('link', { name: fault }).waitFor();
  }
  await dialog.getByLabel('Code').fill('teach5');
  await dialog.getByLabel('Description').fill('For teachers');
  await dialog.getByLabel('Discount type').selectOption('Fixed amount');
  await dialog.getByLabel('Discount value').fill('5.50');
  await dialog.getByLabel('Minimum order amount').fill('10');
  await dialog.getByLabel('Usage limit').fill('20');
  await dialog.getByLabel('Valid until').fill('2025-08-31');
  await dialog.getByRole('checkbox', { name: 'Conference' }).check();
  await dialog.getByRole('checkbox', { name: 'Both days' }).check();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await seeToast(page, 'Success', 'Coupon created successfully.');
  await expect
    .poll(() => cellsOf(page, 'Coupons'))
    .toEqual([
      [
        'TEACH5\nFor teachers',
        '$5.50, orders of $10.00 or more',
        'Conference, Both days',
        '0 of 20',
        'Aug 31, 2025, 11:59 PM MDT',
        'Active',
        expect.anything(),
      ],
    ]);

  await page.getByRole('button', { name: 'Create coupon' }).click();
  await dialog.getByLabel('Code').fill('Teach5');
  await dialog.getByLabel('Description').fill('Once more');
  await dialog.getByLabel('Discount value').fill('5');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await seeToast(page, 'Error', 'A coupon with this code already exists.');
  await dialog.getByRole('alert').getByText('A coupon with this code already exists.').waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => liesOver(page, dialog)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByLabel('Code').fill('UNUSED');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = (code: string) =>
    page.getByRole('table', { name: 'Coupons' }).getByRole('row').filter({ hasText: code });
  // An unused one is deleted.
  await row('UNUSED').getByRole('button', { name: 'Delete UNUSED' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete coupon' }).click();
  await seeToast(page, 'Success', 'Coupon deleted successfully.');
  await row('UNUSED').waitFor({ state: 'detached' });

  // The other, used once, is turned off, edited, and ended.
  await stage.world.database.db.update(coupons).set({ usageCount: 1 }).where(eq(coupons.code, 'TEACH5'));
  await row('TEACH5').getByRole('switch', { name: 'TEACH5 can be used' }).click();
  await seeToast(page, 'Success', 'TEACH5 is inactive.');
  await row('TEACH5').getByRole('cell', { name: 'Inactive' }).waitFor();
  await row('TEACH5').getByRole('cell', { name: '1 of 20' }).waitFor();
  await row('TEACH5').getByRole('button', { name: 'Edit TEACH5' }).click();
  const editor = page.getByRole('dialog', { name: 'Edit TEACH5' });
  await editor.getByText('Blank means no limit. 1 used, 0 held.').waitFor();
  await editor.getByLabel('Description').fill('For friends of the house');
  await editor.getByLabel('Usage limit').fill('8');
  await editor.getByLabel('Valid until').fill('2025-08-15');
  await editor.getByRole('switch', { name: 'Can be used' }).check();
  await editor.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Success', 'TEACH5 saved.');
  await editor.waitFor({ state: 'detached' });
  await row('TEACH5').getByText('For friends of the house').waitFor();
  expect((await row('TEACH5').getByRole('cell').allInnerTexts()).slice(0, 6)).toEqual([
    'TEACH5\nFor friends of the house',
    '$5.50, orders of $10.00 or more',
    'Conference, Both days',
    '1 of 8',
    'Aug 15, 2025, 11:59 PM MDT',
    'Active',
  ]);
  await row('TEACH5').getByRole('button', { name: 'End TEACH5' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End coupon' }).click();
  await seeToast(page, 'Success', 'TEACH5 has ended.');
  await row('TEACH5').getByRole('cell', { name: 'Inactive' }).waitFor();

  // Other staff don't see the site's coupons, and are redirected.
  await signIn(page, stage.world, 'desk@example.org');
  await page.goto(`${stage.world.siteUrl}/admin?tab=stripe-coupons`);
  await page.getByRole('link', { name: 'Speakers', exact: true }).waitFor();
  await page.getByRole('button', { name: 'Create coupon' }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: /^(Site coupons|Coupons)$/ }).count()).toBe(0);
  await follow(page, '/admin/coupons');
  await page.waitForURL(`${stage.world.siteUrl}/`);
});

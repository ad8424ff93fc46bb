import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { openDesk, seeToast, stripeOf } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const TOLD = 'Someone else has changed this in the meantime. Please review it and try again.';

/** The same desk before two people, who open the same thing before either saves. */
async function openForTwo(path: string, expected: RegExp, open: (page: Page) => Promise<void>) {
  const mine = await openDesk(stage, path, { expected: [expected] });
  const theirs = await openDesk(stage, path, { as: 'maria.lopez@example.org' });
  for (const page of [mine, theirs]) await open(page);
  return [mine, theirs] as const;
}

describe('two people change the same thing: the later one is told, and nothing is overwritten', () => {
  test('an email template: the typed text stays, and either text can be kept', async () => {
    const [mine, theirs] = await openForTwo('/admin?tab=email-templates', /^409 POST /, (page) =>
      page.getByRole('button', { name: 'Edit Ticket', exact: true }).click(),
    );
    const save = async (page: Page, subject: string) => {
      await page.getByLabel('Subject', { exact: true }).fill(subject);
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    };
    await save(theirs, 'Theirs');
    await seeToast(theirs, 'Template Saved', 'From now on mails go out like this.');
    await save(mine, 'Mine');
    await seeToast(mine, 'Template Not Saved', TOLD);
    const dialog = mine.getByRole('dialog', { name: 'Ticket' });
    await dialog.getByText('Somebody else has saved this template in the meantime').waitFor();
    expect(await dialog.getByLabel('Subject', { exact: true }).inputValue()).toBe('Mine');
    await dialog.getByRole('button', { name: 'Take theirs' }).click();
    expect(await dialog.getByLabel('Subject', { exact: true }).inputValue()).toBe('Theirs');
    await save(mine, 'Both');
    await seeToast(mine, 'Template Saved', 'From now on mails go out like this.');
  });

  test('a coupon that the other one has deleted', async () => {
    await stripeOf(stage.world).coupons.create({ name: 'Twice', percent_off: 10, duration: 'once' });
    const [mine, theirs] = await openForTwo('/admin?tab=stripe-coupons', /^400 DELETE /, (page) =>
      page.getByRole('button', { name: 'Delete Twice' }).click(),
    );
    for (const page of [theirs, mine]) {
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete coupon' }).click();
      if (page === theirs) await seeToast(page, 'Success', 'Coupon deleted successfully.');
    }
    await mine
      .getByRole('alertdialog')
      .getByRole('alert')
      .getByText(/^No such coupon/)
      .waitFor();
    await mine.getByRole('button', { name: 'Cancel' }).click();
    await mine.getByText('No coupons yet', { exact: true }).waitFor();
  });
});

import { expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { stripeOf } from './desk.ts';
import { mailTo } from './mail.ts';
import { setStage } from './stage.ts';

const stage = setStage();

test('a buyer of ten cancels two seats of the order: the money is refunded, and the codes stop working', async () => {
  const { order, registrations } = await buy(stage.world, teamOfTen());
  const page = await stage.browser.open();
  await page.goto(`${stage.world.siteUrl}/confirmation/${order.transactionId}`);
  await page.getByRole('link', { name: 'Cancel seats' }).click();
  // Via the team's page, which links here, too.
  await page.getByRole('link', { name: 'See your team' }).click();
  await page.getByRole('heading', { name: '10 seats: 3 named, 7 free' }).waitFor();
  await page.getByRole('link', { name: 'Cancel seats' }).click();
  await page.getByRole('heading', { level: 1, name: 'Cancel seats' }).waitFor();
  await page.getByText('Cancel by September 5 and get 100% back, by September 12 and get 50%').waitFor();
  const button = page.getByRole('button', { name: /^Cancel (seats$|\d)/ });
  expect(await button.getAttribute('aria-disabled')).toBe('true');

  await page.getByRole('checkbox', { name: 'Ada Sample' }).check();
  const preview = page.getByRole('status').filter({ hasText: 'You get back' });
  await preview.getByText('You get back: $20.00').waitFor();
  await page.getByRole('checkbox', { name: 'Seat 10' }).focus();
  await page.keyboard.press('Space');
  await preview.getByText('You get back: $40.00').waitFor();
  await page.getByText('8 of 10').waitFor();
  await page
    .getByText(
      'This ticket stops working once the payment provider confirms the refund; until then it is valid.',
    )
    .waitFor();

  await page.getByRole('button', { name: 'Cancel 2 seats and get $40.00 back' }).click();
  const asked = page.getByRole('alertdialog', { name: 'Cancel these 2 seats?' });
  await asked
    .getByText('$40.00 goes back to the card or account that you paid with. 1 ticket ends.')
    .waitFor();
  await asked.getByRole('button', { name: 'Cancel 2 seats and get $40.00 back' }).click();
  const result = page
    .getByRole('status')
    .filter({ hasText: '2 seats are canceled, and $40.00 goes back to you' });
  await result.waitFor();
  await asked.waitFor({ state: 'detached' });
  await expect.poll(() => result.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await page.getByRole('checkbox').count()).toBe(8);
  expect(await page.getByRole('checkbox', { name: 'Ada Sample' }).count()).toBe(0);

  const returned = await stripeOf(stage.world).refunds.list({ limit: 10 });
  expect(returned.data.map(({ amount, status }) => [amount, status])).toEqual([[40_00, 'succeeded']]);
  const staff = await stage.world.staff();
  const verdictOn = async (name: string) => {
    const { qrCodeData } = registrations.find(({ firstName }) => firstName === name)!;
    return (await (await staff.post('/api/admin/validate-qr', { qrToken: qrCodeData })).json()).valid;
  };
  expect([await verdictOn('Ada'), await verdictOn('Bo')]).toEqual([false, true]);
  const [toAda] = await mailTo(stage.world.sandbox.url, 'ada@example.org', 1);
  expect(toAda!.text).toContain('was canceled. Its code no longer works at the door.');

  await page.getByRole('link', { name: 'Back to your order' }).click();
  await page.getByText('Part of the amount was refunded').waitFor();
  expect(await page.getByText('Ada Sample').count()).toBe(0);
});

test('a single ticket is canceled after the last day: no refund, and the order says so', async () => {
  const { order } = await buy(stage.world, checkout({ email: 'solo@example.org' }));
  stage.world.moveClock('2025-09-15T16:00:00Z');
  const page = await stage.browser.open({ expected: [/^409 POST .*\/cancel$/] });
  await page.goto(`${stage.world.siteUrl}/cancel/${order.transactionId}`);
  await page.getByRole('checkbox', { name: 'Seat 1' }).check();
  await page.getByText('No money is returned. The last day for a refund was September 12, 2025.').waitFor();
  await page.getByText('This ticket stops working at once.').waitFor();
  await page.getByRole('button', { name: 'Cancel 1 seat', exact: true }).click();
  const asked = page.getByRole('alertdialog', { name: 'Cancel this seat?' });
  // Meanwhile the clock is set back, so the seat returns money again.
  stage.world.moveClock('2025-07-15T16:00:00Z');
  await asked.getByRole('button', { name: 'Cancel 1 seat' }).click();
  await asked
    .getByText('The refund for these seats is now $20.00 instead of $0.00. Nothing was canceled')
    .waitFor();
  await asked.getByRole('button', { name: 'Cancel 1 seat and get $20.00 back' }).waitFor();
  stage.world.moveClock('2025-09-15T16:00:00Z');
  await asked.getByRole('button', { name: 'Keep them' }).click();
  await page.reload();
  await page.getByRole('checkbox', { name: 'Seat 1' }).check();
  await page.getByRole('button', { name: 'Cancel 1 seat', exact: true }).click();
  await asked.getByRole('button', { name: 'Cancel 1 seat' }).click();
  await page.getByText('The seat is canceled').waitFor();
  const [mail] = await mailTo(stage.world.sandbox.url, 'solo@example.org', 1);
  expect(mail!.subject).toContain('Your seat is canceled');
  await page.getByRole('link', { name: 'Back to your order' }).click();
  await page.getByText('All seats of this order were canceled').waitFor();
});

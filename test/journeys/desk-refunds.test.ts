import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { and, eq } from '#server/db/drizzle.ts';
import { orders, paymentCases, refunds } from '#server/db/tables.ts';
import { type Bought, buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { addCoupon } from '../add-coupon.ts';
import { follow, openDesk, seeToast } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
let single: Bought;
let team: Bought;
let page: Page;

beforeAll(async () => {
  const { db } = stage.world.database;
  team = await buy(stage.world, teamOfTen({ firstName: 'Max', lastName: 'Beta', email: 'max@example.org' }));
  single = await buy(stage.world, checkout({ email: 'zoe@example.org', firstName: 'Zoe' }));
  const { id } = single.order;
  await db.update(orders).set({ paymentStatus: 'review' }).where(eq(orders.id, id));
  const details = { refundId: 'one', amount: 500 };
  await db.insert(paymentCases).values([
    { kind: 'refund_failed', subject: `refund of ${id}`, orderId: id, details, openedAt: new Date() },
    // Not about a silent provider, because the next minute's check would close that case.
    {
      ...{ kind: 'payment_without_order', subject: 'pi_1', orderId: null, openedAt: new Date() },
      details: { provider: 'stripe', orderId: 77, captured: 1_500 },
    },
  ]);
  page = await openDesk(stage, '/admin?tab=orders', {
    withClock: true,
    expected: [
      /^409 POST .*(resolve|refund)$/,
      /^502 GET .*payment-cases$/,
      /^net::ERR_FAILED (POST|GET) .*\/refunds?$/,
    ],
  });
});

const drawer = () => page.getByRole('dialog', { name: /^Order DSS/ });
const question = () => page.getByRole('alertdialog');

async function openRefunds(name: string) {
  await follow(page, `/admin?tab=orders&q=${name}`);
  await page.getByRole('button', { name: new RegExp(`^View Details of ${name}`) }).click();
  return drawer().getByRole('region', { name: 'Refunds' });
}

test('payment cases are decided, alone or together, and deleting a paid order or its last person asks about the payment', async () => {
  const { db } = stage.world.database;
  const { id, registrationNumber } = single.order;
  // Cases are listed above the orders, with order and reason, until they are decided.
  await page.getByText('2 cases need a decision').waitFor();
  const failed = page.getByRole('listitem').filter({ hasText: 'A refund did not reach the buyer' });
  await failed.getByText('The refund of $5.00 came back: the card or account did not accept it.').waitFor();
  await failed.getByText(/Zoe Sample · zoe@example.org/).waitFor();
  // The first decision is the safe one.
  expect(
    (await failed.getByRole('button').allInnerTexts()).map((text) => text.split(':')[0]!.trim()),
  ).toEqual([registrationNumber, 'Dismiss', 'Accept', 'Refund']);
  await failed.getByRole('button', { name: registrationNumber }).click();
  const opened = page.getByRole('dialog', { name: `Order ${registrationNumber}` });
  await opened.getByText('zoe@example.org').first().waitFor();
  await opened.getByRole('button', { name: 'Refund…' }).waitFor();
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });

  await failed.getByRole('button', { name: /^Accept/ }).click();
  await question()
    .getByText('Tickets that the refund canceled will be valid again, if there are seats for them.')
    .waitFor();
  // Somebody else was faster.
  await db.update(orders).set({ paymentStatus: 'completed' }).where(eq(orders.id, id));
  const { promise: isAsked, resolve: refresh } = Promise.withResolvers<void>();
  await page.route('**/api/admin/payment-cases', async (route) => {
    await isAsked;
    await route.fallback();
  });
  await question().getByRole('button', { name: 'Accept' }).click();
  const refusal =
    'This case has no order under review, so there is nothing to accept or refund. Reload the list.';
  await seeToast(page, 'Not Resolved', refusal);
  await question().getByRole('alert').getByText(refusal).waitFor();
  await question().getByRole('button', { name: 'Cancel' }).click();
  await failed.getByRole('button', { name: /^Refund/ }).click();
  // The open question follows the list.
  await question().getByText('$20.00 will be refunded to the buyer.').waitFor();
  refresh();
  await question().getByText('$5.00 will be refunded to the buyer. The order keeps its tickets.').waitFor();
  await question().getByLabel('Note').fill('She has a new card.');
  await question().getByRole('button', { name: 'Refund' }).click();
  await seeToast(page, 'Case Resolved', 'A refund did not reach the buyer');
  await page.getByText('1 case needs a decision').waitFor();
  const strange = page.getByRole('listitem').filter({ hasText: 'A payment has no order' });
  await strange
    .getByText(
      'Stripe captured $15.00 for DSS000077, an order this site doesn’t have. Look up pi_1 in Stripe.',
    )
    .waitFor();
  // There is no order to accept or refund.
  await expect
    .poll(() => strange.getByRole('button').allInnerTexts())
    .toEqual([expect.stringMatching(/^Dismiss/)]);
  await strange.getByRole('button').click();
  const note = question().getByLabel('Note');
  await note.fill('Asked Stripe.');
  // The list is read every 30 s. Neither a failure nor a colleague's decision takes the note away.
  await page.route('**/api/admin/payment-cases', (route) =>
    route.fulfill({ status: 502, body: 'Bad gateway' }),
  );
  await page.clock.fastForward(30_000);
  await page.getByText('The payment cases may be out of date').waitFor();
  await expect.poll(() => note.inputValue()).toBe('Asked Stripe.');
  await page.unrouteAll();
  const colleague = await stage.world.staff('maria.lopez@example.org');
  const [open] = await (await colleague.get('/api/admin/payment-cases')).json();
  await colleague.post(`/api/admin/payment-cases/${open.id}/resolve`, { decision: 'dismiss', note: '' });
  await page.clock.fastForward(30_000);
  await page.getByText('a decision').waitFor({ state: 'detached' });
  await question().getByRole('button', { name: 'Dismiss' }).click();
  await question()
    .getByRole('alert')
    .getByText('Someone else has changed this in the meantime. Please review it and try again.')
    .waitFor();
  await expect.poll(() => note.inputValue()).toBe('Asked Stripe.');
  await page.keyboard.press('Escape');
  await question().getByText('Discard your changes?').waitFor();
  await question().getByRole('button', { name: 'Keep editing' }).click();
  await expect.poll(() => note.inputValue()).toBe('Asked Stripe.');
  await question().getByRole('button', { name: 'Cancel' }).click();
  await question().getByRole('button', { name: 'Discard changes' }).click();
  await question().waitFor({ state: 'detached' });
  await page.getByText('Resolved cases (2)').click();
  const settled = page.getByRole('list', { name: 'Resolved cases' }).getByRole('listitem');
  const refunded = settled.filter({ hasText: 'A refund did not reach the buyer' });
  await refunded.getByText('“She has a new card.”').waitFor();
  await settled
    .first()
    .getByText(/^Dismissed by maria.lopez@example.org/)
    .waitFor();
  // The order shows the refund when it is opened again.
  await refunded.getByRole('button', { name: registrationNumber }).click();
  await opened.getByRole('region', { name: 'Refunds' }).getByText('$5.00').waitFor();
  await page.keyboard.press('Escape');
  await opened.waitFor({ state: 'detached' });

  const staff = await stage.world.staff();
  const { qrCodeData } = single.registrations[0]!;
  await staff.post('/api/admin/check-in', { qrToken: qrCodeData, method: 'qr_scan' });
  await page.getByRole('button', { name: /^Delete Zoe/ }).click();
  await question()
    .getByText(
      '$20.00 was paid, and $5.00 of it was refunded or is on its way. Deleting the order does not refund it. Refund first if you need to.',
    )
    .waitFor();
  await question()
    .getByText('One attendee will be deleted. No one is notified by email. Already checked in: 1.')
    .waitFor();
  await question().getByRole('button', { name: 'Cancel' }).click();
  await question().waitFor({ state: 'detached' });

  await follow(page, '/admin?tab=registrations&q=zoe');
  await page.getByRole('button', { name: 'Delete Zoe Sample' }).click();
  const deletion = page.getByRole('alertdialog', { name: 'Delete Zoe Sample’s registration?' });
  await deletion.getByText(`No one else is left in order ${registrationNumber}.`).waitFor();
  await expect.poll(() => deletion.getByRole('radio', { name: 'Keep the payment' }).isChecked()).toBe(true);
  await deletion.getByRole('radio', { name: 'Refund $15.00' }).check();
  await deletion.getByRole('button', { name: 'Refund and delete' }).click();
  await seeToast(page, 'Registration Deleted', 'Registration has been deleted successfully.');
  const rows = await db
    .select({ amount: refunds.amount, by: refunds.requestedBy })
    .from(refunds)
    .where(eq(refunds.orderId, id))
    .orderBy(refunds.amount);
  expect(rows).toEqual([
    { amount: 500, by: 'admin@example.org' },
    { amount: 1_500, by: 'admin@example.org' },
  ]);
});

test('people and free seats of a team are refunded, then the rest, although a response is lost; seats of a free order are canceled; a late refund appears', async () => {
  const { db } = stage.world.database;
  const section = await openRefunds('Max');
  await section.getByRole('button', { name: 'Refund…' }).click();
  const amount = section.getByLabel('Amount');
  await expect.poll(() => amount.inputValue()).toBe('200.00');
  await section.getByRole('checkbox', { name: 'Ada Sample' }).check();
  await expect.poll(() => amount.inputValue()).toBe('20.00');
  // Somebody who is removed meanwhile leaves the form, too.
  const bo = section.getByRole('checkbox', { name: 'Bo Sample' });
  await bo.check();
  await drawer().getByRole('button', { name: 'Remove Bo Sample' }).click();
  await question().getByRole('button', { name: 'Remove attendee' }).click();
  await section.getByText('How many of 7 to refund.').waitFor();
  expect(await bo.count()).toBe(0);
  const unnamed = section.getByLabel('Seats without a name');
  await unnamed.fill('8');
  await amount.fill('200.01');
  await section.getByRole('button', { name: 'Refund', exact: true }).click();
  await section.getByRole('link', { name: 'Enter an amount from $0.00 to $200.00' }).waitFor();
  await section.getByRole('link', { name: 'Enter a number from 0 to 7' }).waitFor();
  await unnamed.fill('2');
  await expect.poll(() => amount.inputValue()).toBe('60.00');
  await section.getByLabel('Note').fill('Ill');
  await section.getByRole('button', { name: 'Refund', exact: true }).click();
  const asked = page.getByRole('alertdialog', { name: 'Refund $60.00?' });
  await asked
    .getByText(
      /max@example.org, who will be notified by email. The ticket of Ada Sample will be canceled. 2 seats without a name will be released. This cannot be undone/,
    )
    .waitFor();
  await asked.getByRole('button', { name: 'Refund $60.00' }).click();
  await seeToast(page, 'Refund Requested', '$60.00 will be refunded to the buyer.');
  await section.getByRole('listitem').filter({ hasText: '$60.00' }).getByText('Ill').waitFor();
  await drawer().getByText('2 of 7 named').waitFor();

  // The response to a refund is lost, and the refunds can't be read, either: the form stays.
  const ask = async (dollars: string) => {
    await amount.fill(dollars);
    await section.getByRole('button', { name: 'Refund', exact: true }).click();
    await question()
      .getByRole('button', { name: `Refund $${dollars}` })
      .click();
  };
  let reading: 'held' | 'lost' | 'read' = 'held';
  const held = Promise.withResolvers<void>();
  await page.route(/\/refund$/, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.route(/\/refunds$/, async (route) => {
    if (reading === 'held') await held.promise;
    await (reading === 'read' ? route.continue() : route.abort());
  });
  await section.getByRole('button', { name: 'Refund…' }).click();
  await expect.poll(() => amount.inputValue()).toBe('140.00');
  await ask('20.00');
  await seeToast(
    page,
    'Refund Not Confirmed',
    'The server cannot be reached. Check your connection and try again. The refund may have been made. Trying again won’t make a second refund.',
  );
  await question().getByRole('button', { name: 'Cancel' }).click();
  // While they are being read, the form is closed and opened again: the same refund is still made once.
  await section.getByRole('button', { name: 'Cancel' }).click();
  await section.getByRole('button', { name: 'Refund…' }).click();
  await ask('20.00');
  await question().getByText('The server cannot be reached.').waitFor();
  await question().getByRole('button', { name: 'Cancel' }).click();
  reading = 'lost';
  held.resolve();
  await section.getByText('The refunds may be out of date').waitFor();
  await expect.poll(() => amount.inputValue()).toBe('20.00');
  reading = 'read';
  await page.unroute(/\/refund$/);
  // It was made: another amount is refused once, with the reason.
  await ask('80.00');
  await seeToast(
    page,
    'Refund Failed',
    'An earlier attempt went through with a different amount or different seats. Please review the order before you try again.',
  );
  await question().getByRole('button', { name: 'Cancel' }).click();
  await section.getByRole('listitem').filter({ hasText: '$20.00' }).waitFor();
  await ask('80.00');
  await seeToast(page, 'Refund Requested', '$80.00 will be refunded to the buyer.');

  await section.getByRole('button', { name: 'Refund…' }).click();
  await expect.poll(() => amount.inputValue()).toBe('40.00');
  await section
    .getByText('This is a full refund: all tickets in this order will be canceled and its seats released.')
    .waitFor();
  await section.getByRole('button', { name: 'Refund', exact: true }).click();
  // A colleague is faster: what is left is read again, and what was typed stays.
  const colleague = await stage.world.staff('maria.lopez@example.org');
  const theirs = { refundId: randomUUID(), amount: 10_00 };
  const made = await colleague.post(`/api/admin/orders/${team.order.id}/refund`, theirs);
  expect(made.status).toBe(200);
  await question().getByRole('button', { name: 'Refund $40.00' }).click();
  const overtaken = 'Someone else has changed this in the meantime. Please review it and try again.';
  await seeToast(page, 'Refund Failed', overtaken);
  await question().getByRole('alert').getByText(overtaken).waitFor();
  await question().getByRole('button', { name: 'Cancel' }).click();
  await section.getByText('At most $30.00.').waitFor();
  await expect.poll(() => amount.inputValue()).toBe('40.00');
  await ask('30.00');
  await drawer().getByText('refunded', { exact: true }).waitFor();
  // The order keeps its history, and shows the payment before it is deleted.
  await drawer().getByRole('region', { name: 'Attendees' }).getByText('No seats').waitFor();
  expect(
    await drawer()
      .getByText(/ of 0 named|Complete$|no registration/)
      .count(),
  ).toBe(0);
  const history = drawer().getByRole('region', { name: 'History' });
  const refunded = history.getByRole('listitem').filter({ hasText: 'Refunded $30.00' });
  await history.getByText('Paid $200.00 by card', { exact: true }).waitFor();
  await expect.poll(() => history.getByText('127.0.0.1').count()).toBe(0);
  await refunded.getByRole('button').press('Enter');
  await refunded.getByText('from 127.0.0.1').waitFor();
  await drawer().getByRole('button', { name: 'Close' }).click();
  await drawer().waitFor({ state: 'detached' });
  const row = page.getByRole('row').filter({ hasText: 'max@example.org' });
  await row.getByText('No seats').waitFor();
  await row.getByRole('button', { name: /^Delete Max Beta/ }).click();
  await question().getByText('$200.00 was paid, and $200.00 of it was refunded or is on its way.').waitFor();
  await expect.poll(() => question().getByText('Deleting the order does not refund it').count()).toBe(0);
  await question().getByRole('button', { name: 'Cancel' }).click();
  await question().waitFor({ state: 'detached' });

  await addCoupon(stage.world, { code: 'GUESTS', discountValue: 100 });
  const teamMembers = [
    { firstName: 'Hal', lastName: 'Guest', email: 'hal@example.org', track: 'caregivers' },
  ];
  const free = { couponCode: 'GUESTS', finalAmount: 0, teamMembers };
  await buy(stage.world, teamOfTen({ ...free, firstName: 'Gia', email: 'gia@example.org' }));
  const seats = await openRefunds('Gia');
  await seats.getByRole('button', { name: 'Cancel seats…' }).click();
  await seats.getByRole('checkbox', { name: 'Hal Guest' }).check();
  await seats.getByLabel('Seats without a name').fill('3');
  await seats.getByText('There is no refund. The order was free.').waitFor();
  await seats.getByText('6 of 10').waitFor();
  await expect.poll(() => seats.getByLabel('Amount').count()).toBe(0);
  await seats.getByRole('button', { name: 'Cancel seats', exact: true }).click();
  const cancellation = page.getByRole('alertdialog', { name: 'Cancel without a refund?' });
  await cancellation
    .getByText(/The ticket of Hal Guest will be canceled. 3 seats without a name will be released./)
    .waitFor();
  await cancellation.getByRole('button', { name: 'Cancel the seats' }).click();
  await seeToast(page, 'Seats Canceled', 'There is no refund. The buyer is notified by email.');
  await drawer().getByText('1 of 6 named').waitFor();
  await drawer().getByText('Canceled 4 seats without a refund').waitFor();
  await page.keyboard.press('Escape');
  await drawer().waitFor({ state: 'detached' });

  // An order refreshes when its refund is paid out while the desk reads it.
  const body = { ...checkout({ email: 'ida@example.org', firstName: 'Ida' }), provider: 'square' };
  const late = (await buy(stage.world, body)).order.id;
  const refund = await openRefunds('Ida');
  await refund.getByRole('button', { name: 'Refund…' }).click();
  // The order is read before the provider pays out, and its refunds after.
  let isRead = () => {};
  const orderRead = new Promise<void>((resolve) => {
    isRead = resolve;
  });
  await page.route(`**/api/admin/orders/${late}`, async (route) => {
    await route.continue();
    isRead();
  });
  await page.route(`**/api/admin/orders/${late}/refunds`, async (route) => {
    await orderRead;
    stage.world.sandbox.square.faults.clear();
    await expect
      .poll(() => db.$count(refunds, and(eq(refunds.orderId, late), eq(refunds.state, 'succeeded'))), {
        timeout: 10_000,
      })
      .toBe(1);
    await route.continue();
  });
  stage.world.sandbox.square.faults.set({ holdRefunds: true });
  await refund.getByRole('button', { name: 'Refund', exact: true }).click();
  await question().getByRole('button', { name: 'Refund $20.00' }).click();
  await refund.getByText('Paid out').waitFor();
  await drawer().getByText('refunded', { exact: true }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

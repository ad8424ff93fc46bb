import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PaymentCase } from '#contract/refunds.ts';
import { buy as buyPaid } from '#test/buy.ts';
import { eventually } from '#test/eventually.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, setTicketMails, type World } from '#test/world.ts';
import { and, eq, sql } from '../../db/drizzle.ts';
import { mails, orders, refunds } from '../../db/tables.ts';
import { sendMail } from '../../orders/mails/send-mail.ts';
import { openCase } from './open-case.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff();
});
afterAll(() => world.stop());

const buy = async (body: unknown) => (await buyPaid(world, body)).order.id;

const list = async (): Promise<PaymentCase[]> => (await staff.get('/api/admin/payment-cases')).json();

test('a case shows its order and the possible decisions, later who decided what and why', async () => {
  const id = await buy(checkout({ email: 'jane@example.org' }));
  const ctx = world.context();
  await openCase(ctx.db, ctx, {
    kind: 'dispute_lost',
    subject: 'du_1',
    orderId: id,
    details: { amount: 20_00 },
  });
  await openCase(ctx.db, ctx, { kind: 'refund_failed', subject: 'gone', orderId: 4_711 });
  const [gone, open] = await list();
  expect(open).toMatchObject({
    kind: 'dispute_lost',
    order: { buyer: 'Jane Sample', email: 'jane@example.org', total: 20_00 },
    decisions: ['dismiss', 'refund'],
    decision: null,
    note: null,
  });
  expect([gone!.order, gone!.orderId, gone!.decisions]).toEqual([null, 4_711, ['dismiss']]);

  const body = { decision: 'dismiss', note: 'The bank: phoned.\nIt stays.' };
  expect((await staff.post(`/api/admin/payment-cases/${open!.id}/resolve`, body)).status).toBe(200);
  await staff.post(`/api/admin/payment-cases/${gone!.id}/resolve`, { decision: 'dismiss' });
  const settled = await list();
  expect(settled.find((one) => one.id === open!.id)).toMatchObject({
    decisions: [],
    decision: 'dismiss',
    note: 'The bank: phoned.\nIt stays.',
    resolvedBy: 'admin@example.org',
    order: { buyer: 'Jane Sample' },
  });
  expect(settled.find((one) => one.id === gone!.id)).toMatchObject({ decision: 'dismiss', note: null });
});

test('a case is decided once, and open cases are listed first', async () => {
  const id = await buy(checkout({ email: 'once@example.org' }));
  const ctx = world.context();
  const about = (subject: string) => ({ kind: 'dispute_lost', subject, orderId: id }) as const;
  await openCase(ctx.db, ctx, about('stays open'));
  await openCase(ctx.db, ctx, about('decided'));
  const decided = (await list()).find(({ subject }) => subject === 'decided')!;
  const resolve = (decision: string) =>
    staff.post(`/api/admin/payment-cases/${decided.id}/resolve`, {
      ...{ decision, amount: 20_00, isWhole: true, seats: 0 },
    });
  expect((await resolve('dismiss')).status).toBe(200);
  for (const decision of ['dismiss', 'refund']) {
    const again = await resolve(decision);
    expect([again.status, (await again.json()).code]).toEqual([409, 'changed_meanwhile']);
  }
  expect(await ctx.db.$count(refunds, eq(refunds.orderId, id))).toBe(0);
  const standing = (await list()).map(({ resolvedAt }) => resolvedAt !== null);
  expect(standing).toEqual(standing.toSorted());
});

test.each(['provider_silent', 'capacity_drift'] as const)(
  'a case that closes by itself takes no decision: %s (R-ORDER-5)',
  async (kind) => {
    const ctx = world.context();
    const orderId = kind === 'provider_silent' ? await buy(checkout()) : null;
    await openCase(ctx.db, ctx, { kind, subject: 'waits', orderId });
    const found = (await list()).find((one) => one.kind === kind)!;
    for (const decision of ['dismiss', 'accept', 'refund']) {
      const body = { decision, amount: 20_00, isWhole: true, seats: 0 };
      const refused = await staff.post(`/api/admin/payment-cases/${found.id}/resolve`, body);
      expect((await refused.json()).code).toBe('case_closes_itself');
    }
    expect((await list()).find(({ id }) => id === found.id)).toMatchObject({
      resolvedAt: null,
      refund: null,
    });
  },
);

test('two staff who refund a part for the same case at once refund it once', async () => {
  const id = await buy(teamOfTen());
  const ctx = world.context();
  const details = { amount: 20_00 };
  await openCase(ctx.db, ctx, { kind: 'seat_returned', subject: 'seat', orderId: id, details });
  const { id: caseId } = (await list()).find(({ subject }) => subject === 'seat')!;
  const path = `/api/admin/payment-cases/${caseId}/resolve`;
  const responses = await Promise.all(
    [1, 2].map(() => staff.post(path, { decision: 'refund', amount: 20_00, isWhole: false, seats: 1 })),
  );
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const made = await ctx.db.select().from(refunds).where(eq(refunds.orderId, id));
  expect(made.map(({ amount, seats, state }) => [amount, seats, state])).toEqual([[20_00, 1, 'succeeded']]);
});

test('a disputed or fully refunded payment offers no refund', async () => {
  const id = await buy(checkout());
  const ctx = world.context();
  await openCase(ctx.db, ctx, { kind: 'dispute_lost', subject: 'one', orderId: id });
  const decisions = async () => (await list()).find((one) => one.subject === 'one')!.decisions;
  expect(await decisions()).toEqual(['dismiss', 'refund']);
  await ctx.db.update(orders).set({ disputedAt: ctx.now }).where(eq(orders.id, id));
  expect(await decisions()).toEqual(['dismiss']);
  await ctx.db.update(orders).set({ disputedAt: null }).where(eq(orders.id, id));
  await staff.post(`/api/admin/orders/${id}/refund`, { refundId: randomUUID(), amount: 20_00 });
  expect(await decisions()).toEqual(['dismiss']);
});

test('a fully refunded order has no missing attendees, in the list and in its details', async () => {
  const id = await buy(teamOfTen({ email: 'max@example.org' }));
  const statusOf = async () => {
    const listed = await (await staff.get('/api/admin/orders?search=max@example.org')).json();
    const { order } = await (await staff.get(`/api/admin/orders/${id}`)).json();
    return [listed[0].attendeeDataStatus, order.attendeeDataStatus];
  };
  expect(await statusOf()).toEqual(['partial', 'partial']);
  await staff.post(`/api/admin/orders/${id}/refund`, { refundId: randomUUID(), amount: 200_00 });
  await expect
    .poll(async () => (await (await staff.get(`/api/admin/orders/${id}`)).json()).order.paymentStatus)
    .toBe('refunded');
  expect(await statusOf()).toEqual(['complete', 'complete']);
  const needed = await (
    await staff.get('/api/admin/orders?attendeeStatus=partial&search=max@example.org')
  ).json();
  expect(needed).toEqual([]);
});

/** A job that is just ending would drop its successor until the next minute's run. */
async function tryInVain(mailId: string): Promise<void> {
  const ctx = world.context();
  await sendMail(ctx, mailId);
  await ctx.db.execute(sql`DELETE FROM jobs.job WHERE name = 'send-mail'`);
}

test('somebody whom staff name while the order is under review gets the ticket once the case is accepted', async () => {
  await setTicketMails(world.database, true);
  const id = await buy(teamOfTen());
  const ctx = world.context();
  await ctx.db.update(orders).set({ paymentStatus: 'review' }).where(eq(orders.id, id));
  await openCase(ctx.db, ctx, { kind: 'refund_failed', subject: 'reviewed', orderId: id });
  const [, ada] = await (await staff.get(`/api/admin/orders/${id}/attendees`)).json();
  const seen = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: 'professionals' };
  const cy = { firstName: 'Cy', lastName: 'Okafor', email: 'cy@example.org', track: 'caregivers' };
  expect((await staff.post(`/api/admin/registrations/${ada.id}`, { ...cy, seen })).status).toBe(200);
  const ticket = async () => {
    const [mail] = await ctx.db
      .select()
      .from(mails)
      .where(and(eq(mails.orderId, id), eq(mails.recipient, 'cy@example.org')));
    return mail!;
  };
  await tryInVain((await ticket()).id);
  expect(await ticket()).toMatchObject({ sentAt: null, failure: 'The order is under review.' });

  const { id: caseId } = (await list()).find(({ subject }) => subject === 'reviewed')!;
  const path = `/api/admin/payment-cases/${caseId}/resolve`;
  expect((await staff.post(path, { decision: 'accept' })).status).toBe(200);
  await eventually(async () => expect((await ticket()).sentAt).not.toBeNull());
});

test('a buyer whose address staff correct while the order is under review gets the confirmation once the case is accepted', async () => {
  await setTicketMails(world.database, true);
  const id = await buy(checkout({ email: 'jane@example.org' }));
  const ctx = world.context();
  await ctx.db.update(orders).set({ paymentStatus: 'review' }).where(eq(orders.id, id));
  await openCase(ctx.db, ctx, { kind: 'refund_failed', subject: 'corrected', orderId: id });
  const [jane] = await (await staff.get(`/api/admin/orders/${id}/attendees`)).json();
  const seen = { firstName: 'Jane', lastName: 'Sample', email: 'jane@example.org', track: 'caregivers' };
  const correction = { ...seen, email: 'janet@example.org', seen };
  expect((await staff.post(`/api/admin/registrations/${jane.id}`, correction)).status).toBe(200);
  const toJanet = () =>
    ctx.db
      .select()
      .from(mails)
      .where(and(eq(mails.orderId, id), eq(mails.recipient, 'janet@example.org')));
  const sent = async () => (await toJanet()).map(({ kind, sentAt }) => [kind, sentAt !== null]);
  expect(await sent()).toEqual([['order_confirmation', false]]);
  await tryInVain((await toJanet())[0]!.id);

  const { id: caseId } = (await list()).find(({ subject }) => subject === 'corrected')!;
  await staff.post(`/api/admin/payment-cases/${caseId}/resolve`, { decision: 'accept' });
  await eventually(async () => expect(await sent()).toEqual([['order_confirmation', true]]));
});

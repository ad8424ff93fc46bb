import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { NOW, setOutbox } from '#test/outbox.ts';
import { eq, ne } from '../../db/drizzle.ts';
import {
  cancellations,
  emailTemplates,
  mails,
  orders,
  paymentLedger,
  refunds,
  registrations,
} from '../../db/tables.ts';
import { queueToBuyer } from './queue-mails.ts';
import { queueTicketEndedMails } from './queue-ticket-mails.ts';
import { sendMail } from './send-mail.ts';

const outbox = setOutbox();

test("a refund notice goes out whatever the order's status", async () => {
  const id = '5f0c8e9a-0000-4000-8000-000000000001';
  await outbox.db.update(orders).set({ paymentStatus: 'expired' });
  await outbox.db.insert(refunds).values({
    ...{
      id,
      orderId: outbox.order.id,
      provider: 'stripe',
      moneyRef: 'pi_1',
      amount: 20_000,
      currency: 'usd',
    },
    ...{ reason: 'late_payment', state: 'pending', requestedBy: 'system', createdAt: NOW },
  });
  await outbox.db.transaction((tx) => queueToBuyer(tx, outbox.ctx, outbox.order, 'refund_notice', id));
  await sendMail(outbox.ctx, (await outbox.findMail('refund_notice')).id);
  expect(outbox.received[0]!.subject).toBe('Your refund of $200.00 (DSS000001)');
  const { html, text } = outbox.received[0]!;
  // True whether other people took the seats or the event is over.
  for (const said of [html, text]) {
    expect(said).toContain(
      'our payment for Digital Safety Summit arrived too late, so we could not give you seats.',
    );
  }
  expect(text).toContain('we are refunding the full amount: $200.00');
  // The order has no seats, so there is no team to see.
  for (const said of [html, text]) expect(said).not.toMatch(/team.s page/);
  expect(outbox.received[0]!.attachments).toEqual([]);
});

test('a refund for a checkout that another payment has paid says that the registration stays', async () => {
  const id = '5f0c8e9a-0000-4000-8000-000000000004';
  const { db, ctx, order } = outbox;
  const checkoutId = '5f0c8e9a-0000-4000-8000-000000000005';
  await db.update(orders).set({ paymentStatus: 'refunded', checkoutId });
  const [late] = await db.select().from(orders);
  const { id: _, searchText: __, ...same } = late!;
  await db.insert(orders).values({ ...same, transactionId: '7'.repeat(28), paymentStatus: 'completed' });
  await db.insert(refunds).values({
    ...{ id, orderId: order.id, provider: 'stripe', moneyRef: 'pi_1', amount: 20_000, currency: 'usd' },
    ...{ reason: 'late_payment', state: 'succeeded', requestedBy: 'settlement', createdAt: NOW },
  });
  await db.transaction((tx) => queueToBuyer(tx, ctx, order, 'refund_notice', id));
  await sendMail(ctx, (await outbox.findMail('refund_notice')).id);
  const [{ subject, html = '', text = '' } = {}] = outbox.received;
  expect(subject).toBe('Your refund of $200.00 (DSS000002)');
  for (const said of [html, text]) {
    expect(said).toContain('e received more than one payment for your order');
    expect(said).toContain('Your registration and your tickets stay as they are.');
    expect(said).toContain(`https://summit.example.org/confirmation/${'7'.repeat(28)}`);
    expect(said).not.toMatch(/too late|No tickets were issued/);
  }
});

describe('a failed refund', () => {
  const id = '5f0c8e9a-0000-4000-8000-000000000002';
  const fail = () => outbox.db.update(refunds).set({ state: 'failed' }).where(eq(refunds.id, id));
  beforeEach(async () => {
    await outbox.db.delete(refunds);
    await outbox.db.insert(refunds).values({
      ...{
        id,
        orderId: outbox.order.id,
        provider: 'stripe',
        moneyRef: 'pi_1',
        amount: 2_000,
        currency: 'usd',
      },
      ...{ reason: 'buyer', state: 'succeeded', requestedBy: 'admin@example.org', createdAt: NOW },
    });
    await outbox.db.transaction(async (tx) => {
      await queueToBuyer(tx, outbox.ctx, outbox.order, 'refund_notice', id);
      await queueToBuyer(tx, outbox.ctx, outbox.order, 'refund_failed', id);
    });
  });

  test('sends a correction after its notice, never before', async () => {
    await expect(sendMail(outbox.ctx, (await outbox.findMail('refund_failed')).id)).rejects.toThrow(
      'under way',
    );
    await sendMail(outbox.ctx, (await outbox.findMail('refund_notice')).id);
    await fail();
    await sendMail(outbox.ctx, (await outbox.findMail('refund_failed')).id);
    expect(outbox.received.map((one) => one.subject)).toEqual([
      'Your refund of $20.00 (DSS000001)',
      'Your refund of $20.00 did not go through (DSS000001)',
    ]);
    expect(outbox.received[1]!.text).not.toContain('nothing has been canceled');
  });

  test('that was never announced sends neither mail', async () => {
    await fail();
    await sendMail(outbox.ctx, (await outbox.findMail('refund_notice')).id);
    await sendMail(outbox.ctx, (await outbox.findMail('refund_failed')).id);
    expect(outbox.received).toEqual([]);
    expect((await outbox.findMail('refund_notice')).failure).toBe('The refund has failed.');
    expect((await outbox.findMail('refund_failed')).failure).toBe('The refund was never announced.');
  });

  test.each(['admin@example.org', 'buyer'])(
    'of %s that ended a ticket before its notice says so',
    async (requestedBy) => {
      const { db, ctx, order } = outbox;
      const [, ben] = await db.select().from(registrations).orderBy(registrations.id);
      const ended = { requestedBy, seats: 1, registrationIds: [ben!.id] };
      await db.update(refunds).set(ended).where(eq(refunds.id, id));
      await db.update(registrations).set({ voidedAt: NOW }).where(eq(registrations.id, ben!.id));
      await db.update(orders).set({ seatsReturned: 1 }).where(eq(orders.id, order.id));
      await db.insert(paymentLedger).values({
        ...{ orderId: order.id, provider: 'stripe', kind: 'refund', moneyRef: id, amount: -2_000 },
        ...{ currency: 'usd', livemode: false, recordedAt: NOW },
      });
      await fail();
      for (const kind of ['refund_notice', 'refund_failed'] as const)
        await sendMail(ctx, (await outbox.findMail(kind)).id);
      expect(outbox.received.map((one) => one.subject)).toEqual([
        'Your refund of $20.00 did not go through (DSS000001)',
      ]);
      const { text = '', html = '' } = outbox.received[0]!;
      for (const one of [text, html.replaceAll(/<[^>]+>/g, '')]) {
        expect(one).toContain(
          'in your order for Digital Safety Summit, September 20, 2025, was canceled. You still have 9 seats. We tried to refund $20.00. The card or account',
        );
        expect(one).toContain('This ticket is no longer valid: Ben Sample.');
        expect(one).not.toMatch(/[Ww]e told you/);
      }
    },
  );

  test('that the buyer asked for sends a correction without a notice, and says that nothing was canceled', async () => {
    await fail();
    await outbox.db.update(refunds).set({ requestedBy: 'buyer', seats: 1 }).where(eq(refunds.id, id));
    await sendMail(outbox.ctx, (await outbox.findMail('refund_notice')).id);
    await sendMail(outbox.ctx, (await outbox.findMail('refund_failed')).id);
    expect(outbox.received.map((one) => one.subject)).toEqual([
      'Your refund of $20.00 did not go through (DSS000001)',
    ]);
    expect(outbox.received[0]!.text).toContain('did not go through, so nothing has been canceled');
  });
});

test("a canceled ticket's mail goes to its present address, unless the ticket is valid again", async () => {
  const people = await outbox.db.select().from(registrations).orderBy(registrations.id);
  const refundId = '5f0c8e9a-0000-4000-8000-000000000003';
  await outbox.db.transaction((tx) => queueTicketEndedMails(tx, outbox.ctx, outbox.order, people, refundId));
  const queued = (await outbox.db.select().from(mails)).filter((mail) => mail.kind === 'ticket_ended');
  expect(queued.map((mail) => mail.recipient)).toEqual([
    'ben@example.org',
    'family@example.org',
    'Family@example.org',
  ]);
  const [, ben, cara] = people;
  await outbox.db.update(registrations).set({ voidedAt: NOW });
  await outbox.db.update(registrations).set({ voidedAt: null }).where(eq(registrations.id, ben!.id));
  await outbox.db
    .update(registrations)
    .set({ email: 'cara@example.org' })
    .where(eq(registrations.id, cara!.id));
  for (const { id } of queued) await sendMail(outbox.ctx, id);
  expect(outbox.received.map((one) => one.to?.[0]?.address)).toEqual(['Family@example.org']);
  expect(outbox.received[0]!.text).toContain('in the name of Dan Example, was canceled.');
});

test.each(['refund_notice', 'seats_canceled', 'refund_failed'] as const)(
  '%s can say how many seats have no name',
  async (kind) => {
    const { db, ctx, order } = outbox;
    const id = '5f0c8e9a-0000-4000-8000-000000000004';
    const row = { id, orderId: order.id, requestedBy: 'admin@example.org', createdAt: NOW };
    const money = { provider: 'stripe', moneyRef: 'pi_1', amount: 2_000, currency: 'usd' } as const;
    await db.insert(refunds).values([
      { ...row, ...money, reason: 'buyer', state: 'succeeded' },
      // Its seats can't be named any longer.
      { ...row, ...money, id: randomUUID(), reason: 'buyer', state: 'pending', seats: 2 },
    ]);
    await db.delete(cancellations);
    await db.insert(cancellations).values({ ...row, registrationIds: [], seats: 1 });
    for (const each of ['refund_notice', kind] as const)
      await db.transaction((tx) => queueToBuyer(tx, ctx, order, each, id));
    await db.update(mails).set({ sentAt: NOW }).where(ne(mails.kind, kind));
    const [template] = await db.select().from(emailTemplates).where(eq(emailTemplates.type, kind));
    const say = (textContent: string) =>
      db.update(emailTemplates).set({ textContent }).where(eq(emailTemplates.type, kind));
    await say('{{ order.freeSeats }} of {{ order.seats }}');
    await sendMail(ctx, (await outbox.findMail(kind)).id);
    await say(template!.textContent);
    expect(outbox.received[0]!.text).toContain('4 of 10');
  },
);

describe('a cancellation without a refund', () => {
  const id = '5f0c8e9a-0000-4000-8000-000000000005';
  async function sent(requestedBy: string) {
    const { db, ctx, order } = outbox;
    await db.delete(cancellations);
    await db
      .insert(cancellations)
      .values({ id, orderId: order.id, registrationIds: [], seats: 1, requestedBy, createdAt: NOW });
    await db.transaction((tx) => queueToBuyer(tx, ctx, order, 'seats_canceled', id));
    await sendMail(ctx, (await outbox.findMail('seats_canceled')).id);
    const { html = '', text = '' } = outbox.received[0]!;
    return { html, text };
  }

  test('tells what has already been refunded, such as in the provider’s dashboard', async () => {
    await outbox.db.delete(refunds);
    await outbox.refund(100_00);
    expect((await sent('admin@example.org')).text).toContain(
      'There is no refund. $100.00 of this order has already been refunded.\n',
    );
  });

  test.each([
    ['buyer', true],
    ['admin@example.org', false],
  ])('by %s warns a buyer who knows nothing of it: %s', async (requestedBy, isWarned) => {
    const { html, text } = await sent(requestedBy);
    expect(text).toContain('There is no refund.\n');
    expect([html, text].map((said) => /If you didn['’]t do this/.test(said))).toEqual([isWarned, isWarned]);
  });
});

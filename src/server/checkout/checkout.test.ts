import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addCoupon } from '#test/add-coupon.ts';
import { eventually } from '#test/eventually.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { seats, seatsTaken } from '#test/seats-taken.ts';
import { attemptsOf, orderOf } from '#test/start-checkout.ts';
import { answerOf } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { coupons, mails, orders, paymentAttempts, paymentLedger } from '../db/tables.ts';
import { reconcilePayments } from '../payments/reconcile.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ ticketMails: true });
});
afterAll(() => world.stop());

async function start(body: unknown, visitor = world.visitor()) {
  return { ...(await answerOf(visitor.post('/api/create-checkout-session', body))), visitor };
}

const confirmation = (transactionId: string) =>
  answerOf(world.visitor().get(`/api/order/${transactionId}/confirmation`));

describe('a checkout', () => {
  test('becomes an order with tickets and mails once it is paid', async () => {
    const before = await seatsTaken(world);
    const { status, body } = await start(checkout({ email: 'first@example.org' }));
    expect(status).toBe(200);
    expect(body.transactionId).toMatch(/^[0-9A-HJKMNP-TV-Z]{28}$/);
    expect(await seatsTaken(world)).toBe(before + 1);
    expect((await confirmation(body.transactionId)).body).toMatchObject({
      order: {
        paymentStatus: 'pending',
        totalAmount: '20.00',
        packageLabel: 'Individual Package',
        isEarlyBird: true,
      },
      registrations: [],
    });

    const paid = await world.pay(body.url);
    expect([paid.status, paid.location]).toEqual([
      303,
      `${world.siteUrl}/checkout-success?id=${body.transactionId}`,
    ]);
    await eventually(async () =>
      expect((await orderOf(world, body.transactionId)).paymentStatus).toBe('completed'),
    );
    const { registrations } = (await confirmation(body.transactionId)).body;
    expect(registrations).toHaveLength(1);
    expect(registrations[0]).toMatchObject({
      firstName: 'Jane',
      email: 'first@example.org',
      isOrganizer: true,
    });
    expect(registrations[0].qrCodeData).toMatch(/^T[0-9A-HJKMNP-TV-Z]{28}$/);
    expect(registrations[0].qrCodeImage).toContain('<svg');
    await eventually(async () => {
      const sent = await world.sandbox.mailbox.messages();
      expect(sent.filter((one) => one.to === 'first@example.org')).toHaveLength(1);
    });
    expect(await seatsTaken(world)).toBe(before + 1);
  });

  test('of a team of ten takes ten seats, registers the people named, and mails each of them', async () => {
    const before = await seatsTaken(world);
    const { body } = await start(teamOfTen());
    await world.pay(body.url);
    const visitor = world.visitor();
    const response = await (await visitor.get(`/api/registrations/${body.transactionId}`)).json();
    expect(response.order).toMatchObject({
      paymentStatus: 'completed',
      teamMemberCount: 10,
      attendeeDataStatus: 'partial',
    });
    expect(response.registrations.map((one: { firstName: string }) => one.firstName)).toEqual([
      'Jane',
      'Ada',
      'Bo',
    ]);
    expect(await seatsTaken(world)).toBe(before + 10);
    const { id } = await orderOf(world, body.transactionId);
    const queued = await world.database.db.select().from(mails).where(eq(mails.orderId, id));
    expect(queued.map((one) => [one.kind, one.recipient]).toSorted()).toEqual([
      ['order_confirmation', 'jane@example.org'],
      ['ticket', 'ada@example.org'],
      ['ticket', 'bo@example.org'],
    ]);
  });

  test('is shown as one registration with its team, before and after payment', async () => {
    const { db } = world.database;
    await addCoupon(world, { code: 'TEAM', discountType: 'fixed', discountValue: 20_00 });
    const { body } = await start(teamOfTen({ couponCode: 'TEAM', finalAmount: 180 }));
    const shown = async () =>
      (await (await world.visitor().get(`/api/registrations/${body.transactionId}`)).json()).registration;
    const { id: orderId } = await orderOf(world, body.transactionId);
    const person = { lastName: 'Sample', track: 'caregivers' };
    const told = {
      ...{ id: null, orderId, firstName: 'Jane', ...person, email: 'jane@example.org' },
      ...{ dietaryRestrictions: null, isOrganizer: true, checkedIn: false, checkedInAt: null },
      ...{ createdAt: expect.any(String), phone: '303 555 0100', organization: 'Sample School' },
      teamMembers: [
        { firstName: 'Ada', ...person, email: 'ada@example.org', track: 'professionals' },
        { firstName: 'Bo', ...person, email: 'bo@example.org' },
      ],
      ...{ teamMemberCount: 10, amount: 180, originalAmount: 200 },
      appliedDiscount: { name: 'TEAM', amount: 20 },
      ...{ pricingType: 'group', isEarlyBird: true },
    };
    expect(await shown()).toEqual(told);
    await world.pay(body.url);
    await db.update(paymentAttempts).set({ nextLookAt: null });
    expect(await shown()).toEqual({ ...told, id: expect.any(Number) });
  });

  test('can be paid after a declined card, and charges once', async () => {
    const { body } = await start(checkout({ email: 'declined@example.org' }));
    const declined = await world.pay(body.url, '4000 0000 0000 0002');
    expect(declined.status).toBe(402);
    expect(declined.html).toContain('Your card was declined.');
    expect((await orderOf(world, body.transactionId)).paymentStatus).toBe('pending');
    await world.pay(body.url);
    await world.visitor().get(`/api/registrations/${body.transactionId}`);
    const row = await orderOf(world, body.transactionId);
    expect(row.paymentStatus).toBe('completed');
    const ledger = await world.database.db
      .select()
      .from(paymentLedger)
      .where(eq(paymentLedger.orderId, row.id));
    expect(ledger.map((one) => [one.kind, one.amount])).toEqual([['capture', 2000]]);
  });

  test('submitted twice has one order and one payment page; a change closes the first', async () => {
    const visitor = world.visitor();
    const checkoutId = crypto.randomUUID();
    const before = await seatsTaken(world);
    const both = await Promise.all([
      start(checkout({ checkoutId }), visitor),
      start(checkout({ checkoutId }), visitor),
    ]);
    expect(both[0].body.url).toBe(both[1].body.url);
    expect(await seatsTaken(world)).toBe(before + 1);

    const changed = await start(checkout({ checkoutId, phone: '303 555 0199' }), visitor);
    expect(changed.body.url).not.toBe(both[0].body.url);
    expect((await orderOf(world, both[0].body.transactionId)).paymentStatus).toMatch(/^(expired|cancelled)$/);
    expect(await seatsTaken(world)).toBe(before + 1);
    const late = await world.pay(both[0].body.url);
    expect(late.status).not.toBe(303);
  });

  test('is refused when the page showed another price, and nothing is held', async () => {
    const before = await seatsTaken(world);
    const rows = await world.database.db.$count(orders);
    for (const wrong of [
      { amount: 1, finalAmount: 1 },
      { amount: 20, finalAmount: 10 },
      { amount: 19.99, finalAmount: 20 },
      { amount: 19, finalAmount: undefined },
    ]) {
      const { status, body } = await start(checkout(wrong));
      expect([status, body.code]).toEqual([409, 'price_changed']);
    }
    expect(await seatsTaken(world)).toBe(before);
    expect(await world.database.db.$count(orders)).toBe(rows);
  });

  test("reports missing fields in the form's words", async () => {
    const { status, body } = await start(checkout({ firstName: ' ', email: 'nobody', phone: '' }));
    expect(status).toBe(400);
    expect(body.fields).toEqual({
      'registrationData.firstName': 'First name is required',
      'registrationData.email': 'Valid email is required',
      'registrationData.phone': 'Phone number is required',
    });
    const noTrack = await start(checkout({ track: null }));
    expect(noTrack.body.message).toBe('Choose a track: caregivers or professionals');
    expect(noTrack.body.fields).toEqual({
      'registrationData.track': 'Choose a track: caregivers or professionals',
    });
    const tooMany = await start(
      checkout({ teamMembers: [{ firstName: 'Ada', lastName: 'S', email: 'ada@example.org' }] }),
    );
    expect(tooMany.body.fields).toEqual({ 'registrationData.teamMembers': 'This package has 1 seat' });
    expect((await start({ ...checkout(), registrationData: 'not json' })).status).toBe(400);
    expect(
      (
        await start({
          ...checkout(),
          teamMemberCount: 7,
          registrationData: checkout({ attendeeCount: undefined }).registrationData,
        })
      ).status,
    ).toBe(400);
  });

  test('with an email address that Stripe refuses names the field, holds nothing, and succeeds with another', async () => {
    const before = await seatsTaken(world);
    const { faults } = world.sandbox.stripe;
    faults.set({ refuseEmails: true });
    const checkoutId = crypto.randomUUID();
    const refused = await start(checkout({ checkoutId, email: 'refused@example.org' }));
    faults.clear();
    expect(refused).toMatchObject({
      status: 400,
      body: {
        code: 'invalid',
        fields: {
          'registrationData.email':
            'Stripe did not accept your email address. Nothing was charged. Please change the address and try again.',
        },
      },
    });
    expect(await seatsTaken(world)).toBe(before);
    expect((await start(checkout({ checkoutId, email: 'corrected@example.org' }))).status).toBe(200);
  });

  test('with a coupon charges the reduced price, and counts one use', async () => {
    await addCoupon(world, { code: 'HALF', discountValue: 50, usageLimit: 1 });
    const { body } = await start(checkout({ couponCode: 'half', amount: 20, finalAmount: 10 }));
    expect(await couponUse()).toEqual({ usageCount: 0, heldCount: 1 });
    const second = await start(checkout({ couponCode: 'HALF', amount: 20, finalAmount: 10 }));
    expect([second.status, second.body.code]).toEqual([409, 'coupon_used_up']);
    await world.pay(body.url);
    await world.visitor().get(`/api/registrations/${body.transactionId}`);
    expect(await orderOf(world, body.transactionId)).toMatchObject({
      totalAmount: 10_00,
      discountAmount: 10_00,
      originalAmount: 20_00,
    });
    expect(await couponUse()).toEqual({ usageCount: 1, heldCount: 0 });
  });

  test('with a coupon may show the price before or after the discount, if it shows no final amount', async () => {
    await addCoupon(world, { code: 'TENTH', discountValue: 10, usageLimit: 9 });
    for (const amount of [20, 18]) {
      const { status, body } = await start(checkout({ couponCode: 'TENTH', amount, finalAmount: undefined }));
      expect([amount, status]).toEqual([amount, 200]);
      expect((await orderOf(world, body.transactionId)).totalAmount).toBe(18_00);
    }
    const other = await start(checkout({ couponCode: 'TENTH', amount: 19, finalAmount: undefined }));
    expect([other.status, other.body.code]).toEqual([409, 'price_changed']);
  });

  test('with a total of zero completes at once, without a provider', async () => {
    await addCoupon(world, { code: 'FREE', discountValue: 100 });
    const { body } = await start(checkout({ couponCode: 'FREE', amount: 20, finalAmount: 0 }));
    expect(body.url).toBe(`/checkout-success?id=${body.transactionId}`);
    const row = await orderOf(world, body.transactionId);
    expect(row.paymentStatus).toBe('completed');
    expect(await world.database.db.$count(paymentAttempts, eq(paymentAttempts.orderId, row.id))).toBe(0);
    expect((await confirmation(body.transactionId)).body.registrations).toHaveLength(1);
  });

  test('that nobody pays releases its seats once, when its hold ends', async () => {
    const { body } = await start(checkout({ email: 'gone@example.org' }));
    expect(await orderOf(world, body.transactionId)).toMatchObject({
      paymentStatus: 'pending',
      seatsHeld: true,
    });
    const now = world.sandbox.clock.now();
    world.moveClock(new Date(now.getTime() + 46 * 60_000).toISOString());
    await Promise.all([reconcilePayments(world.context()), reconcilePayments(world.context())]);
    await reconcilePayments(world.context());
    expect(await orderOf(world, body.transactionId)).toMatchObject({
      paymentStatus: 'expired',
      seatsHeld: false,
    });
    await seats(world);
    expect((await world.pay(body.url)).status).not.toBe(303);
    world.moveClock(now.toISOString());
  });

  test('is refused once the event is over, whatever the coupon code', async () => {
    const now = world.sandbox.clock.now();
    world.moveClock('2025-09-21T06:00:00Z');
    const closed = 'Registration for this event has closed as the event has concluded.';
    for (const couponCode of [undefined, 'NOSUCHCODE']) {
      const { status, body } = await start(checkout({ couponCode }));
      expect([status, body.message]).toEqual([403, closed]);
    }
    const code = { code: 'NOSUCHCODE', eventType: 'conference', attendeeCount: 1 };
    const tried = await (await world.visitor().post('/api/coupons/validate', code)).json();
    expect([tried.valid, tried.message]).toEqual([false, closed]);
    world.moveClock('2025-09-21T05:59:58Z');
    expect((await start(checkout())).status).toBe(200);
    world.moveClock(now.toISOString());
  });
});

describe('who may see an order', () => {
  test("anyone with the transaction id or session id; the number works only in the buyer's browser", async () => {
    const { body, visitor } = await start(checkout());
    const { id } = await orderOf(world, body.transactionId);
    const [attempt] = await attemptsOf(world, { orderId: id });
    const stranger = world.visitor();
    const statuses = async (who: typeof visitor) =>
      Promise.all(
        [body.transactionId, attempt!.ref, String(id), `${id}x`, 'A'.repeat(28)].map(
          async (key) => (await who.get(`/api/registrations/${key}`)).status,
        ),
      );
    expect(await statuses(stranger)).toEqual([200, 200, 404, 404, 404]);
    expect(await statuses(visitor)).toEqual([200, 200, 200, 404, 404]);
    const unknown = await (await stranger.get(`/api/registrations/${id}`)).json();
    const missing = await (await stranger.get('/api/registrations/999999')).json();
    expect({ ...unknown, requestId: '' }).toEqual({ ...missing, requestId: '' });
    expect(await (await visitor.get('/api/last-order')).json()).toEqual({
      transactionId: body.transactionId,
    });
  });

  test("a browser's last order is the latest with tickets, or else the latest that exists", async () => {
    const visitor = world.visitor();
    const lastOrder = async () => (await (await visitor.get('/api/last-order')).json()).transactionId;
    const order = async () => (await start(checkout(), visitor)).body;
    const change = (id: string, values: Partial<typeof orders.$inferInsert>) =>
      world.database.db.update(orders).set(values).where(eq(orders.transactionId, id));
    expect(await lastOrder()).toBeNull();

    const [abandoned, waiting] = [await order(), await order()];
    await change(abandoned.transactionId, { paymentStatus: 'expired' });
    expect(await lastOrder()).toBe(waiting.transactionId);
    const paid = await order();
    await world.pay(paid.url);
    await visitor.get(`/api/registrations/${paid.transactionId}`);
    const later = await order();
    expect(await lastOrder()).toBe(paid.transactionId);
    await change(later.transactionId, { paymentStatus: 'expired' });
    expect(await lastOrder()).toBe(paid.transactionId);
    await change(paid.transactionId, { seatsReturned: 1 });
    expect(await lastOrder()).toBe(waiting.transactionId);
    await world.database.db.delete(orders).where(eq(orders.transactionId, waiting.transactionId));
    expect(await lastOrder()).toBe(later.transactionId);
  });
});

async function couponUse() {
  const [row] = await world.database.db.select().from(coupons).where(eq(coupons.code, 'HALF'));
  return { usageCount: row!.usageCount, heldCount: row!.heldCount };
}

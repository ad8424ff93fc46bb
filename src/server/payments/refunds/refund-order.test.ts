import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { setRefundStage } from '#test/refund-stage.ts';
import { startCheckout } from '#test/start-checkout.ts';
import { codeOfTicket } from '#test/ticket-stage.ts';
import { answerOf } from '#test/visitor.ts';
import { eq } from '../../db/drizzle.ts';
import { orders, paymentLedger, refunds } from '../../db/tables.ts';

const stage = setRefundStage();
const { buy, refund, standing, seatsTaken, mailsOf, findMail, people, waitForRefunds } = stage;

test('everyone whose ticket a refund cancels is notified, the notice names the tickets, and nobody else is notified', async () => {
  const { id, registrationNumber } = (await buy(teamOfTen())).order;
  const [jane, ada] = await people(id);
  await refund(id, { amount: 40_00, registrationIds: [jane!.id, ada!.id] });
  await waitForRefunds(id, 'succeeded');
  const endedFor = async () => (await mailsOf(id, 'ticket_ended')).map((one) => one.recipient);
  expect(await endedFor()).toEqual(['ada@example.org']);
  const toAda = await findMail('no longer valid', 'ada@example.org');
  expect(toAda.text).toContain('in the name of Ada Sample, was canceled.');
  expect(toAda.text).not.toMatch(/DSS000|confirmation|\$/);
  const some = await findMail(`Your refund of $40.00 (${registrationNumber})`);
  expect(some.text).toContain('These tickets are no longer valid: Jane Sample, Ada Sample.');

  await refund(id, { amount: 160_00 });
  await waitForRefunds(id, 'succeeded');
  expect(await endedFor()).toEqual(['ada@example.org', 'bo@example.org']);
  const all = await findMail(`Your refund of $160.00 (${registrationNumber})`);
  expect(all.text).toContain('This ticket is no longer valid: Bo Sample.');
});

test('refunding one ticket of a team voids its code and frees its seat; the others stay', async () => {
  const before = await seatsTaken();
  const { id } = (await buy(teamOfTen())).order;
  const [, ada] = await people(id);
  const qrToken = await codeOfTicket(stage.world, ada!.id);
  const answer = await refund(id, { amount: 20_00, registrationIds: [ada!.id], note: 'ill' });
  expect(answer.status).toBe(200);
  await waitForRefunds(id, 'succeeded');
  expect(await standing(id)).toEqual({
    ...{ status: 'partially_refunded', kept: 180_00, returned: 1, people: ['Bo', 'Jane'] },
  });
  expect(await mailsOf(id, 'refund_notice')).toHaveLength(1);
  expect(await seatsTaken()).toBe(before + 9);
  const door = await (await stage.staff.post('/api/admin/validate-qr', { qrToken })).json();
  expect(door.valid).toBe(false);
  // Only the nine remaining seats can be named.
  const added = await Promise.all(
    Array.from({ length: 9 }, (_, index) =>
      stage.staff.post(`/api/admin/orders/${id}/add-attendee`, {
        firstName: 'New',
        lastName: 'Sample',
        email: `new${index}@example.org`,
      }),
    ),
  );
  expect(added.filter((one) => one.status === 200)).toHaveLength(7);

  const rest = await refund(id, { amount: 180_00 });
  expect(rest.status).toBe(200);
  await waitForRefunds(id, 'succeeded');
  expect(await standing(id)).toEqual({ status: 'refunded', kept: 0, returned: 10, people: [] });
  expect(await mailsOf(id, 'refund_notice')).toHaveLength(2);
  expect(await seatsTaken()).toBe(before);
});

test('concurrent refunds never exceed what was paid, and a retried refund is made once', async () => {
  const { id } = (await buy(checkout())).order;
  const refundId = randomUUID();
  const same = await Promise.all([1, 2, 3].map(() => refund(id, { refundId, amount: 5_00 })));
  expect(same.map((one) => one.status)).toEqual([200, 200, 200]);
  const other = (await buy(checkout())).order.id;
  expect((await refund(other, { refundId, amount: 5_00 })).status).toBe(404);
  const many = await Promise.all(Array.from({ length: 8 }, () => refund(id, { amount: 4_00 })));
  expect(many.filter((one) => one.status === 200)).toHaveLength(3);
  expect(many.find((one) => one.status !== 200)!.body.code).toBe('refund_too_large');
  await waitForRefunds(id, 'succeeded');
  expect(await standing(id)).toMatchObject({ status: 'partially_refunded', kept: 3_00 });
  expect(await mailsOf(id, 'refund_notice')).toHaveLength(4);
  expect((await refund(id, { amount: 3_01 })).body.code).toBe('refund_too_large');
  const { refunds: listed, ...sums } = await (
    await stage.staff.get(`/api/admin/orders/${id}/refunds`)
  ).json();
  expect(sums).toEqual({ captured: 20_00, refunded: 17_00, lost: 0, refundable: 3_00, disputed: false });
  expect(listed).toHaveLength(4);
});

describe.each(['stripe', 'square'] as const)('by %s', (provider) => {
  test('a refund whose order is deleted concurrently is answered from its row, and so is a retry', async () => {
    const before = await seatsTaken();
    const { id } = (await buy({ ...checkout(), provider })).order;
    const refundId = randomUUID();
    const { db } = stage.world.database;
    const [faults, path] =
      provider === 'stripe'
        ? [stage.world.sandbox.stripe.faults, '/v1/refunds']
        : [stage.world.sandbox.square.faults, '/v2/refunds'];
    faults.set({ failNext: { method: 'POST', path, when: 'before', kind: 'held' } });
    const asked = refund(id, { refundId, amount: 20_00 });
    await eventually(async () => expect(await db.$count(refunds, eq(refunds.id, refundId))).toBe(1));
    const deleted = await stage.staff.request(`/api/admin/orders/${id}`, { method: 'DELETE' });
    expect(deleted.status).toBe(200);
    faults.clear();
    const answer = await asked;
    expect(await db.$count(orders, eq(orders.id, id))).toBe(0);
    const again = await refund(id, { refundId, amount: 20_00 });
    for (const { status, body } of [answer, again]) {
      expect([status, body.captured, body.refunded, body.refundable]).toEqual([200, 20_00, 20_00, 0]);
      expect(body.refunds.map((one: { id: string }) => one.id)).toEqual([refundId]);
    }
    expect((await refund(id, { amount: 1_00 })).status).toBe(404);
    expect(await seatsTaken()).toBe(before);
  });

  test('a concurrent refund and deletion each get their own response, and the money is returned once', async () => {
    const before = await seatsTaken();
    for (let round = 0; round < 2; round += 1) {
      const { id } = (await buy({ ...checkout({ email: `round${round}@example.org` }), provider })).order;
      const refundId = randomUUID();
      const [deleted, ...answers] = await Promise.all([
        stage.staff.request(`/api/admin/orders/${id}`, { method: 'DELETE' }),
        refund(id, { refundId, amount: 20_00 }),
        refund(id, { refundId, amount: 20_00 }),
      ]);
      const rows = await stage.world.database.db.select().from(refunds).where(eq(refunds.orderId, id));
      // In either order, a stored refund is always returned.
      for (const { status } of answers)
        expect([rows.length, status]).toEqual(rows.length === 1 ? [1, 200] : [0, 404]);
      expect([200, 409]).toContain(deleted.status);
      if (deleted.status !== 200) await stage.staff.request(`/api/admin/orders/${id}`, { method: 'DELETE' });
    }
    await eventually(async () => expect(await seatsTaken()).toBe(before));
  });
});

test('a retry is known by its amount, even if that spans two payments; another amount is refused', async () => {
  const { id } = (await buy(teamOfTen())).order;
  const other = (await buy(checkout())).order.id;
  await stage.world.database.db
    .update(paymentLedger)
    .set({ orderId: id })
    .where(eq(paymentLedger.orderId, other));
  const refundId = randomUUID();
  for (const amount of [210_00, 210_00]) {
    const { status, body } = await refund(id, { refundId, amount });
    expect([status, body.refunded, body.refunds.length]).toEqual([200, 210_00, 2]);
  }
  for (const amount of [200_00, 10_00, 220_00]) {
    const { status, body } = await refund(id, { refundId, amount });
    expect([status, body.code]).toEqual([409, 'refund_differs']);
  }
  // A cancellation without a refund has no amount.
  const [ada] = await people(id);
  const cancellation = { refundId: randomUUID(), registrationIds: [ada!.id] };
  expect((await refund(id, { ...cancellation, amount: 0 })).status).toBe(200);
  expect((await refund(id, { ...cancellation, amount: 0 })).status).toBe(200);
  expect((await refund(id, { ...cancellation, amount: 10_00 })).body.code).toBe('refund_differs');
});

test('a retry with the same amount but other seats is refused, before and after the provider has paid', async () => {
  const { faults } = stage.world.sandbox.square;
  faults.set({ holdRefunds: true });
  const { id } = (await buy({ ...teamOfTen(), provider: 'square' })).order;
  const [jane, ada] = await people(id);
  const sent = { refundId: randomUUID(), amount: 20_00, registrationIds: [ada!.id], freeSeats: 1 };
  const others = [
    { ...sent, registrationIds: [jane!.id] },
    { ...sent, registrationIds: [] },
    { ...sent, registrationIds: [], freeSeats: 2 },
    { ...sent, freeSeats: 0 },
  ];
  const answers = async () => {
    const codes = [];
    for (const wish of [sent, ...others]) {
      const { status, body } = await refund(id, wish);
      codes.push(status === 200 ? 200 : body.code);
    }
    return codes;
  };
  const refused = others.map(() => 'refund_differs');
  expect(await answers()).toEqual([200, ...refused]);
  faults.clear();
  await waitForRefunds(id, 'succeeded');
  expect(await answers()).toEqual([200, ...refused]);

  // The last cent ends all tickets, not only those that were chosen.
  const rest = { refundId: randomUUID(), amount: 180_00, registrationIds: [jane!.id] };
  expect((await refund(id, rest)).status).toBe(200);
  await waitForRefunds(id, 'succeeded');
  expect((await refund(id, rest)).status).toBe(200);
  expect(await standing(id)).toMatchObject({ status: 'refunded', returned: 10, people: [] });
});

test('a retry is compared with what was asked, although a person was deleted before the provider paid', async () => {
  const { faults } = stage.world.sandbox.square;
  faults.set({ holdRefunds: true });
  const { id } = (await buy({ ...teamOfTen(), provider: 'square' })).order;
  const [, ada, bo] = await people(id);
  const sent = { refundId: randomUUID(), amount: 40_00, registrationIds: [ada!.id, bo!.id], freeSeats: 1 };
  expect((await refund(id, sent)).status).toBe(200);
  const deleted = await stage.staff.request(`/api/admin/registrations/${ada!.id}`, { method: 'DELETE' });
  expect(deleted.status).toBe(200);
  faults.clear();
  await waitForRefunds(id, 'succeeded');
  expect((await refund(id, sent)).status).toBe(200);
  const other = await refund(id, { ...sent, registrationIds: [bo!.id] });
  expect([other.status, other.body.code]).toEqual([409, 'refund_differs']);
  // The order's last cent, whose refund ends all tickets, and its deletion don't make another request the same.
  const rest = { refundId: randomUUID(), amount: 160_00 };
  expect((await refund(id, rest)).status).toBe(200);
  await waitForRefunds(id, 'succeeded');
  expect((await refund(id, { ...rest, freeSeats: 1 })).body.code).toBe('refund_differs');
  expect((await stage.staff.request(`/api/admin/orders/${id}`, { method: 'DELETE' })).status).toBe(200);
  expect((await refund(id, sent)).status).toBe(200);
  expect((await refund(id, rest)).status).toBe(200);
});

test('no ticket or seat is refunded twice while a refund is pending', async () => {
  const before = await seatsTaken();
  stage.world.sandbox.square.faults.set({ holdRefunds: true });
  const { id } = (await buy({ ...teamOfTen(), provider: 'square' })).order;
  const [, ada, bo] = await people(id);
  const first = await refund(id, { amount: 20_00, registrationIds: [ada!.id], freeSeats: 7 });
  expect([first.status, first.body.refunds[0].state]).toEqual([200, 'pending']);
  const again = await refund(id, { amount: 20_00, registrationIds: [ada!.id] });
  expect([again.status, again.body.code]).toEqual([404, 'registration_not_found']);
  expect((await refund(id, { amount: 1_00, freeSeats: 1 })).body.code).toBe('no_such_seats');
  const person = { firstName: 'New', lastName: 'Sample', email: 'new@example.org' };
  const named = await stage.staff.post(`/api/admin/orders/${id}/add-attendee`, person);
  expect((await named.json()).code).toBe('no_slots_left');
  expect((await refund(id, { amount: 20_00, registrationIds: [bo!.id] })).status).toBe(200);
  stage.world.sandbox.square.faults.clear();
  await waitForRefunds(id, 'succeeded');
  expect((await people(id)).map((one) => one.firstName)).toEqual(['Jane']);
  expect(await seatsTaken()).toBe(before + 1);
});

test('while all the money is being refunded, no ticket can be changed and no seat named', async () => {
  stage.world.sandbox.square.faults.set({ holdRefunds: true });
  const { id, transactionId } = (await buy({ ...teamOfTen(), provider: 'square' })).order;
  const [, ada, bo] = await people(id);
  const refundId = randomUUID();
  const whole = await refund(id, { refundId, amount: 200_00 });
  expect(whole.body.refunds).toMatchObject([{ state: 'pending', amount: 200_00 }]);
  const person = { firstName: 'New', lastName: 'Sample', email: 'new@example.org' };
  const named = await stage.staff.post(`/api/admin/orders/${id}/add-attendee`, person);
  expect((await named.json()).code).toBe('no_slots_left');
  const seen = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: 'professionals' };
  const other = { ...person, track: 'professionals', seen };
  const changed = await stage.staff.post(`/api/admin/registrations/${ada!.id}`, other);
  expect((await changed.json()).code).toBe('ticket_ended');
  const byBuyer = async (path: string, body: object) =>
    (await answerOf(stage.world.visitor().post(`/api/order/${transactionId}/${path}`, body))).body.code;
  expect(await byBuyer(`team/people/${ada!.id}`, other)).toBe('ticket_ended');
  expect(await byBuyer(`team/people/${ada!.id}/free`, { seen })).toBe('ticket_ended');
  expect(await byBuyer(`attendees/${bo!.id}/track`, { track: 'professionals' })).toBe('ticket_ended');
  // Asked for without seats, the refund is the same one.
  expect((await refund(id, { refundId, amount: 200_00 })).status).toBe(200);
  stage.world.sandbox.square.faults.clear();
  await waitForRefunds(id, 'succeeded');
  expect(await standing(id)).toEqual({ status: 'refunded', kept: 0, returned: 10, people: [] });
});

test('a refund of all that is left ends the other tickets even if an earlier refund fails', async () => {
  const { id } = (await buy({ ...teamOfTen(), provider: 'square' })).order;
  const [, ada] = await people(id);
  const { faults } = stage.world.sandbox.square;
  faults.set({ failRefundsAfterMs: 0, holdRefunds: true });
  await refund(id, { amount: 20_00, registrationIds: [ada!.id] });
  faults.clear();
  faults.set({ holdRefunds: true });
  await refund(id, { amount: 180_00 });
  faults.clear();
  await eventually(async () => expect((await standing(id)).kept).toBe(20_00));
  expect(await standing(id)).toMatchObject({ status: 'partially_refunded', returned: 9, people: ['Ada'] });
});

test('a refund is refused if another amount is left than staff were shown', async () => {
  const { id } = (await buy(teamOfTen())).order;
  const first = { refundId: randomUUID(), amount: 100_00, seen: { refundable: 200_00 } };
  expect((await refund(id, first)).status).toBe(200);
  // It would now return the last money, and end all tickets.
  const second = await refund(id, { ...first, refundId: randomUUID() });
  expect([second.status, second.body.code]).toEqual([409, 'changed_meanwhile']);
  const retried = await refund(id, first);
  expect([retried.status, retried.body.refundable]).toEqual([200, 100_00]);
  await waitForRefunds(id, 'succeeded');
  expect(await standing(id)).toMatchObject({
    ...{ status: 'partially_refunded', kept: 100_00, people: ['Ada', 'Bo', 'Jane'] },
  });
  // So is a cancellation without a refund.
  const [ada] = await people(id);
  const free = { amount: 0, registrationIds: [ada!.id], seen: { refundable: 0 } };
  expect((await refund(id, free)).body.code).toBe('changed_meanwhile');
  expect((await refund(id, { amount: 100_00, seen: { refundable: 100_00 } })).status).toBe(200);
  await waitForRefunds(id, 'succeeded');
  expect(await standing(id)).toMatchObject({ status: 'refunded', people: [] });
});

test('a refund of a whole order is refused if the order has other people than staff were shown', async () => {
  const { id } = (await buy(checkout())).order;
  const [jane] = await people(id);
  const { firstName, lastName, email } = jane!;
  const shown = { id: jane!.id, firstName, lastName, email };
  const codes = [];
  for (const seen of [[], [{ ...shown, email: 'ben@example.org' }], [shown, { ...shown, id: 999_999 }]]) {
    const wish = { amount: 20_00, seen: { refundable: 20_00, people: seen } };
    codes.push((await refund(id, wish)).body.code);
  }
  expect(codes).toEqual(Array(3).fill('changed_meanwhile'));
  const last = { amount: 20_00, seen: { refundable: 20_00, people: [shown] } };
  expect((await refund(id, last)).status).toBe(200);
});

test('a refund of one ticket is refused if somebody else has it by now', async () => {
  const { id } = (await buy(teamOfTen())).order;
  const [, ada] = await people(id);
  const { firstName, lastName } = ada!;
  const asShown = (changes: object) => ({
    ...{ amount: 20_00, registrationIds: [ada!.id] },
    seen: { refundable: 200_00, people: [{ id: ada!.id, firstName, lastName, ...changes }] },
  });
  expect((await refund(id, asShown({ lastName: 'Other' }))).body.code).toBe('changed_meanwhile');
  expect((await refund(id, asShown({}))).status).toBe(200);
});

test('an impossible refund is refused with a reason', async () => {
  const { id } = (await buy(checkout())).order;
  expect((await refund(id, { amount: 0 })).status).toBe(400);
  expect((await refund(id, { amount: 1_00, registrationIds: [999_999] })).body.code).toBe(
    'registration_not_found',
  );
  expect((await refund(id, { amount: 1_00, freeSeats: 1 })).body.code).toBe('no_such_seats');
  const { orderId: unpaid } = await startCheckout(stage.world);
  expect((await refund(unpaid, { amount: 1_00 })).body.code).toBe('order_not_refundable');
  expect((await standing(id)).kept).toBe(20_00);
});

test("if the provider doesn't respond, the refund stays pending and is retried", async () => {
  const { id } = (await buy(checkout())).order;
  stage.world.sandbox.stripe.faults.set({
    failNext: { method: 'POST', path: '/v1/refunds', when: 'before', kind: 'drop', times: 3 },
  });
  const { status, body } = await refund(id, { amount: 20_00 });
  expect([status, body.refunds[0].state]).toEqual([200, 'pending']);
  stage.world.sandbox.stripe.faults.clear();
  await waitForRefunds(id, 'succeeded');
  expect(await standing(id)).toMatchObject({ status: 'refunded', kept: 0 });
  expect(await mailsOf(id, 'refund_notice')).toHaveLength(1);
});

test('nothing can be refunded while a dispute is open', async () => {
  const { buyer, url, transactionId, orderId } = await startCheckout(stage.world);
  await stage.world.pay(url, '4000 0000 0000 0259');
  await buyer.get(`/api/registrations/${transactionId}`);
  await eventually(async () => {
    const sums = await (await stage.staff.get(`/api/admin/orders/${orderId}/refunds`)).json();
    expect(sums).toMatchObject({ disputed: true, refundable: 0 });
    // Its webhook may arrive before the payment's; the provider then resends it.
  });
  expect((await refund(orderId, { amount: 1_00 })).body.code).toBe('order_disputed');
  expect(await people(orderId)).toHaveLength(1);
});

test('money that a lost dispute took is not refunded a second time', async () => {
  const { id } = (await buy(checkout())).order;
  await stage.world.database.db.insert(paymentLedger).values({
    ...{ orderId: id, provider: 'stripe', kind: 'dispute', moneyRef: `dp_${id}`, amount: -15_00 },
    ...{ currency: 'usd', livemode: false, recordedAt: new Date() },
  });
  expect(await (await stage.staff.get(`/api/admin/orders/${id}/refunds`)).json()).toMatchObject({
    captured: 20_00,
    refundable: 5_00,
  });
  expect((await refund(id, { amount: 5_01 })).body.code).toBe('refund_too_large');
  expect((await refund(id, { amount: 5_00 })).status).toBe(200);
});

test('when a duplicate payment and the order itself are both refunded, no ticket stays valid', async () => {
  const { id, registrationNumber } = (await buy(checkout())).order;
  stage.world.sandbox.stripe.faults.set({
    failNext: { method: 'POST', path: '/v1/refunds', when: 'before', kind: 'drop', times: 3 },
  });
  await stage.payAgain(id);
  stage.world.sandbox.stripe.faults.clear();
  await refund(id, { amount: 15_00 });
  await refund(id, { amount: 5_00 });
  await waitForRefunds(id, 'succeeded');
  expect(await standing(id)).toMatchObject({ status: 'refunded', kept: 0 });
  expect(await people(id)).toEqual([]);
  const last = await findMail(`Your refund of $5.00 (${registrationNumber})`);
  expect(last.text).toContain('This ticket is no longer valid: Jane Sample.');
  const { text } = await findMail(`Your refund of $20.00 (${registrationNumber})`);
  expect(text).toContain('more than one payment');
  expect(text).not.toContain('stay as they are');
});

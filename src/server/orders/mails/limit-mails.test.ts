import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCoupon } from '#test/add-coupon.ts';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { limitWindows } from '#test/limit-windows.ts';
import { answerOf } from '#test/visitor.ts';
import { createWorld, stopClock, type World } from '#test/world.ts';
import { eq } from '../../db/drizzle.ts';
import { coupons, mails, orders, rateLimits, registrations } from '../../db/tables.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ protocolNow: stopClock() });
  await addCoupon(world, { code: 'GUEST', discountValue: 100 });
});
afterAll(() => world.stop());

const TARGET = 'Target@Example.org';
const refused = {
  code: 'too_many_requests',
  message:
    'We sent 3 emails to one of these addresses in the past hour. Please use another address, or try again later.',
};

/** Returns the order's key. */
async function buyTickets(body: unknown): Promise<string> {
  return (await buy(world, body)).transactionId;
}

let people = 0;
/** A different person each time. */
async function name(key: string, email: string) {
  people += 1;
  const person = { firstName: `New ${people}`, lastName: 'Sample', email, track: 'caregivers' };
  return answerOf(world.visitor().post(`/api/order/${key}/attendees`, person));
}

const free = (email: string) =>
  checkout({ email, couponCode: 'GUEST', originalAmount: 20, discountAmount: 20, finalAmount: 0 });

const mailsTo = (email: string) => world.database.db.$count(mails, eq(mails.recipient, email));

/** An hour later. */
const forget = () => world.database.db.delete(rateLimits);

test("an email address can be named as often an hour as a team has seats, across orders; the buyer's own and others are unaffected", async () => {
  await forget();
  const [first, second] = [
    await buyTickets(teamOfTen()),
    await buyTickets(teamOfTen({ email: 'second@example.org' })),
  ];
  const named = [];
  for (let n = 0; n < 5; n += 1) {
    named.push(await name(first, TARGET), await name(second, n === 0 ? TARGET.toLowerCase() : TARGET));
  }
  expect(new Set(named.map(({ status }) => status))).toEqual(new Set([200]));
  const before = await world.database.db.$count(registrations);
  const message = refused.message.replace('3', '10');
  for (const key of [first, second])
    expect(await name(key, TARGET)).toMatchObject({ status: 429, body: { ...refused, message } });
  expect(await world.database.db.$count(registrations)).toBe(before);
  expect((await name(first, 'another@example.org')).status).toBe(200);
  expect((await name(await buyTickets(teamOfTen({ email: TARGET })), TARGET)).status).toBe(200);
  await forget();
  expect((await name(second, TARGET)).status).toBe(200);
});

test('an email address can be in three free orders an hour, as buyer or team member', async () => {
  await forget();
  const before = await mailsTo(TARGET);
  for (let n = 0; n < 3; n += 1) await buyTickets(free(TARGET));
  expect(await mailsTo(TARGET)).toBe(before + 3);
  expect(await limitWindows(world, 'mails:')).toEqual([60]);
  const ask = (body: unknown) => answerOf(world.visitor().post('/api/create-checkout-session', body));
  const [made, used] = [await world.database.db.$count(orders), await usesOfCoupon()];
  const member = { firstName: 'Tar', lastName: 'Get', email: TARGET, track: 'caregivers' };
  const team = teamOfTen({
    email: 'other@example.org',
    teamMembers: [member],
    couponCode: 'GUEST',
    finalAmount: 0,
  });
  for (const body of [free(TARGET), team])
    expect(await ask(body)).toMatchObject({ status: 429, body: refused });
  expect([await world.database.db.$count(orders), await usesOfCoupon()]).toEqual([made, used]);
  expect((await ask(free('fresh@example.org'))).status).toBe(200);
});

test('paid orders are always confirmed, however many', async () => {
  const before = await mailsTo(TARGET);
  for (let n = 0; n < 4; n += 1) await buyTickets(checkout({ email: TARGET }));
  expect(await mailsTo(TARGET)).toBe(before + 4);
});

async function usesOfCoupon() {
  const [row] = await world.database.db.select().from(coupons);
  return [row!.usageCount, row!.heldCount];
}

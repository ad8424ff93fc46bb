import Papa from 'papaparse';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { createWorld, type World } from '#test/world.ts';
import { asc } from '../db/drizzle.ts';
import { paymentLedger } from '../db/tables.ts';
import { readFees } from './read-fees.ts';

const HOUR = 3_600_000;

let world: World;
beforeEach(async () => {
  world = await createWorld();
});
afterEach(() => world.stop());

const payByStripe = () => buy(world, teamOfTen());
const payBySquare = () => buy(world, { ...checkout(), provider: 'square' });

const fees = async () =>
  (await world.database.db.select().from(paymentLedger).orderBy(asc(paymentLedger.id))).map(({ fee }) => fee);

/** The CSV's column, newest order first. */
async function feesOfCsv() {
  const text = await (await (await world.staff()).get('/api/admin/export/orders')).text();
  const options = { delimiter: ',', newline: '\r\n', header: true } as const;
  const { data } = Papa.parse<Record<string, string>>(text, options);
  return data.slice(0, -1).map((row) => row.Fee);
}

test("each provider's fee is read once it is known, and exported in dollars", async () => {
  world.sandbox.square.faults.set({ feeDelayMs: 24 * HOUR });
  await payByStripe();
  await payBySquare();
  world.sandbox.square.faults.set({ feeDelayMs: 0 });
  await payBySquare();
  expect(await feesOfCsv()).toEqual(['', '', '']);
  await readFees(world.context(), HOUR);
  expect(await fees()).toEqual([610, null, 88]);
  expect(await feesOfCsv()).toEqual(['0.88', '', '6.1']);
});

test("a provider that doesn't respond is asked again and doesn't delay the other", async () => {
  world.sandbox.square.faults.set({ feeDelayMs: 0 });
  await payByStripe();
  await payBySquare();
  const { stripe } = world.sandbox;
  stripe.faults.set({
    failNext: { method: 'GET', path: '/v1/payment_intents/*', when: 'before', kind: '500', times: 10 },
  });
  await readFees(world.context(), HOUR);
  expect(await fees()).toEqual([null, 88]);
  stripe.faults.clear();
  await readFees(world.context(), HOUR);
  expect(await fees()).toEqual([610, 88]);
});

test('an old payment is not looked up, and a fee in another currency is not stored', async () => {
  await payByStripe();
  const { db } = world.database;
  const recordedAt = new Date(world.context().now.getTime() - 3 * HOUR);
  await db.update(paymentLedger).set({ recordedAt });
  await readFees(world.context(), 2 * HOUR);
  expect(await fees()).toEqual([null]);
  await db.update(paymentLedger).set({ currency: 'eur' });
  await readFees(world.context(), 4 * HOUR);
  expect(await fees()).toEqual([null]);
  await db.update(paymentLedger).set({ currency: 'usd' });
  await readFees(world.context(), 4 * HOUR);
  expect(await fees()).toEqual([610]);
});

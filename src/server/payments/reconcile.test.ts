import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PaymentProvider } from '#domain/order.ts';
import { eventually } from '#test/eventually.ts';
import { startCheckout } from '#test/start-checkout.ts';
import { createWorld, type World } from '#test/world.ts';
import { and, eq, gt, sql } from '../db/drizzle.ts';
import { orders, paymentAttempts, paymentLedger, refunds } from '../db/tables.ts';
import { jobHandlers } from '../job-handlers.ts';
import { reconcilePayments } from './reconcile.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ webhooks: false });
});
afterAll(() => world.stop());

test('a provider that does not respond is asked three times in a run, and the next run asks about other payments', async () => {
  for (let n = 0; n < 5; n += 1) await startCheckout(world);
  const { db } = world.database;
  const isOpen = eq(paymentAttempts.state, 'open');
  await db
    .update(paymentAttempts)
    .set({ checks: 0, nextCheckAt: new Date(0) })
    .where(isOpen);
  const asked = () => db.$count(paymentAttempts, and(isOpen, gt(paymentAttempts.checks, 0)));
  const path = '/v1/checkout/sessions/*';
  world.sandbox.stripe.faults.set({
    failNext: { method: 'GET', path, when: 'before', kind: '500', times: 1_000 },
  });
  const counts = [];
  for (let run = 0; run < 2; run += 1) {
    await reconcilePayments(world.context());
    counts.push(await asked());
  }
  world.sandbox.stripe.faults.clear();
  expect(counts).toEqual([3, 5]);
});

test('payments under way are no sign of a silent provider: those after them are asked about, too', async () => {
  const { db } = world.database;
  for (let n = 0; n < 5; n += 1) await startCheckout(world);
  const isOpen = eq(paymentAttempts.state, 'open');
  await db
    .update(paymentAttempts)
    .set({ checks: 0, holdUntil: new Date(0) })
    .where(isOpen);
  world.sandbox.stripe.faults.set({ refuseExpiring: true });
  await reconcilePayments(world.context());
  world.sandbox.stripe.faults.clear();
  expect(await db.$count(paymentAttempts, and(isOpen, eq(paymentAttempts.checks, 0)))).toBe(0);
});

test('a check of the ledger that fails does not keep expired holds from being released', async () => {
  const { db } = world.database;
  const { attempt, orderId } = await startCheckout(world);
  const { id, provider } = attempt;
  await db
    .update(paymentAttempts)
    .set({ holdUntil: new Date(0) })
    .where(eq(paymentAttempts.id, id));
  // Their sum is no integer of the database.
  const most = { orderId, provider, amount: 2 ** 31 - 1, recordedAt: new Date(0), livemode: false } as const;
  await db
    .insert(paymentLedger)
    .values(
      ['one', 'two'].map((moneyRef) => ({ ...most, moneyRef, kind: 'capture' as const, currency: 'usd' })),
    );
  const run = jobHandlers(world.dependencies)['reconcile-payments']({}, { isLast: true });
  await expect(run).rejects.toThrow();
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  expect(order!.paymentStatus).toBe('expired');
  await db.execute(sql`TRUNCATE payment_ledger`);
});

test('expired holds are released first, and once a provider has responded, several payments are asked about at once', async () => {
  const { db } = world.database;
  const opened = [];
  for (let n = 0; n < 5; n += 1) opened.push(await startCheckout(world));
  const isOpen = eq(paymentAttempts.state, 'open');
  await db
    .update(paymentAttempts)
    .set({ checks: 0, nextCheckAt: new Date(0) })
    .where(isOpen);
  const { attempt, orderId } = opened.at(-1)!;
  await db
    .update(paymentAttempts)
    .set({ holdUntil: new Date(0), nextCheckAt: new Date() })
    .where(eq(paymentAttempts.id, attempt.id));
  const gateway = world.dependencies.gateways.get('stripe')!;
  const asked: string[] = [];
  const { promise: areThree, resolve } = Promise.withResolvers<void>();
  const close = vi.spyOn(gateway, 'close').mockImplementation(async ({ attemptId }) => {
    asked.push(attemptId);
    return null;
  });
  const fetch = vi.spyOn(gateway, 'fetch').mockImplementation(async () => {
    asked.push('fetch');
    if (asked.length === 4) resolve();
    await areThree;
    return null;
  });
  await reconcilePayments(world.context());
  expect(asked.slice(0, 4)).toEqual([attempt.id, 'fetch', 'fetch', 'fetch']);
  const [order] = await db.select().from(orders).where(eq(orders.id, orderId));
  expect(order!.paymentStatus).toBe('expired');
  close.mockRestore();
  fetch.mockRestore();
});

describe('refunds at a provider that does not respond', () => {
  /** Refunds that are due, of payments that no provider knows. */
  async function addRefunds(provider: PaymentProvider, count: number): Promise<void> {
    const { orderId } = await startCheckout(world);
    const rows = Array.from({ length: count }, () => ({
      id: crypto.randomUUID(),
      orderId,
      provider,
      moneyRef: 'unknown',
      amount: 1,
      currency: 'usd',
      reason: 'buyer' as const,
      state: 'pending' as const,
      requestedBy: 'staff',
      nextCheckAt: new Date(),
      createdAt: new Date(),
    }));
    await world.database.db.insert(refunds).values(rows);
  }

  const asked = (provider: PaymentProvider) =>
    world.database.db.$count(refunds, and(eq(refunds.provider, provider), gt(refunds.checks, 0)));

  beforeEach(async () => {
    await world.database.db.delete(refunds);
  });

  test("don't delay the other provider's", async () => {
    await addRefunds('stripe', 1);
    await addRefunds('square', 1);
    world.sandbox.stripe.faults.set({
      failNext: { method: 'POST', path: '/v1/refunds', when: 'before', kind: 'held' },
    });
    const run = reconcilePayments(world.context());
    await eventually(async () => expect(await asked('square')).toBe(1));
    expect(await asked('stripe')).toBe(0);
    world.sandbox.stripe.faults.clear();
    await run;
    expect(await asked('stripe')).toBe(1);
  });

  test('are sent three times in a run, and the next run sends others', async () => {
    await addRefunds('stripe', 5);
    // A provider that is no longer configured counts as one that doesn't respond.
    const gateways = new Map(world.dependencies.gateways);
    gateways.delete('stripe');
    const counts = [];
    for (let run = 0; run < 2; run += 1) {
      await reconcilePayments({ ...world.context(), gateways });
      counts.push(await asked('stripe'));
    }
    expect(counts).toEqual([3, 5]);
  });
});

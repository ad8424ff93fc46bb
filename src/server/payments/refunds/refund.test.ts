import { randomUUID } from 'node:crypto';
import { SquareClient } from 'square';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { checkout } from '#test/factories.ts';
import { setRefundStage } from '#test/refund-stage.ts';
import { and, eq, isNull } from '../../db/drizzle.ts';
import { orders, paymentCases, refunds } from '../../db/tables.ts';
import { watchPayments } from '../cases/watch-payments.ts';
import { ProviderUnavailable } from '../gateways/gateway.ts';
import { applyRefund, pushRefund } from './refund.ts';

const stage = setRefundStage();
const { buy, refund, standing, askAboutRefunds } = stage;
afterEach(() => vi.restoreAllMocks());

const PATHS = { stripe: '/v1/refunds', square: '/v2/refunds' } as const;

describe.each(['stripe', 'square'] as const)('by %s', (provider) => {
  const faults = () => stage.world.sandbox[provider].faults;
  const gateway = () => stage.world.dependencies.gateways.get(provider)!;

  /** Makes a refund with our id, as if the provider had forgotten its idempotency key since. */
  async function makeLongAgo(id: number, refundId: string): Promise<void> {
    const [order] = await stage.world.database.db.select().from(orders).where(eq(orders.id, id));
    const moneyRef = order!.squarePaymentId!;
    const { square } = stage.world.dependencies.settings;
    if (provider === 'stripe') {
      const metadata = { refund_id: refundId };
      await stage.world.stripe.refunds.create({ payment_intent: moneyRef, amount: 5_00, metadata });
      return;
    }
    const client = new SquareClient({ token: square!.accessToken, baseUrl: square!.apiUrl });
    await client.refunds.refundPayment({
      idempotencyKey: randomUUID(),
      paymentId: moneyRef,
      amountMoney: { amount: 500n, currency: 'USD' },
      reason: `Refund ${refundId}`,
    });
  }

  test.each([
    ['whose response was lost', 1],
    ['whose process died', 0],
  ])('a part %s is not returned twice, even if it is retried days later', async (_, checks) => {
    const { id } = (await buy({ ...checkout(), provider })).order;
    const refundId = randomUUID();
    faults().set({
      dropWebhooks: 'all',
      failNext: { method: 'POST', path: PATHS[provider], when: 'before', kind: 'drop', times: 9 },
    });
    expect((await refund(id, { refundId, amount: 5_00 })).body.refunds[0].state).toBe('pending');
    faults().clear();
    faults().set({ dropWebhooks: 'all' });
    await makeLongAgo(id, refundId);
    await stage.world.database.db.update(refunds).set({ checks }).where(eq(refunds.id, refundId));
    await expect.poll(() => askAboutRefunds().then(() => standing(id))).toMatchObject({ kept: 15_00 });

    // The provider still has the rest.
    expect((await refund(id, { amount: 15_00 })).status).toBe(200);
    await expect.poll(() => askAboutRefunds().then(() => standing(id))).toMatchObject({ kept: 0 });
  });

  test('the first attempt makes a single call', async () => {
    const find = vi.spyOn(gateway(), 'findRefund');
    const { id } = (await buy({ ...checkout(), provider })).order;
    await refund(id, { amount: 5_00 });
    expect(find).not.toHaveBeenCalled();
  });

  test('a refund that a webhook ends while its request fails is not asked about again', async () => {
    const { id } = (await buy({ ...checkout(), provider })).order;
    const refundId = randomUUID();
    const send = gateway().refund.bind(gateway());
    vi.spyOn(gateway(), 'refund').mockImplementationOnce(async (wish) => {
      const made = await send(wish);
      await applyRefund(stage.world.context(), refundId, { ...made, state: 'succeeded' });
      throw new ProviderUnavailable('the response was lost');
    });
    await refund(id, { refundId, amount: 5_00 });
    const [row] = await stage.world.database.db.select().from(refunds).where(eq(refunds.id, refundId));
    expect(row).toMatchObject({ state: 'succeeded', nextCheckAt: null });
  });

  test('a refund that the provider accepted and then no longer knows becomes a case until it responds', async () => {
    const { id } = (await buy({ ...checkout(), provider })).order;
    const refundId = randomUUID();
    const send = gateway().refund.bind(gateway());
    vi.spyOn(gateway(), 'refund').mockImplementation(async (wish) => ({
      ...(await send(wish)),
      state: 'pending',
    }));
    faults().set({ dropWebhooks: 'all' });
    await refund(id, { refundId, amount: 5_00 });
    const find = vi.spyOn(gateway(), 'fetchRefund').mockResolvedValue(null);
    for (let check = 1; check <= 5; check += 1) {
      expect(await stage.casesOf(id)).toEqual([]);
      await pushRefund(stage.world.context(), refundId);
      await watchPayments(stage.world.context());
    }
    expect(await stage.casesOf(id)).toEqual(['provider_silent']);
    find.mockRestore();
    await pushRefund(stage.world.context(), refundId);
    await watchPayments(stage.world.context());
    const isOpen = and(eq(paymentCases.orderId, id), isNull(paymentCases.resolvedAt));
    expect(await stage.world.database.db.$count(paymentCases, isOpen)).toBe(0);
  });
});

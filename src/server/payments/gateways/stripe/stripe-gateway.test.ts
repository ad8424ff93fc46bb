import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import {
  chargeFor,
  INSTALLATION,
  LONG_AGO,
  OTHER,
  STRIPE,
  setProviders,
  urls,
  usd,
} from '#test/payment-providers.ts';
import { BadSignature, ProviderUnavailable } from '../gateway.ts';
import { createStripeGateway } from './stripe-gateway.ts';
import { disputeSnapshotOf, refundSnapshotOf } from './stripe-snapshots.ts';

const providers = setProviders();

test('a payment page takes only cards, in dollars, and the statement names the order', async () => {
  const charge = chargeFor();
  const ref = await providers.stripe.pay(charge);
  const session = await providers.stripeClient().checkout.sessions.retrieve(ref, {
    expand: ['payment_intent.latest_charge'],
  });
  expect(session).toMatchObject({
    adaptive_pricing: { enabled: false },
    payment_method_types: ['card'],
    metadata: { order_id: '42', attempt_id: charge.attemptId, installation: INSTALLATION },
    payment_intent: {
      description: 'Digital Safety Summit: Individual Package (DSS000042)',
      metadata: { order_id: '42', attempt_id: charge.attemptId, installation: INSTALLATION },
      latest_charge: { calculated_statement_descriptor: 'SANDBOX CO* DSS000042' },
    },
  });
  // A longer number keeps its distinguishing last digits.
  await providers.stripe.pay(chargeFor({ registrationNumber: 'SUMMIT1234567' }));
});

test.each(['payment', 'refund'] as const)(
  'a webhook about a %s of another installation is ignored',
  async (kind) => {
    const read = (metadata: object) => {
      const body = providers.stripe.message(kind, 'ref_1', metadata);
      return providers.stripe.open().verifyWebhook(Buffer.from(body), providers.stripe.sign(body));
    };
    expect((await read({ installation: OTHER })).kind).toBe('ignored');
    for (const metadata of [{ installation: INSTALLATION }, { attempt_id: randomUUID() }, {}])
      expect((await read(metadata)).kind).toBe(kind);
  },
);

test('an attempt has one page, and an old webhook is refused', async () => {
  const gateway = providers.openStripe();
  const charge = chargeFor();
  const [first, again] = [await gateway.start(charge, urls), await gateway.start(charge, urls)];
  expect(again).toEqual(first);
  expect(first.amount).toEqual(usd(2000));
  const body = providers.stripe.message('payment', 'ref_1');
  const old = providers.stripe.sign(body, { secondsAgo: 360 });
  await expect(gateway.verifyWebhook(Buffer.from(body), old)).rejects.toBeInstanceOf(BadSignature);
});

test('a key that Stripe refuses makes nothing, so the buyer hears that the provider is unavailable', async () => {
  const gateway = createStripeGateway(
    { ...STRIPE, secretKey: 'sk_test_revoked', apiUrl: providers.sandboxUrl() },
    INSTALLATION,
  );
  await expect(gateway.start(chargeFor(), urls)).rejects.toBeInstanceOf(ProviderUnavailable);
  const sweep = async () => {
    for await (const one of gateway.listSince(LONG_AGO)) throw new Error(`saw ${one.ref}`);
  };
  await expect(sweep()).rejects.toBeInstanceOf(ProviderUnavailable);
});

test.each([
  ['warning_needs_response', 'open'],
  ['warning_under_review', 'open'],
  ['warning_closed', 'won'],
  ['needs_response', 'open'],
  ['under_review', 'open'],
  ['appeal_needs_response', 'open'],
  ['appeal_under_review', 'open'],
  ['prevented', 'won'],
  ['won', 'won'],
  ['lost', 'lost'],
] satisfies [Stripe.Dispute.Status, string][])('a dispute that Stripe calls %s is %s', (status, state) => {
  const dispute = { id: 'du_1', payment_intent: 'pi_1', amount: 2000, currency: 'usd', status };
  expect(disputeSnapshotOf(dispute as Stripe.Dispute)).toEqual({
    ref: 'du_1',
    moneyRef: 'pi_1',
    amount: usd(2000),
    state,
  });
});

test.each([
  ['pending', 'pending'],
  ['requires_action', 'requires_action'],
  ['succeeded', 'succeeded'],
  ['failed', 'failed'],
  ['canceled', 'canceled'],
  ['reversed', null],
  [null, null],
])('a refund that Stripe calls %s is read as %s', (status, state) => {
  const ids = { refundId: 'refund-1', ref: 're_1', moneyRef: 'pi_1' };
  expect(refundSnapshotOf(refundIn(status))).toEqual({ ...ids, amount: usd(2000), state });
});

function refundIn(status: string | null): Stripe.Refund {
  const metadata = { refund_id: 'refund-1' };
  const refund = { id: 're_1', payment_intent: 'pi_1', amount: 2000, currency: 'usd', metadata, status };
  return refund as unknown as Stripe.Refund;
}

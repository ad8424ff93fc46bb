import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { chargeFor, INSTALLATION, OTHER, setProviders, urls, usd } from '#test/payment-providers.ts';
import { BadSignature } from '../gateway.ts';

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

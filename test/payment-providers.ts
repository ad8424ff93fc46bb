import { createHmac, randomUUID } from 'node:crypto';
import { SquareClient } from 'square';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { FaultSettings } from '#sandbox/faults.ts';
import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts';
import type { BillingAddress, Charge, PaymentGateway } from '#server/payments/gateways/gateway.ts';
import { createSquareGateway } from '#server/payments/gateways/square/square-gateway.ts';
import { createStripeGateway } from '#server/payments/gateways/stripe/stripe-gateway.ts';
import { tokenizeCard } from '#test/sandbox/square-stand.ts';
import { submitCard } from '#test/sandbox/stripe-stand.ts';

export const STRIPE = { secretKey: 'sk_test_suite', webhookSecret: 'whsec_suite' };
const SQUARE = {
  accessToken: 'sandbox-token-suite',
  applicationId: 'sandbox-sq0idb-suite',
  locationId: 'LSUITE',
  webhookSignatureKey: 'signature-key-suite',
};
export const SITE = 'https://summit.example.org';
export const SQUARE_HOOK = `${SITE}/api/webhooks/square`;
export const urls = { success: `${SITE}/checkout-success`, cancel: `${SITE}/checkout` };
export const LONG_AGO = new Date(Date.now() - 3_600_000);
export const INSTALLATION = '0a1b2c3d-0000-4000-8000-000000000001';
export const OTHER = '4e5f6071-0000-4000-8000-000000000002';
export const usd = (minor: number) => ({ minor, currency: 'usd' });
export const billing: BillingAddress = {
  line1: '1 Sample Street',
  line2: null,
  city: 'Denver',
  state: 'CO',
  postalCode: '80210',
  country: 'US',
};

export function chargeFor(changes: Partial<Charge> = {}): Charge {
  return {
    attemptId: randomUUID(),
    orderId: 42,
    transactionId: 'T'.repeat(28),
    total: usd(2000),
    description: 'Digital Safety Summit: Individual Package',
    registrationNumber: 'DSS000042',
    productRef: null,
    couponCode: null,
    buyerEmail: 'jane@example.org',
    expiresAt: new Date(Date.now() + 35 * 60_000),
    ...changes,
  };
}

/** What tests need from a provider besides the gateway: a buyer, a dispute, and webhooks. */
interface Provider {
  open(apiUrl?: string, installation?: string): PaymentGateway;
  /** Pays like buyer and site together; returns the `ref`. */
  pay(charge: Charge): Promise<string>;
  payDisputed(charge: Charge): Promise<string>;
  /** A payment in the same account that this site didn't create, or created before it marked its payments. */
  payElsewhere(attemptId?: string): Promise<string>;
  readonly faults: () => { set(change: Pick<FaultSettings, 'failRefundsAfterMs' | 'failNext'>): void };
  disputeOf(moneyRef: string): Promise<string>;
  /** A full refund with our id, whose idempotency key the provider has forgotten. */
  refundLongAgo(moneyRef: string, refundId: string): Promise<void>;
  message(kind: 'payment' | 'refund' | 'dispute' | 'other', ref: string, metadata?: object): string;
  sign(body: string, changes?: { secret?: string; url?: string; secondsAgo?: number }): Headers;
}

/** Both providers for the tests of a file: a sandbox whose faults are cleared before each test, and gateways to it. */
export function setProviders() {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({
      port: 0,
      siteUrl: 'http://127.0.0.1:9',
      oidcClient: { id: 'suite', secret: 'suite', redirectUris: [], postLogoutRedirectUris: [] },
      stripe: { ...STRIPE, webhookUrl: 'http://127.0.0.1:9/nobody' },
      square: { ...SQUARE, webhookUrl: 'http://127.0.0.1:9/nobody' },
    });
  });
  beforeEach(() => {
    sandbox.stripe.faults.clear();
    sandbox.square.faults.clear();
    sandbox.square.faults.set({ listLagMs: 0, feeDelayMs: 0 });
  });
  afterAll(() => sandbox.stop());

  function openStripe(apiUrl = sandbox.url, installation = INSTALLATION) {
    return createStripeGateway({ ...STRIPE, apiUrl }, installation);
  }

  const stripeProvider: Provider = {
    open: openStripe,
    async pay(charge) {
      return payOnPage(charge, '4242 4242 4242 4242');
    },
    payDisputed: (charge) => payOnPage(charge, '4000 0000 0000 0259'),
    async payElsewhere(attemptId) {
      const metadata: Record<string, string> = attemptId ? { order_id: '42', attempt_id: attemptId } : {};
      const session = await stripeClient().checkout.sessions.create({
        mode: 'payment',
        line_items: [
          { quantity: 1, price_data: { currency: 'usd', unit_amount: 700, product_data: { name: 'Mug' } } },
        ],
        success_url: SITE,
        cancel_url: SITE,
        metadata,
      });
      await submitCard(session.url!);
      return session.id;
    },
    faults: () => sandbox.stripe.faults,
    async disputeOf(moneyRef) {
      const { data } = await stripeClient().disputes.list({ payment_intent: moneyRef });
      return data[0]!.id;
    },
    async refundLongAgo(moneyRef, refundId) {
      const metadata = { refund_id: refundId };
      await stripeClient().refunds.create({ payment_intent: moneyRef, metadata });
    },
    message(kind, ref, metadata = {}) {
      const objects = { payment: 'checkout.session', refund: 'refund', dispute: 'dispute', other: 'payout' };
      const types = {
        payment: 'checkout.session.completed',
        refund: 'refund.updated',
        dispute: 'charge.dispute.created',
        other: 'payout.paid',
      };
      const object = { id: ref, object: objects[kind], metadata };
      const event = {
        id: 'evt_suite',
        object: 'event',
        type: types[kind],
        livemode: false,
        data: { object },
      };
      return JSON.stringify(event, null, 2);
    },
    sign(payload, { secret = STRIPE.webhookSecret, secondsAgo = 0 } = {}) {
      const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
      const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
      return new Headers({ 'stripe-signature': header });
    },
  };

  async function payOnPage(charge: Charge, number: string): Promise<string> {
    const page = await openStripe().start(charge, urls);
    await submitCard(page.url, { number });
    return page.ref;
  }

  function stripeClient(): Stripe {
    const { hostname, port } = new URL(sandbox.url);
    return new Stripe(STRIPE.secretKey, { host: hostname, port, protocol: 'http' });
  }

  function squareSettings(apiUrl = sandbox.url) {
    return { ...SQUARE, apiUrl, scriptUrl: `${apiUrl}/square/web/v1/square.js`, webhookUrl: SQUARE_HOOK };
  }

  function openSquare(apiUrl?: string, installation = INSTALLATION, timeoutSeconds?: number) {
    return createSquareGateway(squareSettings(apiUrl), installation, timeoutSeconds);
  }

  async function chargeTyped(charge: Charge, card: Parameters<typeof tokenizeCard>[1] = {}) {
    return openSquare().charge(charge, { token: await tokenizeCard(sandbox.url, card), billing });
  }

  const squareProvider: Provider = {
    open: openSquare,
    pay: async (charge) => (await chargeTyped(charge)).ref,
    payDisputed: async (charge) => (await chargeTyped(charge, { cardNumber: '4000000000000259' })).ref,
    async payElsewhere(attemptId) {
      const { payment } = await squareClient().payments.create({
        sourceId: 'cnon:card-nonce-ok',
        idempotencyKey: randomUUID(),
        amountMoney: { amount: 700n, currency: 'USD' },
        referenceId: attemptId ?? 'counter-7',
        note: 'order:42 by phone',
      });
      return payment!.id!;
    },
    faults: () => sandbox.square.faults,
    async disputeOf(moneyRef) {
      for await (const one of await squareClient().disputes.list({})) {
        if (one.disputedPayment?.paymentId === moneyRef) return one.id!;
      }
      throw new Error('there is no dispute');
    },
    async refundLongAgo(paymentId, refundId) {
      await squareClient().refunds.refundPayment({
        idempotencyKey: randomUUID(),
        paymentId,
        amountMoney: { amount: 2000n, currency: 'USD' },
        reason: `Refund ${refundId}`,
      });
    },
    message(kind, id) {
      const types = {
        payment: 'payment.updated',
        refund: 'refund.updated',
        dispute: 'dispute.state.updated',
        other: 'payout.paid',
      };
      const data = { type: kind, id, object: { [kind]: { id } } };
      return JSON.stringify({ merchant_id: 'M', type: types[kind], event_id: 'evt_suite', data }, null, 2);
    },
    sign(body, { secret = SQUARE.webhookSignatureKey, url = SQUARE_HOOK } = {}) {
      const signature = createHmac('sha256', secret).update(`${url}${body}`).digest('base64');
      return new Headers({ 'x-square-hmacsha256-signature': signature });
    },
  };

  function squareClient(): SquareClient {
    return new SquareClient({ token: SQUARE.accessToken, baseUrl: sandbox.url });
  }

  return {
    stripe: stripeProvider,
    square: squareProvider,
    openStripe,
    stripeClient,
    squareSettings,
    openSquare,
    chargeTyped,
    sandboxUrl: () => sandbox.url,
    squareFaults: () => sandbox.square.faults,
  };
}

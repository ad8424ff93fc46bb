import { createHmac, randomUUID } from 'node:crypto';
import { SquareClient } from 'square';
import Stripe from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts';
import { tokenizeCard } from '#sandbox/square/test-stand.ts';
import { submitCard } from '#sandbox/stripe/test-stand.ts';
import { eventually } from '#test/eventually.ts';
import {
  BadSignature,
  type BillingAddress,
  type Charge,
  type PaymentGateway,
  type PaymentSnapshot,
  ProviderUnavailable,
} from './gateway.ts';
import { checkSquareAccount, createSquareGateway } from './square/square-gateway.ts';
import { createStripeGateway } from './stripe/stripe-gateway.ts';

const STRIPE = { secretKey: 'sk_test_suite', webhookSecret: 'whsec_suite' };
const SQUARE = {
  accessToken: 'sandbox-token-suite',
  applicationId: 'sandbox-sq0idb-suite',
  locationId: 'LSUITE',
  webhookSignatureKey: 'signature-key-suite',
};
const SITE = 'https://summit.example.org';
const SQUARE_HOOK = `${SITE}/api/webhooks/square`;
const urls = { success: `${SITE}/checkout-success`, cancel: `${SITE}/checkout` };
const LONG_AGO = new Date(Date.now() - 3_600_000);
const INSTALLATION = '0a1b2c3d-0000-4000-8000-000000000001';
const OTHER = '4e5f6071-0000-4000-8000-000000000002';
const usd = (minor: number) => ({ minor, currency: 'usd' });
const billing: BillingAddress = {
  line1: '1 Sample Street',
  line2: null,
  city: 'Denver',
  state: 'CO',
  postalCode: '80210',
  country: 'US',
};

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    people: [],
    oidcClient: { id: 'suite', secret: 'suite', redirectUris: [], postLogoutRedirectUris: [] },
    stripe: { ...STRIPE, webhookUrl: 'http://127.0.0.1:9/nobody' },
    square: { ...SQUARE, webhookUrl: 'http://127.0.0.1:9/nobody' },
  });
});
beforeEach(() => {
  sandbox.stripe.faults.clear();
  sandbox.square!.faults.clear();
  sandbox.square!.faults.set({ listLagMs: 0, feeDelayMs: 0 });
});
afterAll(() => sandbox.stop());

function chargeFor(changes: Partial<Charge> = {}): Charge {
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

/** What the suite needs of a provider beyond the port: a buyer, a dispute, and messages. */
interface Provider {
  open(apiUrl?: string, installation?: string): PaymentGateway;
  /** As the buyer and the site do together; answers with the `ref`. */
  pay(charge: Charge): Promise<string>;
  payDisputed(charge: Charge): Promise<string>;
  /** A payment of the same account that this site has not made, or made before it marked its payments. */
  payElsewhere(attemptId?: string): Promise<string>;
  readonly faults: () => { set(change: { failRefundsAfterMs: number }): void };
  disputeOf(moneyRef: string): Promise<string>;
  message(kind: 'payment' | 'refund' | 'dispute' | 'other', ref: string, metadata?: object): string;
  sign(body: string, changes?: { secret?: string; url?: string; secondsAgo?: number }): Headers;
}

const stripeProvider: Provider = {
  open: (apiUrl = sandbox.url, installation = INSTALLATION) =>
    createStripeGateway({ ...STRIPE, apiUrl }, installation),
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
  message(kind, ref, metadata = {}) {
    const objects = { payment: 'checkout.session', refund: 'refund', dispute: 'dispute', other: 'payout' };
    const types = {
      payment: 'checkout.session.completed',
      refund: 'refund.updated',
      dispute: 'charge.dispute.created',
      other: 'payout.paid',
    };
    const object = { id: ref, object: objects[kind], metadata };
    const event = { id: 'evt_suite', object: 'event', type: types[kind], livemode: false, data: { object } };
    return JSON.stringify(event, null, 2);
  },
  sign(payload, { secret = STRIPE.webhookSecret, secondsAgo = 0 } = {}) {
    const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });
    return new Headers({ 'stripe-signature': header });
  },
};

async function payOnPage(charge: Charge, number: string): Promise<string> {
  const gateway = stripeProvider.open();
  if (gateway.flow !== 'redirect') throw new Error('Stripe has a page');
  const page = await gateway.start(charge, urls);
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
  faults: () => sandbox.square!.faults,
  async disputeOf(moneyRef) {
    for await (const one of await squareClient().disputes.list({})) {
      if (one.disputedPayment?.paymentId === moneyRef) return one.id!;
    }
    throw new Error('there is no dispute');
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

describe.each([
  ['stripe', stripeProvider],
  ['square', squareProvider],
] as const)('%s', (name, provider) => {
  const unavailable = expect.any(ProviderUnavailable);
  const gateway = () => provider.open();

  test('tells of a payment by its ref and by its attempt, with what is ours', async () => {
    const charge = chargeFor();
    const ref = await provider.pay(charge);
    const told = await gateway().fetch(ref);
    expect(told).toMatchObject({
      provider: name,
      ref,
      attemptId: charge.attemptId,
      orderId: 42,
      state: 'paid',
      captured: usd(2000),
      livemode: false,
      failure: null,
    });
    expect(told!.moneyRef).toMatch(/^\w{20,}$/);
    expect(await gateway().findByAttempt(charge.attemptId, LONG_AGO)).toEqual(told);
  });

  test('knows nothing of what was never there', async () => {
    const nobody = { stripe: 'cs_test_nobody', square: 'nobody' }[name];
    expect(await gateway().fetch(nobody)).toBeNull();
    expect(await gateway().findByAttempt(randomUUID(), LONG_AGO)).toBeNull();
    expect(await gateway().fetchRefund('re_nobody')).toBeNull();
    expect(await gateway().fetchDispute('du_nobody')).toBeNull();
  });

  test('closes what nobody has paid', async () => {
    const charge = chargeFor();
    const one = gateway();
    const ref = one.flow === 'redirect' ? (await one.start(charge, urls)).ref : null;
    const final = await one.close({ attemptId: charge.attemptId, ref, since: LONG_AGO });
    expect(final?.state ?? null).toBe({ stripe: 'expired', square: null }[name]);
    const never = await one.close({ attemptId: randomUUID(), ref: null, since: LONG_AGO });
    expect(never).toBeNull();
  });

  test('closes nothing that is paid, and says so', async () => {
    const charge = chargeFor();
    const ref = await provider.pay(charge);
    const final = await gateway().close({ attemptId: charge.attemptId, ref, since: LONG_AGO });
    expect(final).toMatchObject({ state: 'paid', captured: usd(2000) });
  });

  test('lists what bears our mark, and nothing else', async () => {
    const charges = [chargeFor(), chargeFor({ total: usd(500) })];
    for (const charge of charges) await provider.pay(charge);
    const elsewhere = await provider.payElsewhere();
    const listed: PaymentSnapshot[] = [];
    for await (const one of gateway().listSince(LONG_AGO)) listed.push(one);
    const ours = listed.filter((one) => charges.some((charge) => charge.attemptId === one.attemptId));
    expect(ours.map((one) => one.captured.minor).toSorted()).toEqual([2000, 500]);
    expect(listed.map((one) => one.ref)).not.toContain(elsewhere);
    expect(await gateway().fetch(elsewhere)).toMatchObject({ attemptId: null, captured: usd(700) });
  });

  test('leaves payments of another installation at the account alone, and keeps its own from before it marked them', async () => {
    const list = async (installation: string) => {
      const refs: string[] = [];
      for await (const one of provider.open(undefined, installation).listSince(LONG_AGO)) refs.push(one.ref);
      return refs;
    };
    const ref = await provider.pay(chargeFor());
    const unmarked = await provider.payElsewhere(randomUUID());
    expect(await list(INSTALLATION)).toEqual(expect.arrayContaining([ref, unmarked]));
    expect(await list(OTHER)).not.toContain(ref);

    const disputed = await gateway().fetch(await provider.payDisputed(chargeFor()));
    const dispute = await provider.disputeOf(disputed!.moneyRef!);
    expect(await gateway().fetchDispute(dispute)).not.toBeNull();
    expect(await provider.open(undefined, OTHER).fetchDispute(dispute)).toBeNull();
  });

  describe('a refund', () => {
    const refund = async (moneyRef: string, minor: number, refundId: string = randomUUID()) =>
      gateway().refund({ refundId, moneyRef, amount: usd(minor), reason: 'buyer' });
    const paid = async () => (await gateway().fetch(await provider.pay(chargeFor())))!.moneyRef!;
    const settled = (ref: string, state: string) =>
      eventually(async () => {
        const told = await gateway().fetchRefund(ref);
        expect(told?.state).toBe(state);
        return told!;
      });

    test('goes out in parts, and never beyond what was paid', async () => {
      const moneyRef = await paid();
      const refundId = randomUUID();
      const first = await refund(moneyRef, 500, refundId);
      expect(first).toMatchObject({ refundId, moneyRef, amount: usd(500) });
      expect(await settled(first.ref, 'succeeded')).toMatchObject({ refundId, amount: usd(500) });
      const second = await refund(moneyRef, 1500);
      await settled(second.ref, 'succeeded');
      const tooMuch = await refund(moneyRef, 1).catch((error: unknown) => error);
      expect(tooMuch).toBeInstanceOf(Error);
      expect(tooMuch).not.toBeInstanceOf(ProviderUnavailable);
    });

    test('is made once, however often it is asked for', async () => {
      const moneyRef = await paid();
      const refundId = randomUUID();
      const [first, again] = [await refund(moneyRef, 600, refundId), await refund(moneyRef, 600, refundId)];
      expect(again.ref).toBe(first.ref);
      await settled(first.ref, 'succeeded');
      await settled((await refund(moneyRef, 1400)).ref, 'succeeded');
    });

    test('may fail later, and then says so', async () => {
      provider.faults().set({ failRefundsAfterMs: 200 });
      const asked = await refund(await paid(), 2000);
      expect(asked.state).not.toBe('failed');
      await settled(asked.ref, 'failed');
    });
  });

  test('tells what it keeps of a payment', async () => {
    const told = await gateway().fetch(await provider.pay(chargeFor()));
    expect(await gateway().fetchFee(told!.moneyRef!)).toEqual(usd(88));
    expect(await gateway().fetchFee('nobody')).toBeNull();
  });

  test('tells of a dispute', async () => {
    const told = await gateway().fetch(await provider.payDisputed(chargeFor()));
    const ref = await provider.disputeOf(told!.moneyRef!);
    const dispute = { ref, moneyRef: told!.moneyRef, amount: usd(2000), state: 'open' };
    expect(await gateway().fetchDispute(ref)).toEqual(dispute);
  });

  describe('a message', () => {
    const read = (body: string, headers: Headers) => gateway().verifyWebhook(Buffer.from(body), headers);

    test.each(['payment', 'refund', 'dispute'] as const)('that is genuine hints at a %s', async (kind) => {
      const body = provider.message(kind, 'ref_1');
      expect(await read(body, provider.sign(body))).toMatchObject({
        kind,
        eventId: 'evt_suite',
        ref: 'ref_1',
        livemode: false,
      });
    });

    test('about something else is ignored', async () => {
      const body = provider.message('other', 'ref_1');
      expect(await read(body, provider.sign(body))).toEqual({
        kind: 'ignored',
        eventId: 'evt_suite',
        type: 'payout.paid',
      });
    });

    test('that is not genuine is refused', async () => {
      const body = provider.message('payment', 'ref_1');
      const good = provider.sign(body);
      const forged: [string, Headers][] = [
        [body, new Headers()],
        [body, new Headers([...good].map(([key]) => [key, '']))],
        [body, new Headers([...good].map(([key, value]) => [key, `${value}A`]))],
        [body, provider.sign(body, { secret: 'another' })],
        [body, provider.sign(provider.message('payment', 'ref_2'))],
        [JSON.stringify(JSON.parse(body)), good],
        [`${body} `, good],
        ['[]', provider.sign('[]')],
        ['', provider.sign('')],
      ];
      for (const [sent, headers] of forged) {
        await expect(read(sent, headers)).rejects.toBeInstanceOf(BadSignature);
      }
    });
  });

  test('that is down leaves every outcome open', async () => {
    const down = provider.open('http://127.0.0.1:9');
    const attempt = { attemptId: randomUUID(), ref: null, since: LONG_AGO };
    const asked: [string, Promise<unknown>][] = [
      ['fetch', down.fetch('x')],
      ['find', down.findByAttempt(attempt.attemptId, LONG_AGO)],
      ['close', down.close(attempt)],
      ['refund', down.refund({ refundId: randomUUID(), moneyRef: 'x', amount: usd(1), reason: 'duplicate' })],
      ['refund', down.fetchRefund('x')],
      ['dispute', down.fetchDispute('x')],
      ['fee', down.fetchFee('x')],
      ['list', down.listSince(LONG_AGO)[Symbol.asyncIterator]().next()],
      [
        'pay',
        down.flow === 'redirect'
          ? down.start(chargeFor(), urls)
          : down.charge(chargeFor(), { token: 'cnon:card-nonce-ok', billing }),
      ],
    ];
    const answers = await Promise.all(
      asked.map(async ([what, call]) => [what, await call.catch((error: unknown) => error)]),
    );
    expect(answers).toEqual(asked.map(([what]) => [what, unavailable]));
  });
});

describe('Stripe alone', () => {
  test('asks for cards in dollars alone, and says on the statement what was bought', async () => {
    const charge = chargeFor();
    const ref = await stripeProvider.pay(charge);
    const session = await stripeClient().checkout.sessions.retrieve(ref, {
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
    // A longer number keeps the digits that tell it from others.
    await stripeProvider.pay(chargeFor({ registrationNumber: 'SUMMIT1234567' }));
  });

  test.each(['payment', 'refund'] as const)(
    'ignores a message about a %s of another installation',
    async (kind) => {
      const read = (metadata: object) => {
        const body = stripeProvider.message(kind, 'ref_1', metadata);
        return stripeProvider.open().verifyWebhook(Buffer.from(body), stripeProvider.sign(body));
      };
      expect((await read({ installation: OTHER })).kind).toBe('ignored');
      for (const metadata of [{ installation: INSTALLATION }, { attempt_id: randomUUID() }, {}])
        expect((await read(metadata)).kind).toBe(kind);
    },
  );

  test('opens one page for one attempt, and refuses an old message', async () => {
    const gateway = createStripeGateway({ ...STRIPE, apiUrl: sandbox.url }, INSTALLATION);
    const charge = chargeFor();
    const [first, again] = [await gateway.start(charge, urls), await gateway.start(charge, urls)];
    expect(again).toEqual(first);
    expect(first.amount).toEqual(usd(2000));
    const body = stripeProvider.message('payment', 'ref_1');
    const old = stripeProvider.sign(body, { secondsAgo: 360 });
    await expect(gateway.verifyWebhook(Buffer.from(body), old)).rejects.toBeInstanceOf(BadSignature);
  });
});

describe('Square alone', () => {
  test('charges once, however often it is asked with the same card', async () => {
    const charge = chargeFor();
    const card = { token: await tokenizeCard(sandbox.url), billing };
    const both = [await openSquare().charge(charge, card), await openSquare().charge(charge, card)];
    expect(both[1]).toEqual(both[0]);
    expect(both[0]).toMatchObject({ state: 'paid', billing, captured: usd(2000) });
  });

  test.each([
    [{ cardNumber: '4000000000000002' }, 'GENERIC_DECLINE'],
    [{ cardNumber: '4000000000009995' }, 'INSUFFICIENT_FUNDS'],
    [{ cardNumber: '4800000000000004' }, 'CARD_DECLINED_VERIFICATION_REQUIRED'],
    [{ cvv: '911' }, 'CVV_FAILURE'],
    [{ postalCode: '99999' }, 'ADDRESS_VERIFICATION_FAILURE'],
    [{ expirationDate: '01/40' }, 'INVALID_EXPIRATION'],
  ])('%j is an answer and not an error', async (card, code) => {
    const charge = chargeFor();
    const told = await chargeTyped(charge, card);
    expect(told).toMatchObject({ state: 'failed', attemptId: charge.attemptId, orderId: 42, moneyRef: null });
    expect(told.captured).toEqual(usd(0));
    expect(told.failure).toMatchObject({
      code,
      message: expect.stringMatching(/^[A-Z].+ Nothing was charged\.$/),
    });
    expect(await openSquare().fetch(told.ref)).toMatchObject({ state: 'failed', failure: told.failure });
  });

  test('a confirmed payment of the same amount goes through, of another it does not', async () => {
    const confirmed = { cardNumber: '4800000000000004', confirm: '20.00' };
    expect((await chargeTyped(chargeFor(), confirmed)).state).toBe('paid');
    const dearer = await chargeTyped(chargeFor({ total: usd(2001) }), confirmed);
    expect(dearer.failure?.code).toBe('CARD_DECLINED_VERIFICATION_REQUIRED');
  });

  test('a token that was used, or that nobody made, is refused as a card', async () => {
    const token = await tokenizeCard(sandbox.url);
    const pay = (sourceId: string) => openSquare().charge(chargeFor(), { token: sourceId, billing });
    expect((await pay(token)).state).toBe('paid');
    expect((await pay(token)).failure?.code).toBe('CARD_TOKEN_USED');
    for (const nonsense of ['cnon:nobody', 'nonsense', "' OR 1=1"]) {
      expect((await pay(nonsense)).state).toBe('failed');
    }
  });

  test('another request under the same key is not taken for a declined card', async () => {
    const charge = chargeFor();
    await chargeTyped(charge);
    await expect(chargeTyped(charge)).rejects.toBeInstanceOf(ProviderUnavailable);
  });

  test('a site without rights has charged nobody, and is told apart from a silent provider', async () => {
    const stranger = createSquareGateway({ ...squareSettings(), accessToken: 'revoked' }, INSTALLATION);
    const error = await stranger
      .charge(chargeFor(), { token: 'cnon:card-nonce-ok', billing })
      .catch((one: unknown) => one);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(ProviderUnavailable);
  });

  test('what may still run after a time-out is said', async () => {
    sandbox.square!.faults.set({
      failNext: { method: 'POST', path: '/v2/payments', when: 'before', kind: 'held' },
    });
    const charge = chargeFor();
    const error = await openSquare(undefined, INSTALLATION, 0.2)
      .charge(charge, { token: 'cnon:card-nonce-ok', billing })
      .catch((one: unknown) => one);
    expect(error).toMatchObject({ name: 'ProviderUnavailable', mayStillRun: true });
    sandbox.square!.faults.clear();
    await eventually(async () =>
      expect((await openSquare().findByAttempt(charge.attemptId, LONG_AGO))?.state).toBe('paid'),
    );
  });

  test('a charge whose answers were all lost is voided by its key', async () => {
    sandbox.square!.faults.set({
      failNext: { method: 'POST', path: '/v2/payments', when: 'after', kind: 'drop', times: 2 },
    });
    const charge = chargeFor();
    await expect(openSquare().charge(charge, { token: 'cnon:card-nonce-ok', billing })).rejects.toMatchObject(
      { name: 'ProviderUnavailable', mayStillRun: false },
    );
    const attempt = { attemptId: charge.attemptId, ref: null, since: LONG_AGO };
    expect(await openSquare().close(attempt)).toMatchObject({ state: 'canceled', captured: usd(0) });
  });

  test('what can be neither voided nor seen is not said to be gone', async () => {
    const charge = chargeFor();
    const ref = await squareProvider.pay(charge);
    await openSquare().refund({ refundId: randomUUID(), moneyRef: ref, amount: usd(1), reason: 'buyer' });
    const attempt = { attemptId: charge.attemptId, ref: null, since: LONG_AGO };
    sandbox.square!.faults.set({ listLagMs: 60_000 });
    await expect(openSquare().close(attempt)).rejects.toBeInstanceOf(ProviderUnavailable);
    sandbox.square!.faults.set({ listLagMs: 0 });
    expect(await openSquare().close(attempt)).toMatchObject({ state: 'paid', ref });
  });

  test('a message counts only for the address that the settings name', async () => {
    const body = squareProvider.message('payment', 'ref_1');
    for (const url of ['http://summit.example.org/api/webhooks/square', `${SQUARE_HOOK}/`, SITE, '']) {
      const headers = squareProvider.sign(body, { url });
      await expect(openSquare().verifyWebhook(Buffer.from(body), headers)).rejects.toBeInstanceOf(
        BadSignature,
      );
    }
  });

  test('cannot be opened without a signature key', () => {
    expect(() =>
      createSquareGateway({ ...squareSettings(), webhookSignatureKey: ' ' }, INSTALLATION),
    ).toThrow('Square needs a webhook signature key');
  });

  test('says what is wrong with the account', async () => {
    expect(await checkSquareAccount(squareSettings())).toBeNull();
    expect(await checkSquareAccount({ ...squareSettings(), locationId: 'LELSEWHERE' })).toBe(
      'SQUARE_LOCATION_ID is not a location of this Square account.',
    );
    expect(await checkSquareAccount({ ...squareSettings(), accessToken: 'wrong' })).toBe(
      'SQUARE_ACCESS_TOKEN is refused by Square.',
    );
    await expect(checkSquareAccount(squareSettings('http://127.0.0.1:9'))).rejects.toBeInstanceOf(
      ProviderUnavailable,
    );
  });
});

import { randomUUID } from 'node:crypto';
import { type Square, SquareError } from 'square';
import { expect, test, vi } from 'vitest';
import { eventually } from '#test/eventually.ts';
import {
  billing,
  chargeFor,
  INSTALLATION,
  LONG_AGO,
  SITE,
  SQUARE_HOOK,
  setProviders,
  usd,
} from '#test/payment-providers.ts';
import { tokenizeCard } from '#test/sandbox/square-stand.ts';
import { BadSignature, ProviderUnavailable } from '../gateway.ts';
import { asUnansweredCharge } from './square-calls.ts';
import { checkSquareAccount, createSquareGateway } from './square-gateway.ts';
import { declined, disputeSnapshot, refundSnapshot } from './square-snapshots.ts';

const providers = setProviders();

test('repeating a charge with the same card charges once', async () => {
  const charge = chargeFor();
  const card = { token: await tokenizeCard(providers.sandboxUrl()), billing };
  const both = [
    await providers.openSquare().charge(charge, card),
    await providers.openSquare().charge(charge, card),
  ];
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
])('a card declined for %j is a result, not an error', async (card, code) => {
  const charge = chargeFor();
  const told = await providers.chargeTyped(charge, card);
  expect(told).toMatchObject({ state: 'failed', attemptId: charge.attemptId, orderId: 42, moneyRef: null });
  expect(told.captured).toEqual(usd(0));
  expect(told.failure).toMatchObject({
    code,
    message: expect.stringMatching(/^[A-Z].+ Nothing was charged\.$/),
  });
  expect(await providers.openSquare().fetch(told.ref)).toMatchObject({
    state: 'failed',
    failure: told.failure,
  });
});

test('a verified card pays the verified amount and no other', async () => {
  const confirmed = { cardNumber: '4800000000000004', confirm: '20.00' };
  expect((await providers.chargeTyped(chargeFor(), confirmed)).state).toBe('paid');
  const dearer = await providers.chargeTyped(chargeFor({ total: usd(2001) }), confirmed);
  expect(dearer.failure?.code).toBe('CARD_DECLINED_VERIFICATION_REQUIRED');
});

test('a used or made-up token counts as a declined card', async () => {
  const token = await tokenizeCard(providers.sandboxUrl());
  const pay = (sourceId: string) => providers.openSquare().charge(chargeFor(), { token: sourceId, billing });
  expect((await pay(token)).state).toBe('paid');
  expect((await pay(token)).failure?.code).toBe('CARD_TOKEN_USED');
  for (const nonsense of ['cnon:nobody', 'nonsense', "' OR 1=1"]) {
    expect((await pay(nonsense)).state).toBe('failed');
  }
});

test('another request with the same key is not treated as a declined card', async () => {
  const charge = chargeFor();
  await providers.chargeTyped(charge);
  await expect(providers.chargeTyped(charge)).rejects.toBeInstanceOf(ProviderUnavailable);
});

test('after a temporary error the charge is sent again with its key', async () => {
  const charge = chargeFor();
  providers.squareFaults().set({ refuseNext: 'TEMPORARY_ERROR' });
  expect(await providers.chargeTyped(charge)).toMatchObject({
    state: 'paid',
    attemptId: charge.attemptId,
    captured: usd(2000),
  });
});

test('a temporary error that lasts is not treated as a declined card', async () => {
  const temporary = new SquareError({
    statusCode: 400,
    body: { errors: [{ category: 'PAYMENT_METHOD_ERROR', code: 'TEMPORARY_ERROR' }] },
  });
  expect(declined(temporary, chargeFor(), false)).toBeNull();
  expect(asUnansweredCharge(temporary)).toBeInstanceOf(ProviderUnavailable);
});

test.each([
  ['INVALID_EMAIL_ADDRESS', 'email'],
  ['INVALID_POSTAL_CODE', 'postalCode'],
] as const)('%s is the fault of the billing form, not of the card', async (refuseNext, field) => {
  providers.squareFaults().set({ refuseNext });
  await expect(providers.chargeTyped(chargeFor())).rejects.toMatchObject({ name: 'BillingRefused', field });
});

test('a refused access token is an error, not an unavailable provider', async () => {
  const stranger = createSquareGateway(
    { ...providers.squareSettings(), accessToken: 'revoked' },
    INSTALLATION,
  );
  const error = await stranger
    .charge(chargeFor(), { token: 'cnon:card-nonce-ok', billing })
    .catch((one: unknown) => one);
  expect(error).toBeInstanceOf(Error);
  expect(error).not.toBeInstanceOf(ProviderUnavailable);
});

test('after a timeout the charge may still run', async () => {
  providers.squareFaults().set({
    failNext: { method: 'POST', path: '/v2/payments', when: 'before', kind: 'held' },
  });
  const charge = chargeFor();
  const error = await providers
    .openSquare(undefined, INSTALLATION, 0.2)
    .charge(charge, { token: 'cnon:card-nonce-ok', billing })
    .catch((one: unknown) => one);
  expect(error).toMatchObject({ name: 'ProviderUnavailable', mayStillRun: true });
  providers.squareFaults().clear();
  await eventually(async () =>
    expect((await providers.openSquare().findByAttempt(charge.attemptId, LONG_AGO))?.state).toBe('paid'),
  );
});

test('a charge whose responses were all lost is voided by its key', async () => {
  providers.squareFaults().set({
    failNext: { method: 'POST', path: '/v2/payments', when: 'after', kind: 'drop', times: 2 },
  });
  const charge = chargeFor();
  await expect(
    providers.openSquare().charge(charge, { token: 'cnon:card-nonce-ok', billing }),
  ).rejects.toMatchObject({ name: 'ProviderUnavailable', mayStillRun: false });
  const attempt = { attemptId: charge.attemptId, ref: null, since: LONG_AGO };
  expect(await providers.openSquare().close(attempt)).toMatchObject({ state: 'canceled', captured: usd(0) });
});

test('a payment in a state that Square does not document hides no other payment', async () => {
  const charge = chargeFor();
  const ref = await providers.square.pay(charge);
  const odd = await providers.square.pay(chargeFor());
  const ask = globalThis.fetch;
  vi.stubGlobal('fetch', async (...request: Parameters<typeof fetch>) => {
    const response = await ask(...request);
    const body = (await response.json()) as { payments?: { id: string; status: string }[] };
    for (const one of body.payments ?? []) if (one.id === odd) one.status = 'NEW_STATE';
    return Response.json(body, { status: response.status });
  });
  const square = providers.openSquare();
  expect(await square.findByAttempt(charge.attemptId, LONG_AGO)).toMatchObject({ ref });
  const listed: string[] = [];
  const list = async () => {
    for await (const one of square.listSince(LONG_AGO)) listed.push(one.ref);
  };
  await expect(list()).rejects.toThrow('NEW_STATE');
  expect(listed).toContain(ref);
});

test('a payment that can be neither voided nor found is not reported as gone', async () => {
  const charge = chargeFor();
  const ref = await providers.square.pay(charge);
  await providers
    .openSquare()
    .refund({ refundId: randomUUID(), moneyRef: ref, amount: usd(1), reason: 'buyer' });
  const attempt = { attemptId: charge.attemptId, ref: null, since: LONG_AGO };
  providers.squareFaults().set({ listLagMs: 60_000 });
  await expect(providers.openSquare().close(attempt)).rejects.toBeInstanceOf(ProviderUnavailable);
  providers.squareFaults().set({ listLagMs: 0 });
  expect(await providers.openSquare().close(attempt)).toMatchObject({ state: 'paid', ref });
});

test('a webhook is valid only for the configured URL', async () => {
  const body = providers.square.message('payment', 'ref_1');
  for (const url of ['http://summit.example.org/api/webhooks/square', `${SQUARE_HOOK}/`, SITE, '']) {
    const headers = providers.square.sign(body, { url });
    await expect(providers.openSquare().verifyWebhook(Buffer.from(body), headers)).rejects.toBeInstanceOf(
      BadSignature,
    );
  }
});

test('the account check says what is wrong', async () => {
  expect(await checkSquareAccount(providers.squareSettings())).toBeNull();
  expect(await checkSquareAccount({ ...providers.squareSettings(), locationId: 'LELSEWHERE' })).toBe(
    'SQUARE_LOCATION_ID is not a location of this Square account.',
  );
  expect(await checkSquareAccount({ ...providers.squareSettings(), accessToken: 'wrong' })).toBe(
    'Square rejected SQUARE_ACCESS_TOKEN. Copy the token from Square’s dashboard again.',
  );
  await expect(checkSquareAccount(providers.squareSettings('http://127.0.0.1:9'))).rejects.toBeInstanceOf(
    ProviderUnavailable,
  );
});

test.each([
  ['INQUIRY_EVIDENCE_REQUIRED', 'open'],
  ['INQUIRY_PROCESSING', 'open'],
  ['INQUIRY_CLOSED', 'won'],
  ['EVIDENCE_REQUIRED', 'open'],
  ['PROCESSING', 'open'],
  ['WON', 'won'],
  ['LOST', 'lost'],
  ['ACCEPTED', 'lost'],
] satisfies [Square.DisputeState, string][])('a dispute that Square calls %s is %s', (given, state) => {
  const attemptId = randomUUID();
  const amountMoney = { amount: 2000n, currency: 'USD' } as const;
  const dispute = { id: 'dp1', disputedPayment: { paymentId: 'pay1' }, amountMoney, state: given };
  const payment = { id: 'pay1', referenceId: attemptId, note: 'order:42 by card' };
  expect(disputeSnapshot(dispute, payment)).toEqual({
    ref: 'dp1',
    attemptId,
    orderId: 42,
    moneyRef: 'pay1',
    amount: usd(2000),
    state,
  });
});

test.each([
  ['PENDING', 'pending'],
  ['COMPLETED', 'succeeded'],
  ['REJECTED', 'failed'],
  ['FAILED', 'failed'],
  ['RETURNED', null],
])('a refund that Square calls %s is read as %s', (status, state) => {
  const refundId = randomUUID();
  const amountMoney = { amount: 2000n, currency: 'USD' } as const;
  const refund = { id: 'pay1_re1', paymentId: 'pay1', amountMoney, reason: `Refund ${refundId}` };
  const ids = { refundId, ref: 'pay1_re1', moneyRef: 'pay1' };
  expect(refundSnapshot({ ...refund, status })).toEqual({ ...ids, amount: usd(2000), state });
});

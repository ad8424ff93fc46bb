import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Square } from 'square';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createSquareSandbox } from './square-sandbox.ts';
import {
  accessToken,
  applicationId,
  locationId,
  openStand,
  pay,
  paymentOf,
  refusal,
  type Stand,
  tokenizeCard,
} from './test-stand.ts';

let stand: Stand;
beforeAll(async () => {
  stand = await openStand();
});
afterEach(() => stand.sandbox.faults.clear());
afterAll(() => stand.kill());

const bad = (code: string, field?: string) => ({
  status: 400,
  category: 'INVALID_REQUEST_ERROR',
  code,
  ...(field && { field }),
});
const declined = (code: string) => ({ status: 400, category: 'PAYMENT_METHOD_ERROR', code });
const create = (changes: Partial<Square.CreatePaymentRequest> = {}) =>
  stand.square.payments.create(paymentOf(changes));
const send = (path: string, body?: string, token = accessToken) =>
  fetch(`${stand.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body,
  });

describe('paying', () => {
  test('the response has the whole payment, the same as when retrieved', async () => {
    const payment = await pay(stand, {
      referenceId: 'order-7',
      note: 'One ticket',
      buyerEmailAddress: 'ada@example.org',
      billingAddress: { postalCode: '80202', country: 'US' },
    });
    expect(payment).toMatchObject({
      status: 'COMPLETED',
      amountMoney: { amount: 2000n, currency: 'USD' },
      totalMoney: { amount: 2000n, currency: 'USD' },
      approvedMoney: { amount: 2000n, currency: 'USD' },
      sourceType: 'CARD',
      locationId,
      referenceId: 'order-7',
      note: 'One ticket',
      buyerEmailAddress: 'ada@example.org',
      billingAddress: { postalCode: '80202', country: 'US' },
      cardDetails: {
        status: 'CAPTURED',
        entryMethod: 'KEYED',
        card: { cardBrand: 'VISA', last4: '1111' },
      },
    });
    const found = await stand.square.payments.get({ paymentId: payment.id });
    expect(found.payment).toEqual(payment);
  });

  test('the processing fee appears some seconds after the payment', async () => {
    const { id: paymentId } = await pay(stand);
    const fee = async () => (await stand.square.payments.get({ paymentId })).payment?.processingFee;
    expect(await fee()).toBeUndefined();
    stand.pass(10);
    const wanted = { type: 'INITIAL', amountMoney: { amount: 88n, currency: 'USD' } };
    expect(await fee()).toEqual([expect.objectContaining(wanted)]);
  });

  test('without autocomplete, a payment waits to be completed or canceled', async () => {
    const first = await pay(stand, { autocomplete: false });
    expect([first.status, first.cardDetails?.status]).toEqual(['APPROVED', 'AUTHORIZED']);
    const done = await stand.square.payments.complete({ paymentId: first.id });
    expect(done.payment?.status).toBe('COMPLETED');
    expect(await refusal(stand.square.payments.cancel({ paymentId: first.id }))).toEqual(bad('BAD_REQUEST'));
    const second = await pay(stand, { autocomplete: false });
    const canceled = await stand.square.payments.cancel({ paymentId: second.id });
    expect([canceled.payment?.status, canceled.payment?.cardDetails?.status]).toEqual(['CANCELED', 'VOIDED']);
  });

  test('a declined payment has failed and can be retrieved', async () => {
    const sourceId = 'cnon:card-nonce-declined';
    const code = 'GENERIC_DECLINE';
    const { payment, ...rest } = await refusal(create({ sourceId }));
    expect(rest).toEqual(declined(code));
    const found = (await stand.square.payments.get({ paymentId: String(payment?.id) })).payment;
    expect(found).toMatchObject({ status: 'FAILED', approvedMoney: { amount: 0n } });
    expect(found?.cardDetails).toMatchObject({ status: 'FAILED', errors: [{ code }] });
  });

  test.each([
    [{ cardNumber: '4000 0000 0000 0002' }, 'GENERIC_DECLINE'],
    [{ cardNumber: '4000 0000 0000 9995' }, 'INSUFFICIENT_FUNDS'],
    [{ cvv: '911' }, 'CVV_FAILURE'],
    [{ postalCode: '99999' }, 'ADDRESS_VERIFICATION_FAILURE'],
    [{ expirationDate: '01/40' }, 'INVALID_EXPIRATION'],
    [{ cardNumber: '4800 0000 0000 0004' }, 'CARD_DECLINED_VERIFICATION_REQUIRED'],
  ])('a typed card %o is declined with %s', async (typed, code) => {
    const sourceId = await tokenizeCard(stand.url, typed);
    const { payment: _, ...rest } = await refusal(create({ sourceId }));
    expect(rest).toEqual(declined(code));
  });

  test('a token pays once, within a day', async () => {
    const sourceId = await tokenizeCard(stand.url, { cardNumber: '5105 1051 0510 5100' });
    const payment = await pay(stand, { sourceId });
    expect(payment.cardDetails?.card).toMatchObject({ cardBrand: 'MASTERCARD', last4: '5100' });
    expect(await refusal(create({ sourceId }))).toEqual(bad('CARD_TOKEN_USED', 'source_id'));
    const late = await tokenizeCard(stand.url);
    stand.pass(24 * 3600);
    expect(await refusal(create({ sourceId: late }))).toEqual(bad('CARD_TOKEN_EXPIRED', 'source_id'));
    expect(await refusal(create({ sourceId: 'cnon:unknown' }))).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
  });

  test('a verified card pays only the verified amount', async () => {
    const cardNumber = '4800 0000 0000 0004';
    const other = await tokenizeCard(stand.url, { cardNumber, confirm: '19.99' });
    const { payment: _, ...rest } = await refusal(create({ sourceId: other }));
    expect(rest).toEqual(declined('CARD_DECLINED_VERIFICATION_REQUIRED'));
    const sourceId = await tokenizeCard(stand.url, { cardNumber, confirm: '20.00' });
    expect((await pay(stand, { sourceId })).status).toBe('COMPLETED');
  });
});

describe('refused requests', () => {
  const body = { source_id: 'cnon:card-nonce-ok', idempotency_key: 'k', amount_money: {} };

  test.each([
    [{ ...body, source_id: undefined, amount_money: usd(1) }, 'MISSING_REQUIRED_PARAMETER', 'source_id'],
    [{ ...body, amount_money: undefined }, 'MISSING_REQUIRED_PARAMETER', 'amount_money'],
    [{ ...body, amount_money: { amount: 1 } }, 'MISSING_REQUIRED_PARAMETER', 'amount_money.currency'],
    [{ ...body, amount_money: usd('1') }, 'EXPECTED_INTEGER', 'amount_money.amount'],
    [{ ...body, amount_money: usd(0) }, 'VALUE_TOO_LOW', 'amount_money.amount'],
    [{ ...body, amount_money: { amount: 1, currency: 'EUR' } }, 'INVALID_VALUE', 'amount_money.currency'],
    [{ ...body, amount_money: usd(1), idempotency_key: 'k'.repeat(46) }, 'VALUE_TOO_LONG', 'idempotency_key'],
    [{ ...body, amount_money: usd(1), idempotency_key: '' }, 'VALUE_TOO_SHORT', 'idempotency_key'],
    [{ ...body, amount_money: usd(1), reference_id: 'r'.repeat(41) }, 'VALUE_TOO_LONG', 'reference_id'],
    [{ ...body, amount_money: usd(1), note: 'n'.repeat(501) }, 'VALUE_TOO_LONG', 'note'],
    [{ ...body, amount_money: usd(1), autocomplete: 'yes' }, 'EXPECTED_BOOLEAN', 'autocomplete'],
    [{ ...body, amount_money: usd(1), referenceId: 'x' }, 'UNKNOWN_BODY_PARAMETER', 'referenceId'],
  ])('%j', async (given, code, field) => {
    const answer = await send('/v2/payments', JSON.stringify(given));
    const { errors } = (await answer.json()) as { errors: object[] };
    expect([answer.status, errors]).toEqual([400, [{ ...errorOf(code, field), detail: expect.any(String) }]]);
  });

  test('invalid JSON, an unknown query, location, id and path', async () => {
    const codeOf = async (answer: Response) => {
      const { errors } = (await answer.json()) as { errors: { code: string }[] };
      return [answer.status, errors[0]?.code];
    };
    expect(await codeOf(await send('/v2/payments', '{'))).toEqual([400, 'EXPECTED_JSON_BODY']);
    expect(await codeOf(await send('/v2/payments?foo=1'))).toEqual([400, 'UNKNOWN_QUERY_PARAMETER']);
    expect(await codeOf(await send('/v2/payments?cursor=x'))).toEqual([400, 'INVALID_CURSOR']);
    expect(await codeOf(await send('/v2/payments?begin_time=today'))).toEqual([400, 'INVALID_TIME']);
    expect(await codeOf(await send('/v2/customers'))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(create({ locationId: 'OTHER' }))).toMatchObject({
      status: 404,
      field: 'location_id',
    });
    expect(await refusal(stand.square.payments.get({ paymentId: 'none' }))).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
  });

  test("a wrong token, a production token, and an account that isn't a sandbox account", async () => {
    const unauthorized = { status: 401, category: 'AUTHENTICATION_ERROR', code: 'UNAUTHORIZED' };
    expect(await refusal(stand.client({ token: 'other' }).locations.get({ locationId }))).toEqual(
      unauthorized,
    );
    const real = await send(`/v2/locations/${locationId}`, undefined, 'EAAAEreal');
    expect([real.status, await real.text()]).toEqual([
      401,
      expect.stringContaining('refuses real access tokens'),
    ]);
    const options = { applicationId, locationId, accessToken, webhookSignatureKey: 'k' };
    const parts = { store: undefined as never, baseUrl: () => '', webhookUrl: () => null, log: () => {} };
    const open = (changes: object) => () => createSquareSandbox({ ...parts, ...options, ...changes });
    expect(open({ applicationId: 'sq0idp-live' })).toThrow('begins with sandbox-sq0idb-');
    expect(open({ accessToken: 'EAAAEreal' })).toThrow('looks like a real one');
    expect(open({ webhookSignatureKey: ' ' })).toThrow('needs: webhookSignatureKey');
  });
});

describe('idempotency keys', () => {
  test('the same key and body get the first response, even if it was a decline', async () => {
    const request = paymentOf();
    const [first, second] = [
      await stand.square.payments.create(request),
      await stand.square.payments.create(request),
    ];
    expect(second.payment).toEqual(first.payment);
    const failing = paymentOf({ sourceId: await tokenizeCard(stand.url, { cvv: '911' }) });
    const decline = await refusal(stand.square.payments.create(failing));
    expect(decline.code).toBe('CVV_FAILURE');
    expect(await refusal(stand.square.payments.create(failing))).toEqual(decline);
  });

  test('the same key with another body is refused; an invalid request leaves its key unused', async () => {
    const request = paymentOf();
    await stand.square.payments.create(request);
    expect(await refusal(stand.square.payments.create({ ...request, note: 'other' }))).toEqual(
      bad('IDEMPOTENCY_KEY_REUSED', 'idempotency_key'),
    );
    const corrected = paymentOf({ note: 'n'.repeat(501) });
    expect(await refusal(stand.square.payments.create(corrected))).toEqual(bad('VALUE_TOO_LONG', 'note'));
    expect((await stand.square.payments.create({ ...corrected, note: 'n' })).payment?.status).toBe(
      'COMPLETED',
    );
  });

  test('of two concurrent requests the second waits, and there is one payment', async () => {
    const before = stand.sandbox.payments().length;
    stand.sandbox.faults.set({
      failNext: { method: 'POST', path: '/v2/payments', when: 'before', kind: 'slow', ms: 200 },
    });
    const request = paymentOf();
    const answers = await Promise.all([1, 2, 3].map(() => stand.square.payments.create(request)));
    expect(new Set(answers.map(({ payment }) => payment?.id)).size).toBe(1);
    expect(stand.sandbox.payments().length).toBe(before + 1);
  });

  test('payments, tokens and idempotent responses survive a kill', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'square-stand-'));
    const file = join(folder, 'store.jsonl');
    try {
      const before = await openStand({ file, webhook: false });
      const request = paymentOf({ sourceId: await tokenizeCard(before.url) });
      const { payment } = await before.square.payments.create(request);
      const unused = await tokenizeCard(before.url);
      await before.kill();
      const after = await openStand({ file, webhook: false });
      expect((await after.square.payments.create(request)).payment).toEqual(payment);
      expect((await pay(after, { sourceId: unused })).status).toBe('COMPLETED');
      await after.kill();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('cancel by key', () => {
  const cancel = (idempotencyKey: string) =>
    stand.square.payments.cancelByIdempotencyKey({ idempotencyKey }).then(({ errors }) => errors);

  test('voids the payment; a key without a payment is not an error', async () => {
    const request = paymentOf();
    const { payment } = await stand.square.payments.create(request);
    expect(await cancel(request.idempotencyKey)).toBeUndefined();
    const found = (await stand.square.payments.get({ paymentId: String(payment?.id) })).payment;
    expect([found?.status, found?.cardDetails?.status]).toEqual(['CANCELED', 'VOIDED']);
    expect(await cancel(request.idempotencyKey)).toBeUndefined();
    expect(await cancel('never-used')).toBeUndefined();
    const refund = stand.square.refunds.refundPayment({
      idempotencyKey: 'r-void',
      paymentId: payment?.id,
      amountMoney: { amount: 1n, currency: 'USD' },
    });
    expect((await refusal(refund)).code).toBe('PAYMENT_NOT_REFUNDABLE');
  });
});

describe('the list of payments', () => {
  const ids = async (request: Square.ListPaymentsRequest) =>
    (await stand.square.payments.list({ locationId, ...request })).data.map(({ id }) => id);

  test('shows a payment two seconds after it was made, or as late as a fault says', async () => {
    const from = new Date(Date.now() + 40 * 24 * 3600 * 1000).toISOString();
    stand.pass(41 * 24 * 3600);
    const { id } = await pay(stand);
    expect(await ids({ beginTime: from })).toEqual([]);
    stand.pass(2);
    expect(await ids({ beginTime: from })).toEqual([id]);
    stand.sandbox.faults.set({ listLagMs: 60_000 });
    expect(await ids({ beginTime: from })).toEqual([]);
    stand.sandbox.faults.set({ listLagMs: 0 });
    const failed = (await refusal(create({ sourceId: 'cnon:card-nonce-declined' }))).payment?.id;
    expect(await ids({ beginTime: from })).toEqual([failed, id]);
  });

  test('is paged in either order, within a time range', async () => {
    stand.sandbox.faults.set({ listLagMs: 0 });
    stand.pass(3600);
    const beginTime = String((await pay(stand)).createdAt);
    const made = [(await pay(stand)).id, (await pay(stand)).id, (await pay(stand)).id];
    const all: (string | undefined)[] = [];
    for await (const one of await stand.square.payments.list({ beginTime, limit: 2 })) all.push(one.id);
    expect(all.slice(0, 3)).toEqual([...made].reverse());
    expect(all.length).toBe(4);
    expect((await ids({ beginTime, sortOrder: 'ASC' })).slice(1)).toEqual(made);
    expect(await ids({ locationId: 'OTHER' })).toEqual([]);
  });
});

describe('refunds', () => {
  let key = 0;
  const refund = async (paymentId: string, amount: bigint) => {
    key += 1;
    const money = { amount, currency: 'USD' } as const;
    const request = { idempotencyKey: `refund-${key}`, paymentId, amountMoney: money, reason: 'Asked' };
    return (await stand.square.refunds.refundPayment(request)).refund!;
  };
  const stateOf = async (refundId: string) => (await stand.square.refunds.get({ refundId })).refund?.status;
  const refused = (code: string) => ({ status: 400, category: 'REFUND_ERROR', code });

  test('partial refunds are pending, then completed, and never exceed the payment', async () => {
    const { id } = await pay(stand);
    const first = await refund(id, 500n);
    expect(first).toMatchObject({
      status: 'PENDING',
      paymentId: id,
      amountMoney: { amount: 500n },
      reason: 'Asked',
    });
    expect(await stateOf(first.id)).toBe('COMPLETED');
    expect(await refusal(refund(id, 1501n))).toEqual({
      ...refused('REFUND_AMOUNT_INVALID'),
      field: 'amount_money.amount',
    });
    const second = await refund(id, 1500n);
    expect(await stateOf(second.id)).toBe('COMPLETED');
    const { payment } = await stand.square.payments.get({ paymentId: id });
    expect(payment).toMatchObject({
      status: 'COMPLETED',
      refundedMoney: { amount: 2000n, currency: 'USD' },
      refundIds: [first.id, second.id],
    });
    const listed = (await stand.square.refunds.list({ locationId, limit: 2 })).data.map((one) => one.id);
    expect(listed).toEqual([second.id, first.id]);
  });

  test('while a refund is pending, the same amount cannot be refunded again', async () => {
    stand.sandbox.faults.set({ refundDelayMs: 60_000 });
    const { id } = await pay(stand);
    const first = await refund(id, 1500n);
    expect(await stateOf(first.id)).toBe('PENDING');
    expect(await refusal(refund(id, 501n))).toEqual(refused('REFUND_ALREADY_PENDING'));
    stand.pass(60);
    expect(await stateOf(first.id)).toBe('COMPLETED');
  });

  test('a refund that fails later leaves its amount refundable', async () => {
    stand.sandbox.faults.set({ failRefundsAfterMs: 0 });
    const { id } = await pay(stand);
    const failing = await refund(id, 2000n);
    expect(failing.status).toBe('PENDING');
    expect(await stateOf(failing.id)).toBe('FAILED');
    stand.sandbox.faults.clear();
    expect((await stand.square.payments.get({ paymentId: id })).payment?.refundedMoney).toBeUndefined();
    expect(await stateOf((await refund(id, 2000n)).id)).toBe('COMPLETED');
  });

  test('an incomplete or failed payment cannot be refunded', async () => {
    const approved = await pay(stand, { autocomplete: false });
    expect((await refusal(refund(approved.id, 1n))).code).toBe('REFUND_ERROR_PAYMENT_NEEDS_COMPLETION');
    const failed = (await refusal(create({ sourceId: 'cnon:card-nonce-declined' }))).payment!;
    expect((await refusal(refund(failed.id, 1n))).code).toBe('PAYMENT_NOT_REFUNDABLE');
  });

  test('a payment cannot be refunded while disputed, or after the dispute is lost', async () => {
    const control = async (path: string, body: object) => {
      const answer = await send(`/control/square/disputes${path}`, JSON.stringify(body));
      return (await answer.json()) as { dispute: { id: string; state: string } };
    };
    const [won, lost] = [await pay(stand), await pay(stand)];
    const first = (await control('', { payment_id: won.id, amount: 700 })).dispute;
    const second = (await control('', { payment_id: lost.id })).dispute;
    const { dispute } = await stand.square.disputes.get({ disputeId: first.id });
    expect(dispute).toMatchObject({
      state: 'EVIDENCE_REQUIRED',
      amountMoney: { amount: 700n },
      disputedPayment: { paymentId: won.id },
    });
    const disputed = { ...refused('PAYMENT_NOT_REFUNDABLE_DUE_TO_DISPUTE'), field: 'payment_id' };
    expect(await refusal(refund(won.id, 1n))).toEqual(disputed);
    await control(`/${first.id}`, { state: 'WON' });
    await control(`/${second.id}`, { state: 'LOST' });
    expect((await refund(won.id, 1n)).status).toBe('PENDING');
    expect(await refusal(refund(lost.id, 1n))).toEqual(disputed);
    const states = (await stand.square.disputes.list()).data.map(({ state }) => state);
    expect(states).toEqual(['LOST', 'WON']);
  });

  test('the dispute card pays, and its payment is disputed at once', async () => {
    const sourceId = await tokenizeCard(stand.url, { cardNumber: '4000 0000 0000 0259' });
    const { id } = await pay(stand, { sourceId });
    const [newest] = (await stand.square.disputes.list()).data;
    expect(newest?.disputedPayment?.paymentId).toBe(id);
  });
});

test('the location', async () => {
  const { location } = await stand.square.locations.get({ locationId });
  expect(location).toMatchObject({ id: locationId, currency: 'USD', status: 'ACTIVE' });
});

describe('faults', () => {
  const path = '/v2/payments';
  const count = () => stand.sandbox.payments().length;

  test('after a 500 before or after the effect the SDK retries, and there is one payment', async () => {
    for (const when of ['before', 'after'] as const) {
      const before = count();
      stand.sandbox.faults.set({ failNext: { method: 'POST', path, when, kind: '500' } });
      const { payment } = await stand.client({ maxRetries: 2 }).payments.create(paymentOf());
      expect([payment?.status, count()]).toEqual(['COMPLETED', before + 1]);
    }
  });

  test('after a connection dropped after the effect, the same key returns the outcome', async () => {
    const before = count();
    stand.sandbox.faults.set({ failNext: { method: 'POST', path, when: 'after', kind: 'drop' } });
    const request = paymentOf();
    expect((await refusal(stand.client({ maxRetries: 2 }).payments.create(request))).status).toBeUndefined();
    expect(count()).toBe(before + 1);
    expect((await stand.square.payments.create(request)).payment?.status).toBe('COMPLETED');
    expect(count()).toBe(before + 1);
  });

  test('a connection dropped before the effect leaves nothing behind', async () => {
    const before = count();
    stand.sandbox.faults.set({ failNext: { method: 'POST', path, when: 'before', kind: 'drop' } });
    const request = paymentOf();
    expect((await refusal(stand.square.payments.create(request))).status).toBeUndefined();
    expect(count()).toBe(before);
  });

  test('faults are set, listed and cleared over HTTP', async () => {
    const control = async (method: string, body?: object) => {
      const options = { method, body: body && JSON.stringify(body) };
      const answer = await fetch(`${stand.url}/control/square`, options);
      return [answer.status, await answer.json()];
    };
    expect(await control('POST', { listLagMs: 5 })).toEqual([200, { listLagMs: 5 }]);
    expect(await control('POST', { refundDelayMs: 1 })).toEqual([200, { listLagMs: 5, refundDelayMs: 1 }]);
    expect(await control('POST', { lag: 1 })).toEqual([400, { error: "There is no fault 'lag'." }]);
    expect(await control('DELETE')).toEqual([200, {}]);
    expect(await control('GET')).toEqual([200, {}]);
  });
});

function usd(amount: unknown) {
  return { amount, currency: 'USD' };
}

function errorOf(code: string, field: string) {
  return { category: 'INVALID_REQUEST_ERROR', code, field };
}

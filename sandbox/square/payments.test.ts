import type { Square } from 'square';
import { describe, expect, test } from 'vitest';
import { setStand } from '#test/sandbox/set-stand.ts';
import {
  badRequest,
  locationId,
  openStand,
  pay,
  paymentOf,
  refusal,
  tokenizeCard,
} from '#test/sandbox/square-stand.ts';

const stand = setStand(openStand);

const declined = (code: string) => ({ status: 400, category: 'PAYMENT_METHOD_ERROR', code });
const create = (changes: Partial<Square.CreatePaymentRequest> = {}) =>
  stand.square.payments.create(paymentOf(changes));

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
      locationId,
      referenceId: 'order-7',
      note: 'One ticket',
      buyerEmailAddress: 'ada@example.org',
      billingAddress: { postalCode: '80202', country: 'US' },
      cardDetails: { status: 'CAPTURED', card: { cardBrand: 'VISA', last4: '1111' } },
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
    expect(await refusal(stand.square.payments.cancel({ paymentId: first.id }))).toEqual(
      badRequest('BAD_REQUEST'),
    );
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
    expect(found).toMatchObject({ status: 'FAILED', cardDetails: { status: 'FAILED', errors: [{ code }] } });
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
    expect(await refusal(create({ sourceId }))).toEqual(badRequest('CARD_TOKEN_USED', 'source_id'));
    const late = await tokenizeCard(stand.url);
    stand.pass(24 * 3600);
    expect(await refusal(create({ sourceId: late }))).toEqual(badRequest('CARD_TOKEN_EXPIRED', 'source_id'));
    expect(await refusal(create({ sourceId: 'cnon:unknown' }))).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
  });

  test('a payment at another location is refused', async () => {
    const refused = badRequest('INVALID_LOCATION', 'location_id');
    expect(await refusal(create({ locationId: 'LMAIN' }))).toEqual(refused);
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

  test('shows a change to a payment two seconds later, too', async () => {
    const approved = await pay(stand, { autocomplete: false });
    stand.pass(2);
    await stand.square.payments.complete({ paymentId: approved.id });
    const status = async () => {
      const { data } = await stand.square.payments.list({ locationId });
      return data.find(({ id }) => id === approved.id)?.status;
    };
    expect(await status()).toBe('APPROVED');
    stand.pass(2);
    expect(await status()).toBe('COMPLETED');
  });

  test('shows a payment two seconds after it was made, or after a fault’s delay', async () => {
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

  test('has only the payments of the requested location; the default is the main location, which is not ours', async () => {
    stand.sandbox.faults.set({ listLagMs: 0 });
    const { id } = await pay(stand);
    expect(await ids({})).toContain(id);
    expect(await ids({ locationId: undefined })).toEqual([]);
    expect(await ids({ locationId: 'LMAIN' })).toEqual([]);
  });

  test('is paged in either order, within a time range', async () => {
    stand.sandbox.faults.set({ listLagMs: 0 });
    stand.pass(3600);
    const beginTime = String((await pay(stand)).createdAt);
    const made = [(await pay(stand)).id, (await pay(stand)).id, (await pay(stand)).id];
    const all: (string | undefined)[] = [];
    for await (const one of await stand.square.payments.list({ locationId, beginTime, limit: 2 }))
      all.push(one.id);
    expect(all.slice(0, 3)).toEqual([...made].reverse());
    expect(all.length).toBe(4);
    expect((await ids({ beginTime, sortOrder: 'ASC' })).slice(1)).toEqual(made);
  });
});

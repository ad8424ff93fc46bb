import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readDescription } from '#test/sandbox/schema-check.ts';
import {
  accessToken,
  locationId,
  openStand,
  pay,
  paymentOf,
  refusal,
  type Stand,
  tokenizeCard,
} from '#test/sandbox/square-stand.ts';

const { isThere, why, differences } = readDescription('square');

describe.runIf(isThere)(`bodies against the OpenAPI description${why}`, () => {
  let stand: Stand;
  beforeEach(async () => {
    stand = await openStand();
    stand.sandbox.faults.set({ listLagMs: 0, feeDelayMs: 0 });
  });
  afterEach(() => stand.kill());

  // Square's schemas require few fields, so an error would match any of them: the status tells them apart.
  const read = async (path: string, status = 200) => {
    const headers = { Authorization: `Bearer ${accessToken}` };
    const response = await fetch(`${stand.url}/v2/${path}`, { headers });
    expect(response.status).toBe(status);
    return (await response.json()) as Record<string, object[]>;
  };
  const payDisputed = async () =>
    pay(stand, { sourceId: await tokenizeCard(stand.url, { cardNumber: '4000000000000259' }) });
  const check = async (name: string, path: string) => differences(name, await read(path));

  test('a payment is as described in every state, and so is the list', async () => {
    const completed = await pay(stand, {
      note: 'n',
      referenceId: 'r',
      buyerEmailAddress: 'ada@example.org',
      billingAddress: { country: 'US', postalCode: '80202' },
    });
    const approved = await pay(stand, { autocomplete: false });
    const canceled = await pay(stand, { autocomplete: false });
    await stand.square.payments.cancel({ paymentId: canceled.id });
    const sourceId = await tokenizeCard(stand.url, { cvv: '911' });
    const failed = (await refusal(stand.square.payments.create(paymentOf({ sourceId })))).payment!;
    for (const { id } of [completed, approved, canceled, failed]) {
      expect(await check('GetPaymentResponse', `payments/${id}`)).toEqual([]);
    }
    expect(await check('ListPaymentsResponse', `payments?location_id=${locationId}&limit=2`)).toEqual([]);
    expect((await read(`payments?location_id=${locationId}`)).payments?.length).toBe(4);
  });

  test('refund, refunded payment, dispute, location and error are as described', async () => {
    const { id } = await pay(stand);
    const money = { amount: 5n, currency: 'USD' } as const;
    const request = { idempotencyKey: 'k', paymentId: id, amountMoney: money, reason: 'Asked' };
    const { refund } = await stand.square.refunds.refundPayment(request);
    expect(await check('GetPaymentRefundResponse', `refunds/${refund?.id}`)).toEqual([]);
    expect(await check('ListPaymentRefundsResponse', 'refunds')).toEqual([]);
    expect(await check('GetPaymentResponse', `payments/${id}`)).toEqual([]);
    await payDisputed();
    const { disputes = [] } = await read('disputes');
    expect(disputes.length).toBe(1);
    expect(disputes.flatMap((one) => differences('Dispute', one))).toEqual([]);
    const { location } = await read(`locations/${locationId}`);
    expect(differences('Location', location)).toEqual([]);
    const missing = await read('payments/none', 404);
    expect(missing.errors?.length).toBe(1);
    expect(differences('GetPaymentResponse', missing)).toEqual([]);
  });

  test('events of payments, refunds and disputes are as described', async () => {
    const { id } = await pay(stand);
    const amountMoney = { amount: 5n, currency: 'USD' } as const;
    await stand.square.refunds.refundPayment({ idempotencyKey: 'k', paymentId: id, amountMoney });
    const disputed = await payDisputed();
    stand.sandbox.decideDispute(disputed.id, 'LOST');
    const names: Record<string, string> = {
      'payment.created': 'PaymentCreatedEvent',
      'payment.updated': 'PaymentUpdatedEvent',
      'refund.created': 'RefundCreatedEvent',
      'refund.updated': 'RefundUpdatedEvent',
      'dispute.created': 'DisputeCreatedEvent',
      'dispute.state.updated': 'DisputeStateUpdatedEvent',
    };
    // The description calls a dispute in its event `object`, Square's own examples `dispute`.
    const seen = () =>
      stand.received.map(
        ({ body }) => JSON.parse(body.replace('{"dispute":', '{"object":')) as { type: string },
      );
    const typesSeen = () => [...new Set(seen().map(({ type }) => type))].sort();
    await expect.poll(typesSeen).toEqual(Object.keys(names).sort());
    expect(seen().flatMap((one) => differences(names[one.type]!, one))).toEqual([]);
  });
});

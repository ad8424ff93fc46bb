import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebhooksHelper } from 'square';
import { expect, test } from 'vitest';
import { setStands } from '#test/sandbox/set-stand.ts';
import {
  locationId,
  openStand,
  pay,
  paymentOf,
  refusal,
  type Stand,
  tokenizeCard,
  webhookSignatureKey,
} from '#test/sandbox/square-stand.ts';
import type { WireEvent } from './events.ts';

const open = setStands(openStand);

const events = (stand: Stand) => stand.received.map(({ body }) => JSON.parse(body) as WireEvent);
const types = (stand: Stand) => events(stand).map(({ type }) => type);
const refund = (stand: Stand, paymentId: string) =>
  stand.square.refunds.refundPayment({
    idempotencyKey: `refund of ${paymentId}`.slice(0, 45),
    paymentId,
    amountMoney: { amount: 2000n, currency: 'USD' },
  });

test('the events of a payment arrive with a signature for their URL that the SDK accepts', async () => {
  const stand = await open();
  const { id } = await pay(stand);
  await expect.poll(() => types(stand).sort()).toEqual(['payment.created', 'payment.updated']);
  const [first] = stand.received;
  const verify = (changes: object) =>
    WebhooksHelper.verifySignature({
      requestBody: String(first?.body),
      signatureHeader: String(first?.signature),
      signatureKey: webhookSignatureKey,
      notificationUrl: stand.hookUrl,
      ...changes,
    });
  expect(await verify({})).toBe(true);
  expect(await verify({ notificationUrl: `${stand.hookUrl}/` })).toBe(false);
  expect(await verify({ signatureKey: 'other' })).toBe(false);
  expect(await verify({ requestBody: `${first?.body} ` })).toBe(false);

  const updated = events(stand).find(({ type }) => type === 'payment.updated');
  expect(updated).toEqual({
    merchant_id: expect.any(String),
    type: 'payment.updated',
    event_id: expect.any(String),
    created_at: expect.any(String),
    data: { type: 'payment', id, object: { payment: expect.objectContaining({ id, status: 'COMPLETED' }) } },
  });
});

test('a decline sends its event', async () => {
  const stand = await open();
  await refusal(stand.square.payments.create(paymentOf({ sourceId: 'cnon:card-nonce-declined' })));
  await expect
    .poll(() => events(stand).map(({ type, data }) => [type, data.object]))
    .toEqual([['payment.created', { payment: expect.objectContaining({ status: 'FAILED' }) }]]);
});

test('a refund sends events as pending and, soon after, as completed', async () => {
  const stand = await open();
  const { id } = await pay(stand);
  await expect.poll(() => stand.received.length).toBe(2);
  stand.received.length = 0;
  await refund(stand, id);
  const refunds = () =>
    events(stand)
      .filter(({ data }) => data.type === 'refund')
      .map(({ type, data }) => [type, 'refund' in data.object && data.object.refund.status])
      .sort();
  const wanted = [
    ['refund.created', 'PENDING'],
    ['refund.updated', 'COMPLETED'],
  ];
  await expect.poll(refunds).toEqual(wanted);
  await expect.poll(() => types(stand).filter((type) => type === 'payment.updated').length).toBe(2);
});

test('a failed refund sends its event', async () => {
  const stand = await open();
  stand.sandbox.faults.set({ failRefundsAfterMs: 0 });
  const { id } = await pay(stand);
  await refund(stand, id);
  await expect
    .poll(() => events(stand).find(({ type }) => type === 'refund.updated')?.data.object)
    .toEqual({ refund: expect.objectContaining({ status: 'FAILED', payment_id: id }) });
});

test("a dispute sends its event, and another with the bank's decision", async () => {
  const stand = await open();
  const { id } = await pay(stand, {
    sourceId: await tokenizeCard(stand.url, { cardNumber: '4000 0000 0000 0259' }),
  });
  await expect
    .poll(() => events(stand).find(({ type }) => type === 'dispute.created'))
    .toMatchObject({
      location_id: locationId,
      data: { object: { dispute: { disputed_payment: { payment_id: id }, version: 1 } } },
    });
  stand.sandbox.decideDispute(id, 'WON');
  await expect
    .poll(() => events(stand).find(({ type }) => type === 'dispute.state.updated'))
    .toMatchObject({
      location_id: locationId,
      data: { type: 'dispute', object: { dispute: { state: 'WON', version: 2 } } },
    });
});

test('an event is resent unchanged after a 500', async () => {
  const stand = await open();
  stand.responses.push(500, 500);
  await pay(stand);
  await expect.poll(() => stand.received.length).toBe(4);
  const ids = events(stand).map(({ event_id }) => event_id);
  expect(ids.slice(2).sort()).toEqual(ids.slice(0, 2).sort());
});

test('a fault duplicates, loses, delays or reorders webhooks, or sends them before the response', async () => {
  const stand = await open();
  const again = (faults: Parameters<Stand['sandbox']['faults']['set']>[0]) => {
    stand.sandbox.faults.clear();
    stand.sandbox.faults.set(faults);
    stand.received.length = 0;
    return pay(stand);
  };
  await again({ duplicateWebhooks: 2 });
  await expect.poll(() => stand.received.length).toBe(2 * 3);
  expect(new Set(events(stand).map(({ event_id }) => event_id)).size).toBe(2);

  await again({ dropWebhooks: 1 });
  await expect.poll(() => types(stand)).toEqual(['payment.updated']);

  await again({ webhookBeforeResponse: true, webhookDelayMs: 60_000 });
  expect(types(stand).sort()).toEqual(['payment.created', 'payment.updated']);

  await again({ reverseWebhooks: true });
  await expect.poll(() => types(stand)).toEqual(['payment.updated', 'payment.created']);

  await again({ webhookDelayMs: 60_000 });
  stand.sandbox.faults.set({ webhookDelayMs: 0 });
  const { id } = await pay(stand);
  await expect.poll(() => events(stand).map(({ data }) => data.id)).toEqual([id, id]);
});

test('undelivered events are delivered after a kill', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'square-hooks-'));
  const file = join(folder, 'store.jsonl');
  try {
    const before = await open({ file });
    before.responses.push(...Array.from({ length: 20 }, () => 503));
    await pay(before);
    await expect.poll(() => before.received.length).toBeGreaterThanOrEqual(2);
    await before.kill();
    const after = await open({ file });
    const wanted = ['payment.created', 'payment.updated'];
    await expect.poll(() => types(after).sort()).toEqual(wanted);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

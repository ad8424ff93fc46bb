import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { setStand } from '#test/sandbox/set-stand.ts';
import {
  accessToken,
  badRequest,
  locationId,
  openStand,
  pay,
  paymentOf,
  refusal,
  tokenizeCard,
} from '#test/sandbox/square-stand.ts';

const stand = setStand(openStand);

const send = (path: string, body?: string) =>
  fetch(`${stand.url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { Authorization: `Bearer ${accessToken}`, 'Content-Type': 'application/json' },
    body,
  });

describe('a request', () => {
  const body = { source_id: 'cnon:card-nonce-ok', idempotency_key: 'k', amount_money: usd(1) };

  test.each([
    [{ ...body, source_id: undefined }, 'source_id'],
    [{ ...body, amount_money: usd(0) }, 'amount_money.amount'],
    [{ ...body, note: 'n'.repeat(501) }, 'note'],
    [{ ...body, billing_address: { locality: '' } }, 'billing_address.locality'],
    [{ ...body, referenceId: 'x' }, undefined],
  ])('with the body %j is refused', async (given, field) => {
    const response = await send('/v2/payments', JSON.stringify(given));
    const { errors } = (await response.json()) as { errors: object[] };
    const refused = { category: 'INVALID_REQUEST_ERROR', code: 'BAD_REQUEST', field };
    expect([response.status, errors]).toEqual([400, [{ ...refused, detail: expect.any(String) }]]);
  });

  test('with an unknown id or path is refused', async () => {
    const { status } = await send('/v2/customers');
    expect(status).toBe(404);
    expect(await refusal(stand.square.payments.get({ paymentId: 'none' }))).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
  });

  test('with a wrong token is refused', async () => {
    const wrong = stand.client({ token: 'other' }).locations.get({ locationId });
    expect(await refusal(wrong)).toEqual({
      status: 401,
      category: 'AUTHENTICATION_ERROR',
      code: 'UNAUTHORIZED',
    });
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
      badRequest('IDEMPOTENCY_KEY_REUSED', 'idempotency_key'),
    );
    const corrected = paymentOf({ note: 'n'.repeat(501) });
    expect(await refusal(stand.square.payments.create(corrected))).toEqual(badRequest('BAD_REQUEST', 'note'));
    expect((await stand.square.payments.create({ ...corrected, note: 'n' })).payment?.status).toBe(
      'COMPLETED',
    );
  });

  test('the second of two concurrent requests waits, and there is one payment', async () => {
    const before = stand.sandbox.payments().length;
    stand.sandbox.faults.set({
      failNext: { method: 'POST', path: '/v2/payments', when: 'before', kind: 'slow', ms: 200 },
    });
    const request = paymentOf();
    const responses = await Promise.all([1, 2, 3].map(() => stand.square.payments.create(request)));
    expect(new Set(responses.map(({ payment }) => payment?.id)).size).toBe(1);
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

test('the location sells in dollars', async () => {
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
      const response = await fetch(`${stand.url}/control/square`, options);
      return [response.status, await response.json()];
    };
    expect(await control('POST', { listLagMs: 5 })).toEqual([200, { listLagMs: 5 }]);
    expect(await control('POST', { feeDelayMs: 1 })).toEqual([200, { listLagMs: 5, feeDelayMs: 1 }]);
    expect(await control('POST', { lag: 1 })).toEqual([400, { error: expect.stringContaining('lag') }]);
    expect(await control('DELETE')).toEqual([200, {}]);
    expect(await control('GET')).toEqual([200, {}]);
  });
});

function usd(amount: unknown) {
  return { amount, currency: 'USD' };
}

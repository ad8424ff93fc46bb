import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { eventually } from '#test/eventually.ts';
import {
  billing,
  chargeFor,
  INSTALLATION,
  LONG_AGO,
  OTHER,
  setProviders,
  urls,
  usd,
} from '#test/payment-providers.ts';
import { BadSignature, type DisputeSnapshot, type PaymentSnapshot, ProviderUnavailable } from './gateway.ts';

const providers = setProviders();

describe.each([
  ['stripe', providers.stripe],
  ['square', providers.square],
] as const)('%s', (name, provider) => {
  const unavailable = expect.any(ProviderUnavailable);
  const gateway = () => provider.open();

  test('finds a payment by its ref and by its attempt, with our ids', async () => {
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

  test('returns null for unknown payments, refunds and disputes', async () => {
    const nobody = { stripe: 'cs_test_nobody', square: 'nobody' }[name];
    expect(await gateway().fetch(nobody)).toBeNull();
    expect(await gateway().findByAttempt(randomUUID(), LONG_AGO)).toBeNull();
    expect(await gateway().fetchRefund('re_nobody')).toBeNull();
    expect(await gateway().fetchDispute('du_nobody')).toBeNull();
  });

  test('closes an unpaid payment', async () => {
    const charge = chargeFor();
    const one = gateway();
    const ref = one.flow === 'redirect' ? (await one.start(charge, urls)).ref : null;
    const final = await one.close({ attemptId: charge.attemptId, ref, since: LONG_AGO });
    expect(final?.state ?? null).toBe({ stripe: 'expired', square: null }[name]);
    const never = await one.close({ attemptId: randomUUID(), ref: null, since: LONG_AGO });
    expect(never).toBeNull();
  });

  test('reports a paid payment instead of closing it', async () => {
    const charge = chargeFor();
    const ref = await provider.pay(charge);
    const final = await gateway().close({ attemptId: charge.attemptId, ref, since: LONG_AGO });
    expect(final).toMatchObject({ state: 'paid', captured: usd(2000) });
  });

  test('lists only payments with our ids', async () => {
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

  test('ignores another installation’s payments, but not its own unmarked older ones', async () => {
    const [own, other] = [INSTALLATION, OTHER].map((installation) => provider.open(undefined, installation));
    const refsIn = async (list: AsyncIterable<{ readonly ref: string }>) =>
      (await Array.fromAsync(list)).map((one) => one.ref);
    const ref = await provider.pay(chargeFor());
    const unmarked = await provider.payElsewhere(randomUUID());
    expect(await refsIn(own!.listSince(LONG_AGO))).toEqual(expect.arrayContaining([ref, unmarked]));
    expect(await refsIn(other!.listSince(LONG_AGO))).not.toContain(ref);
    expect(await other!.fetch(ref)).toBeNull();
    expect(await other!.fetch(unmarked)).not.toBeNull();

    const disputed = await own!.fetch(await provider.payDisputed(chargeFor()));
    const dispute = await provider.disputeOf(disputed!.moneyRef!);
    expect(await own!.fetchDispute(dispute)).not.toBeNull();
    expect(await other!.fetchDispute(dispute)).toBeNull();
    expect(await refsIn(own!.listDisputes(LONG_AGO))).toContain(dispute);
    expect(await refsIn(other!.listDisputes(LONG_AGO))).not.toContain(dispute);
  });

  describe('a refund', () => {
    const refund = async (moneyRef: string, minor: number, refundId: string = randomUUID()) =>
      gateway().refund({ refundId, moneyRef, amount: usd(minor), reason: 'buyer' });
    const paid = async () => (await gateway().fetch(await provider.pay(chargeFor())))!.moneyRef!;
    const settled = (ref: string | null, state: string) =>
      eventually(async () => {
        const told = await gateway().fetchRefund(ref!);
        expect(told?.state).toBe(state);
        return told!;
      });

    test('can be partial, and never exceeds what was paid', async () => {
      const moneyRef = await paid();
      const refundId = randomUUID();
      const first = await refund(moneyRef, 500, refundId);
      expect(first).toMatchObject({ refundId, moneyRef, amount: usd(500) });
      expect(await settled(first.ref, 'succeeded')).toMatchObject({ refundId, amount: usd(500) });
      const second = await refund(moneyRef, 1500);
      await settled(second.ref, 'succeeded');
      expect(await refund(moneyRef, 1)).toMatchObject({ ref: null, state: 'failed' });
    });

    test('is made once, however often it is requested', async () => {
      const moneyRef = await paid();
      const refundId = randomUUID();
      const [first, again] = [await refund(moneyRef, 600, refundId), await refund(moneyRef, 600, refundId)];
      expect(again.ref).toBe(first.ref);
      await settled(first.ref, 'succeeded');
      await settled((await refund(moneyRef, 1400)).ref, 'succeeded');
    });

    test('is found again when the provider has forgotten its key', async () => {
      const [moneyRef, refundId] = [await paid(), randomUUID()];
      expect(await gateway().findRefund(moneyRef, refundId)).toBeNull();
      await provider.refundLongAgo(moneyRef, refundId);
      expect(await gateway().findRefund(moneyRef, refundId)).toMatchObject({ refundId, moneyRef });
      await eventually(async () => {
        expect(await refund(moneyRef, 2000, refundId)).toMatchObject({ refundId, state: 'succeeded' });
      });
    });

    test('can fail later', async () => {
      provider.faults().set({ failRefundsAfterMs: 0 });
      const asked = await refund(await paid(), 2000);
      expect(asked.state).not.toBe('failed');
      await settled(asked.ref, 'failed');
    });
  });

  test("returns the provider's fee for a payment", async () => {
    const told = await gateway().fetch(await provider.pay(chargeFor()));
    expect(await gateway().fetchFee(told!.moneyRef!)).toEqual(usd(88));
    expect(await gateway().fetchFee('nobody')).toBeNull();
    expect(await gateway().findAttemptId('nobody')).toBeNull();
  });

  test('returns a dispute, by its id and in the list', async () => {
    const charge = chargeFor();
    const told = await gateway().fetch(await provider.payDisputed(charge));
    const ref = await provider.disputeOf(told!.moneyRef!);
    const ids = { attemptId: charge.attemptId, orderId: 42, moneyRef: told!.moneyRef };
    const dispute = { ref, ...ids, amount: usd(2000), state: 'open' };
    expect(await gateway().fetchDispute(ref)).toEqual(dispute);
    const listed: DisputeSnapshot[] = [];
    for await (const one of gateway().listDisputes(LONG_AGO)) listed.push(one);
    expect(listed.find((one) => one.ref === ref)).toEqual(dispute);
  });

  describe('a webhook', () => {
    const read = (body: string, headers: Headers) => gateway().verifyWebhook(Buffer.from(body), headers);

    test.each(['payment', 'refund', 'dispute'] as const)(
      'with a valid signature points to a %s',
      async (kind) => {
        const body = provider.message(kind, 'ref_1');
        expect(await read(body, provider.sign(body))).toMatchObject({
          kind,
          eventId: 'evt_suite',
          ref: 'ref_1',
          livemode: false,
        });
      },
    );

    test('about something else is ignored', async () => {
      const body = provider.message('other', 'ref_1');
      expect(await read(body, provider.sign(body))).toEqual({
        kind: 'ignored',
        eventId: 'evt_suite',
        type: 'payout.paid',
      });
    });

    test('without a valid signature is refused', async () => {
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

  test('rejects calls as unavailable while it limits their rate, and a later try pays', async () => {
    const [charge, one] = [chargeFor(), gateway()];
    const ref = await provider.pay(chargeFor());
    const paths = { stripe: '/v1/checkout/sessions', square: '/v2/payments' };
    // Square's SDK tries twice.
    const limit = (method: 'GET' | 'POST', path: string) =>
      provider.faults().set({
        failNext: { method, path, when: 'before', kind: '429', times: { stripe: 1, square: 2 }[name] },
      });
    const pay = () =>
      one.flow === 'redirect'
        ? one.start(charge, urls)
        : one.charge(charge, { token: 'cnon:card-nonce-ok', billing });
    limit('GET', `${paths[name]}/*`);
    await expect(one.fetch(ref)).rejects.toEqual(unavailable);
    limit('POST', paths[name]);
    await expect(pay()).rejects.toEqual(unavailable);
    // Nothing was stored for its key.
    await pay();
    const told = await one.findByAttempt(charge.attemptId, LONG_AGO);
    expect(told?.state).toBe({ stripe: 'open', square: 'paid' }[name]);
  });

  test('rejects every call as unavailable while it is down', async () => {
    const down = provider.open('http://127.0.0.1:9');
    const attempt = { attemptId: randomUUID(), ref: null, since: LONG_AGO };
    const asked: [string, Promise<unknown>][] = [
      ['fetch', down.fetch('x')],
      ['find', down.findByAttempt(attempt.attemptId, LONG_AGO)],
      ['close', down.close(attempt)],
      ['refund', down.refund({ refundId: randomUUID(), moneyRef: 'x', amount: usd(1), reason: 'duplicate' })],
      ['refund', down.fetchRefund('x')],
      ['refund', down.findRefund('x', randomUUID())],
      ['dispute', down.fetchDispute('x')],
      ['fee', down.fetchFee('x')],
      ['attempt', down.findAttemptId('x')],
      ['list', down.listSince(LONG_AGO)[Symbol.asyncIterator]().next()],
      [
        'pay',
        down.flow === 'redirect'
          ? down.start(chargeFor(), urls)
          : down.charge(chargeFor(), { token: 'cnon:card-nonce-ok', billing }),
      ],
    ];
    const responses = await Promise.all(
      asked.map(async ([what, call]) => [what, await call.catch((error: unknown) => error)]),
    );
    expect(responses).toEqual(asked.map(([what]) => [what, unavailable]));
  });
});

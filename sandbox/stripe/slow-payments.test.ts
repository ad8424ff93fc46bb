import { expect, test, vi } from 'vitest';
import { setStand } from '#test/sandbox/set-stand.ts';
import { goodCard, openStand, sessionOf, submitCard } from '#test/sandbox/stripe-stand.ts';

const stand = setStand(openStand);

/** Pays by a method that takes an hour, and returns the session's state and the events sent. */
async function paySlowly(ends: 'paid' | 'failed') {
  stand.sandbox.faults.set({ slowPayments: { ends, afterMs: 3_600_000 } });
  const { id, url } = await stand.stripe.checkout.sessions.create(sessionOf());
  expect((await submitCard(String(url), goodCard)).status).toBe(303);
  stand.sandbox.faults.clear();
  return async () => {
    const session = await stand.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    const intent = session.payment_intent;
    if (typeof intent !== 'object' || !intent) throw new Error('There is no payment.');
    const events = (await stand.stripe.events.list({ limit: 100 })).data.toReversed();
    return {
      session: [session.status, session.payment_status],
      intent: [intent.status, intent.amount_received],
      told: events
        .filter((one) => one.type.startsWith('checkout.session.') && 'id' in one.data.object)
        .filter((one) => (one.data.object as { id: string }).id === id)
        .map((one) => one.type),
    };
  };
}

test.each([
  ['paid', 'paid', ['succeeded', 2000], 'checkout.session.async_payment_succeeded'],
  ['failed', 'unpaid', ['requires_payment_method', 0], 'checkout.session.async_payment_failed'],
] as const)(
  'a slow payment is complete and unpaid at first, and %s in the end',
  async (ends, paymentStatus, intent, told) => {
    const look = await paySlowly(ends);
    expect(await look()).toEqual({
      session: ['complete', 'unpaid'],
      intent: ['processing', 0],
      told: ['checkout.session.completed'],
    });
    stand.pass(3_600);
    const end = { session: ['complete', paymentStatus], intent, told: ['checkout.session.completed', told] };
    await vi.waitFor(async () => expect(await look()).toEqual(end), 10_000);
  },
);

test("an account's automatic fee raises the total of a new page", async () => {
  stand.sandbox.faults.set({ surcharge: 160 });
  const session = await stand.stripe.checkout.sessions.create(sessionOf());
  stand.sandbox.faults.clear();
  expect([session.amount_subtotal, session.amount_total, session.total_details?.amount_tax]).toEqual([
    2000, 2160, 160,
  ]);
});

test('a malformed fault is refused', async () => {
  const order = (body: object) =>
    fetch(`${stand.url}/control/stripe`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const wrong = [{ ends: 'later', afterMs: 1 }, { ends: 'paid', afterMs: -1 }, 'paid'];
  const statuses = await Promise.all(
    wrong.map(async (slowPayments) => (await order({ slowPayments })).status),
  );
  expect(statuses).toEqual([400, 400, 400]);
});

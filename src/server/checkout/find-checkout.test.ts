import { describe, expect, test } from 'vitest';
import { PAYMENT_PROVIDERS } from '#domain/order.ts';
import { setCheckouts } from '#test/checkout-tabs.ts';
import { checkout } from '#test/factories.ts';
import { createWorld } from '#test/world.ts';
import { eq } from '../db/drizzle.ts';
import { eventCapacity, orders } from '../db/tables.ts';

const { world, openTab, goToPay, pay, ordersOf, taken, forgetLooks, standing, unfinished, addCoupon } =
  setCheckouts();

describe.each(PAYMENT_PROVIDERS)('a checkout at %s', (provider) => {
  test('returns its tickets on every later try once it is paid', async () => {
    const tab = openTab();
    const first = await goToPay(tab, provider);
    await pay(tab, first);
    const again = await goToPay(tab, provider, { phone: '303 555 0199' });
    expect([again.status, again.url]).toEqual([200, `/checkout-success?id=${first.transactionId}`]);
    expect(await ordersOf(tab)).toHaveLength(1);
  });

  test('shows its state to the browser that made it, and to nobody else', async () => {
    const tab = openTab();
    expect(await standing(tab, tab.checkoutId)).toBeNull();
    const page = await goToPay(tab, provider);
    const open = await standing(tab, tab.checkoutId);
    expect(open).toMatchObject({
      transactionId: page.transactionId,
      checkoutId: tab.checkoutId,
      packageLabel: 'Individual Package',
      totalAmount: '20.00',
      state: 'open',
      url: page.url,
    });
    const minutes = (Date.parse(open!.keptUntil!) - world().sandbox.clock.now().getTime()) / 60_000;
    // An unused card form ends sooner.
    const longest = provider === 'stripe' ? 35 : 15;
    expect(minutes).toBeGreaterThan(longest - 5);
    expect(minutes).toBeLessThanOrEqual(longest);
    expect(await unfinished(tab)).toEqual(expect.objectContaining({ transactionId: page.transactionId }));

    const stranger = openTab();
    await goToPay(stranger, provider, { email: 'stranger@example.org' });
    for (const key of [tab.checkoutId, page.transactionId, crypto.randomUUID(), 'A'.repeat(28), 'x', '1'])
      expect(await standing(stranger, key)).toBeNull();
    expect((await unfinished(stranger))?.transactionId).not.toBe(page.transactionId);
    expect(await unfinished(openTab())).toBeNull();

    await pay(tab, page);
    await forgetLooks();
    expect(await standing(tab, page.transactionId)).toMatchObject({
      state: 'paid',
      url: null,
      keptUntil: null,
    });
    expect(await unfinished(tab)).toBeNull();
  });

  test('can be given up: its page takes no money and its seats are free', async () => {
    const before = await taken();
    const tab = openTab();
    const page = await goToPay(tab, provider);
    const stranger = await world().visitor().post(`/api/checkout/${tab.checkoutId}/give-up`, {});
    expect([await stranger.json(), await taken()]).toEqual([{ order: null }, before + 1]);
    const response = await tab.visitor.post(`/api/checkout/${page.transactionId}/give-up`, {});
    expect([response.status, (await response.json()).order.state]).toEqual([200, 'over']);
    expect(await taken()).toBe(before);
    expect(await unfinished(tab)).toBeNull();
    expect((await pay(tab, page)).paid).toBe(false);
    const anew = await goToPay(tab, provider);
    expect((await pay(tab, anew)).paid).toBe(true);
    const paid = await tab.visitor.post(`/api/checkout/${tab.checkoutId}/give-up`, {});
    expect((await paid.json()).order).toMatchObject({ state: 'paid', transactionId: anew.transactionId });
  });

  test('counts its held seats as free only for itself', async () => {
    const tab = openTab();
    const code = `OWN-${provider}`.toUpperCase();
    await addCoupon(code, 1);
    await goToPay(tab, provider, { couponCode: code, finalAmount: 18 });
    await world()
      .database.db.update(eventCapacity)
      .set({ maxCapacity: await taken() });
    const left = async (query: string) => {
      const days = await (await tab.visitor.get(`/api/capacity-status${query}`)).json();
      return days
        .filter((day: { eventDate: string }) => day.eventDate === '2025-09-20')
        .map((day: { remaining: number; status: string }) => [day.remaining, day.status]);
    };
    expect(await left('')).toEqual([[0, 'sold_out']]);
    expect(await left(`?checkoutId=${tab.checkoutId}`)).toEqual([
      [1, expect.stringMatching(/limited|available/)],
    ]);
    expect(await left(`?checkoutId=${crypto.randomUUID()}`)).toEqual([[0, 'sold_out']]);

    const validate = async (checkoutId?: string) =>
      (
        await tab.visitor.post('/api/coupons/validate', {
          ...{ code, eventType: 'conference', attendeeCount: 1, checkoutId },
        })
      ).json();
    expect(await validate(tab.checkoutId)).toMatchObject({ valid: true, finalAmount: 1800 });
    expect((await validate()).valid).toBe(false);
    expect((await validate(crypto.randomUUID())).valid).toBe(false);
  });
});

test("the state is unsure while the provider doesn't respond", async () => {
  const tab = openTab();
  const page = await goToPay(tab, 'stripe');
  world().sandbox.stripe.faults.set({
    failNext: { method: 'GET', path: '/v1/checkout/sessions/*', when: 'before', kind: '500', times: 9 },
  });
  expect(await standing(tab, tab.checkoutId)).toMatchObject({ state: 'unsure', url: null });
  world().sandbox.stripe.faults.clear();
  await forgetLooks();
  expect(await standing(tab, tab.checkoutId)).toMatchObject({ state: 'open', isCertain: true });
  // Within three seconds the provider is not asked again.
  expect(await standing(tab, tab.checkoutId)).toMatchObject({
    ...{ state: 'open', isCertain: false, url: page.url },
  });
});

test('an unreported payment is found when the summary asks', async () => {
  const silent = await createWorld({ webhooks: false });
  try {
    const visitor = silent.visitor();
    const checkoutId = crypto.randomUUID();
    const { url } = await (
      await visitor.post('/api/create-checkout-session', checkout({ checkoutId }))
    ).json();
    await silent.pay(url);
    const { order } = await (await visitor.get(`/api/checkout/${checkoutId}`)).json();
    expect(order.state).toBe('paid');
  } finally {
    await silent.stop();
  }
});

test('late money for an order that was given up makes it the purchase, and nobody is asked to pay again', async () => {
  const tab = openTab();
  const late = await goToPay(tab, 'square');
  await tab.visitor.post(`/api/checkout/${tab.checkoutId}/give-up`, {});
  const open = await goToPay(tab, 'square');
  expect(open.transactionId).not.toBe(late.transactionId);
  // The money of the first order arrives only now.
  await world()
    .database.db.update(orders)
    .set({ paymentStatus: 'completed', paidAt: world().sandbox.clock.now() })
    .where(eq(orders.transactionId, late.transactionId));
  const { transactionId } = late;
  expect(await standing(tab, tab.checkoutId)).toMatchObject({ state: 'paid', transactionId });
  const again = await goToPay(tab, 'square');
  expect([again.status, again.url]).toEqual([200, `/checkout-success?id=${transactionId}`]);
});

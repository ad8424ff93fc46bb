import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CheckoutOrder } from '#contract/checkout-order.ts';
import { tokenizeCard } from '#sandbox/square/test-stand.ts';
import { eventually } from '#test/eventually.ts';
import { billingData, checkout } from '#test/factories.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { and, asc, eq, inArray } from '../db/drizzle.ts';
import { coupons, eventCapacity, orders, paymentAttempts, paymentLedger, rateLimits } from '../db/tables.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
beforeEach(async () => {
  world.sandbox.square!.faults.clear();
  world.sandbox.stripe.faults.clear();
  await world.database.db.delete(rateLimits);
  await world.database.db.update(eventCapacity).set({ maxCapacity: 300 });
});
afterAll(() => world.stop());

type Provider = 'stripe' | 'square';
const PROVIDERS: readonly Provider[] = ['stripe', 'square'];

interface Tab {
  readonly visitor: Visitor;
  readonly checkoutId: string;
}

interface Page {
  readonly status: number;
  readonly url: string;
  readonly transactionId: string;
  readonly code?: string;
}

function openTab(visitor = world.visitor()): Tab {
  return { visitor, checkoutId: crypto.randomUUID() };
}

async function goToPay(
  { visitor, checkoutId }: Tab,
  provider: Provider,
  changes: Record<string, unknown> = {},
): Promise<Page> {
  const body = { ...checkout({ checkoutId, ...changes }), provider };
  const response = await visitor.post('/api/create-checkout-session', body);
  return { status: response.status, ...(await response.json()) };
}

/** Pays as the buyer does on the provider's page or on the card page; true when money was taken. */
async function pay({ visitor }: Tab, page: Page, cents = 2000): Promise<{ paid: boolean; code: unknown }> {
  if (!page.url.startsWith('/')) return { paid: (await world.pay(page.url)).status === 303, code: null };
  const response = await visitor.post('/api/square/process-payment', {
    sourceId: await tokenizeCard(world.sandbox.url),
    orderId: page.transactionId,
    amount: cents,
    billingData,
  });
  const { success, code } = await response.json();
  return { paid: success === true, code };
}

async function ordersOf({ checkoutId }: Tab) {
  return world.database.db
    .select()
    .from(orders)
    .where(eq(orders.checkoutId, checkoutId))
    .orderBy(asc(orders.id));
}

async function captured(tab: Tab): Promise<number[]> {
  const ids = (await ordersOf(tab)).map(({ id }) => id);
  const rows = await world.database.db
    .select()
    .from(paymentLedger)
    .where(and(inArray(paymentLedger.orderId, ids), eq(paymentLedger.kind, 'capture')));
  return rows.map(({ amount }) => amount);
}

/** Seats taken on the conference day; the counter must agree with the orders. */
async function taken(): Promise<number> {
  const [row] = await world.database.db
    .select()
    .from(eventCapacity)
    .where(eq(eventCapacity.eventDate, '2025-09-20'));
  const holding = await world.database.db.select().from(orders).where(eq(orders.seatsHeld, true));
  expect(row!.currentRegistrations).toBe(holding.reduce((sum, one) => sum + one.teamMemberCount, 0));
  return row!.currentRegistrations;
}

/** As if the seconds in which the provider is not asked again were over. */
async function forgetLooks() {
  await world.database.db.update(paymentAttempts).set({ nextLookAt: null });
}

async function standing({ visitor }: Tab, key: string): Promise<CheckoutOrder | null> {
  const response = await visitor.get(`/api/checkout/${key}`);
  expect(response.status).toBe(200);
  return ((await response.json()) as { order: CheckoutOrder | null }).order;
}

async function unfinished({ visitor }: Tab): Promise<CheckoutOrder | null> {
  return ((await (await visitor.get('/api/unfinished-order')).json()) as { order: CheckoutOrder | null })
    .order;
}

async function addCoupon(code: string, usageLimit: number) {
  const at = world.sandbox.clock.now();
  await world.database.db.insert(coupons).values({
    code,
    description: 'A test',
    discountType: 'fixed',
    discountValue: 200,
    usageLimit,
    eventTypes: ['conference'],
    createdAt: at,
    updatedAt: at,
  });
}

async function usesOf(code: string) {
  const [row] = await world.database.db.select().from(coupons).where(eq(coupons.code, code));
  return [row!.usageCount, row!.heldCount];
}

const SWITCHES = PROVIDERS.flatMap((from) => PROVIDERS.map((to) => [from, to] as const));

describe.each(SWITCHES)('a checkout opened at %s and changed at %s', (from, to) => {
  test('is one purchase: the earlier page takes no money, and its seats and coupon are free at once (R-ORDER-9)', async () => {
    const code = `ONCE-${from}-${to}`.toUpperCase();
    await addCoupon(code, 1);
    const before = await taken();
    const tab = openTab();
    const first = await goToPay(tab, from, { couponCode: code, finalAmount: 18 });
    expect([first.status, await usesOf(code)]).toEqual([200, [0, 1]]);
    const second = await goToPay(tab, to, { phone: '303 555 0199' });
    expect([second.status, await usesOf(code), await taken()]).toEqual([200, [0, 0], before + 1]);
    expect(second.transactionId).not.toBe(first.transactionId);

    expect((await pay(tab, first, 1800)).paid).toBe(false);
    expect((await pay(tab, second)).paid).toBe(true);
    expect((await pay(tab, first, 1800)).paid).toBe(false);
    await forgetLooks();
    expect((await standing(tab, tab.checkoutId))?.standing).toBe('paid');
    expect(await captured(tab)).toEqual([2000]);
    expect((await ordersOf(tab)).map(({ paymentStatus }) => paymentStatus)).toEqual([
      expect.stringMatching(/^(cancelled|expired)$/),
      'completed',
    ]);
    expect(await taken()).toBe(before + 1);
  });

  test('keeps its seats while it changes, even if they are the last', async () => {
    const tab = openTab();
    const first = await goToPay(tab, from);
    await world.database.db.update(eventCapacity).set({ maxCapacity: await taken() });
    const second = await goToPay(tab, to, { phone: '303 555 0199' });
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await pay(tab, second)).paid).toBe(true);
  });

  test('stays as it was when the change is sold out', async () => {
    const tab = openTab();
    const first = await goToPay(tab, from);
    await world.database.db.update(eventCapacity).set({ maxCapacity: (await taken()) + 3 });
    const team = { attendeeCount: 10, amount: 200, finalAmount: 200 };
    expect((await goToPay(tab, to, team)).code).toBe('sold_out');
    expect((await standing(tab, tab.checkoutId))?.standing).toBe('open');
    expect((await pay(tab, first)).paid).toBe(true);
  });

  test('stays as it was when the change names more people than it has seats', async () => {
    const tab = openTab();
    const first = await goToPay(tab, from);
    const teamMembers = [{ firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org' }];
    expect((await goToPay(tab, to, { teamMembers })).code).toBe('invalid');
    expect((await pay(tab, first)).paid).toBe(true);
  });

  test('charges once when it is paid and changed at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      await world.database.db.delete(rateLimits);
      const tab = openTab();
      const first = await goToPay(tab, from);
      const [paying, changing] = await Promise.all([
        pay(tab, first),
        goToPay(tab, to, { phone: '303 555 0199' }),
      ]);
      if (!paying.paid && changing.status === 200) await pay(tab, changing);
      // Money on its way is known once the provider has been asked.
      await forgetLooks();
      await standing(tab, tab.checkoutId);
      expect(await captured(tab)).toEqual([2000]);
      const open = (await ordersOf(tab)).filter(({ seatsHeld }) => seatsHeld);
      expect(open.map(({ paymentStatus }) => paymentStatus)).toEqual(['completed']);
    }
    await taken();
  });
});

describe.each(PROVIDERS)('a checkout at %s', (provider) => {
  test('that several tabs change at once ends as one order with one page', async () => {
    const before = await taken();
    const tab = openTab();
    await goToPay(tab, provider);
    const changed = await Promise.all(
      [1, 2, 3].map((one) => goToPay(tab, provider, { phone: `303 555 010${one}` })),
    );
    for (const { status, code } of changed)
      expect([200, 'order_replaced', 'payment_under_way']).toContain(status === 200 ? 200 : code);
    const holding = (await ordersOf(tab)).filter(({ seatsHeld }) => seatsHeld);
    expect(holding).toHaveLength(1);
    expect(await taken()).toBe(before + 1);
    const results: boolean[] = [];
    for (const page of changed) if (page.status === 200) results.push((await pay(tab, page)).paid);
    expect(results.filter(Boolean)).toHaveLength(1);
    await forgetLooks();
    await standing(tab, tab.checkoutId);
    expect(await captured(tab)).toEqual([2000]);
  });

  test('once paid answers every later try with its tickets', async () => {
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
      standing: 'open',
      url: page.url,
    });
    const minutes = (Date.parse(open!.keptUntil!) - world.sandbox.clock.now().getTime()) / 60_000;
    // A card form that nobody uses ends sooner.
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
      standing: 'paid',
      url: null,
      keptUntil: null,
    });
    expect(await unfinished(tab)).toBeNull();
  });

  test('can be given up: its page takes no money and its seats are free', async () => {
    const before = await taken();
    const tab = openTab();
    const page = await goToPay(tab, provider);
    const stranger = await world.visitor().post(`/api/checkout/${tab.checkoutId}/give-up`, {});
    expect([await stranger.json(), await taken()]).toEqual([{ order: null }, before + 1]);
    const answer = await tab.visitor.post(`/api/checkout/${page.transactionId}/give-up`, {});
    expect([answer.status, (await answer.json()).order.standing]).toEqual([200, 'over']);
    expect(await taken()).toBe(before);
    expect(await unfinished(tab)).toBeNull();
    expect((await pay(tab, page)).paid).toBe(false);
    const anew = await goToPay(tab, provider);
    expect((await pay(tab, anew)).paid).toBe(true);
    const paid = await tab.visitor.post(`/api/checkout/${tab.checkoutId}/give-up`, {});
    expect((await paid.json()).order).toMatchObject({ standing: 'paid', transactionId: anew.transactionId });
  });

  test('counts what it holds as free only for itself', async () => {
    const tab = openTab();
    const code = `OWN-${provider}`.toUpperCase();
    await addCoupon(code, 1);
    await goToPay(tab, provider, { couponCode: code, finalAmount: 18 });
    await world.database.db.update(eventCapacity).set({ maxCapacity: await taken() });
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

test('a page that Stripe opens only after its checkout was changed is closed at once', async () => {
  const tab = openTab();
  world.sandbox.stripe.faults.set({
    failNext: { method: 'POST', path: '/v1/checkout/sessions', when: 'before', kind: 'held' },
  });
  const slow = goToPay(tab, 'stripe');
  await eventually(async () => expect(await ordersOf(tab)).toHaveLength(1));
  const changed = await goToPay(tab, 'stripe', { phone: '303 555 0199' });
  world.sandbox.stripe.faults.clear();
  expect([changed.status, (await slow).code]).toEqual([200, 'order_replaced']);
  const [first] = await ordersOf(tab);
  const [attempt] = await world.database.db
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, first!.id));
  const present = await world.dependencies.gateways.get('stripe')!.fetch(attempt!.ref!);
  expect(present?.state).toBe('expired');
  expect((await pay(tab, changed)).paid).toBe(true);
});

test("the state is unsure while the provider doesn't respond", async () => {
  const tab = openTab();
  const page = await goToPay(tab, 'stripe');
  world.sandbox.stripe.faults.set({
    failNext: { method: 'GET', path: '/v1/checkout/sessions/*', when: 'before', kind: '500', times: 9 },
  });
  expect(await standing(tab, tab.checkoutId)).toMatchObject({ standing: 'unsure', url: null });
  world.sandbox.stripe.faults.clear();
  await forgetLooks();
  expect(await standing(tab, tab.checkoutId)).toMatchObject({ standing: 'open', isCertain: true });
  // Within three seconds the provider is not asked again.
  expect(await standing(tab, tab.checkoutId)).toMatchObject({
    ...{ standing: 'open', isCertain: false, url: page.url },
  });
});

test('a payment that was not reported yet is found when the summary asks', async () => {
  const silent = await createWorld({ webhooks: false });
  try {
    const visitor = silent.visitor();
    const checkoutId = crypto.randomUUID();
    const { url } = await (
      await visitor.post('/api/create-checkout-session', checkout({ checkoutId }))
    ).json();
    await silent.pay(url);
    const { order } = await (await visitor.get(`/api/checkout/${checkoutId}`)).json();
    expect(order.standing).toBe('paid');
  } finally {
    await silent.stop();
  }
});

describe('a card for an order that has ended', () => {
  test('is told which newer order has replaced it', async () => {
    const tab = openTab();
    const first = await goToPay(tab, 'square');
    const second = await goToPay(tab, 'stripe');
    expect(await pay(tab, first)).toEqual({ paid: false, code: 'order_replaced' });
    expect(await standing(tab, first.transactionId)).toMatchObject({
      transactionId: second.transactionId,
      url: second.url,
    });
  });

  test('is told that registration has closed', async () => {
    const tab = openTab();
    const page = await goToPay(tab, 'square');
    await tab.visitor.post(`/api/checkout/${tab.checkoutId}/give-up`, {});
    expect((await pay(tab, page)).code).toBe('payment_not_open');
    const now = world.sandbox.clock.now();
    world.moveClock('2025-09-21T06:00:00Z');
    expect((await pay(tab, page)).code).toBe('registration_closed');
    world.moveClock(now.toISOString());
  });
});

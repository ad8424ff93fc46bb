import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { event } from '#content/event.ts';
import { packages as ofContent } from '#content/packages.ts';
import { pendingRegistration, validateCoupon } from '#contract/checkout.ts';
import { listPackages } from '#contract/packages.ts';
import { encodeResponse } from '#contract/route.ts';
import { mount } from '#test/mount.ts';
import { dropBought } from '../bought-registration.ts';
import { syncClock } from '../clock.ts';
import { DRAFT_KEY, readPendingRegistration, savePendingRegistration } from '../pending-registration.ts';
import { sessionStore } from '../storage.ts';
import { shownAmounts } from './reprice.ts';
import { useCheckout } from './use-checkout.ts';

vi.mock('../boot.ts', () => ({ boot: { now: '2025-08-01T12:00:00Z', closedByBuild: false, listings: [] } }));
vi.mock('../analytics.ts', () => ({ startCounting: () => {}, track: () => {} }));
let showAgain = () => {};
vi.mock('../use-when-shown-again.ts', () => ({
  useWhenShownAgain: (act: () => void) => {
    showAgain = act;
  },
}));

const packages = ofContent.map((one) => ({ ...one, includes: [...one.includes], listings: {} }));

afterEach(() => vi.unstubAllGlobals());

const pending = pendingRegistration.parse({
  ...{ firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.org', phone: '303 555 0100' },
  ...{ track: 'caregivers', eventType: 'conference', teamMembers: [], attendeeCount: 1, isEarlyBird: true },
  ...{ amount: 20_00, originalAmount: 20_00, discountAmount: 5_00, finalAmount: 15_00, couponCode: 'SAVE5' },
});

test('a total without the refused code is announced, and the form’s draft loses the code, too', async () => {
  const refusal = { code: 'coupon_used_up', message: 'This coupon is used up.' };
  vi.stubGlobal('fetch', async () => Response.json(refusal, { status: 409 }));
  const checkout = await mount(() => useCheckout(pending));
  sessionStore.set(DRAFT_KEY, JSON.stringify({ couponCode: 'SAVE5', coupon: { key: '', applied: {} } }));
  await checkout.act(() => checkout.result.pay());
  expect([checkout.result.problem, checkout.result.news]).toEqual([
    { text: 'This coupon is used up.', details: [], offer: 'remove_coupon' },
    null,
  ]);
  await checkout.act(() => checkout.result.removeCoupon());
  const { problem, news } = checkout.result;
  expect([problem, news, shownAmounts(checkout.result.pending).total]).toEqual([
    null,
    'Please confirm the new total.',
    20_00,
  ]);
  expect(sessionStore.getJson(DRAFT_KEY)).toEqual({ couponCode: 'SAVE5', coupon: null });
});

test.each(['registration_closed', 'registration_closed_early'])(
  'the server may say that registration has closed: %s',
  async (code) => {
    vi.stubGlobal('fetch', async () => Response.json({ code, message: '' }, { status: 403 }));
    const checkout = await mount(() => useCheckout(pending));
    expect(checkout.result.isClosed).toBe(false);
    await checkout.act(() => checkout.result.pay());
    expect([checkout.result.isClosed, checkout.result.problem]).toEqual([true, null]);
  },
);

test('a payment that has begun is not left because registration closes meanwhile', async () => {
  onTestFinished(() => syncClock(String(Date.parse('2025-08-01T12:00:00Z'))));
  const { promise, resolve } = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', () => promise);
  const checkout = await mount(() => useCheckout(pending));
  let paying!: Promise<void>;
  await checkout.act(() => {
    paying = checkout.result.pay();
  });
  syncClock(String(Date.parse('2025-09-22T12:00:00Z')));
  await checkout.render();
  expect(checkout.result.isClosed).toBe(false);
  resolve(Response.json({}, { status: 502 }));
  await checkout.act(() => paying);
  expect(checkout.result.isClosed).toBe(true);
});

test('after the program, the summary says so, and can be paid until registration closes', async () => {
  onTestFinished(() => syncClock(String(Date.parse('2025-08-01T12:00:00Z'))));
  const checkout = await mount(() => useCheckout(pending));
  expect([checkout.result.isOver, checkout.result.isClosed]).toEqual([false, false]);
  syncClock(String(Date.parse(event.endsAt)));
  await checkout.render();
  expect([checkout.result.isOver, checkout.result.isClosed]).toEqual([true, false]);
});

test('the button works again if the visitor stops the way to the payment page', async () => {
  const session = { url: 'https://pay.example/1', transactionId: '7K2M' };
  vi.stubGlobal('fetch', async () => Response.json(session));
  vi.stubGlobal('location', { origin: 'https://summit.example' });
  const checkout = await mount(() => useCheckout(pending));
  const navigation = new EventTarget();
  const assign = vi.fn();
  Object.assign(window, { navigation, location: { assign } });
  await checkout.act(() => checkout.result.pay());
  expect([assign.mock.calls, checkout.result.isBusy]).toEqual([[[session.url]], true]);
  await checkout.act(() => navigation.dispatchEvent(new Event('navigateerror')));
  expect(checkout.result.isBusy).toBe(false);
});

test.each([
  ['the payment provider’s', 'https://pay.example/1', false],
  ['this site’s', 'https://summit.example/checkout/square-payment', true],
])('%s payment page gets what this browser could not store: %s, %s', async (_whose, url, isCarried) => {
  vi.stubGlobal('fetch', async () => Response.json({ url, transactionId: '7K2M' }));
  vi.stubGlobal('location', { origin: 'https://summit.example' });
  const checkout = await mount(() => useCheckout(pending));
  Object.assign(window, { location: { assign: () => {} } });
  savePendingRegistration(pending);
  await checkout.act(() => checkout.result.pay());
  expect(window.name.includes('ada@example.org')).toBe(isCarried);
  // The form starts blank once this order is paid.
  dropBought('7K2M');
  expect(readPendingRegistration()).toBeNull();
});

test.each([
  [2_00, [null, 'Please confirm the new total.', 18_00, false]],
  [5_00, ['reload', null, 15_00, false]],
])(
  'a price that the server no longer agrees with is shown before it is paid: with a discount of %i',
  async (discountAmount, shown) => {
    const valid = { valid: true, discountAmount, finalAmount: 0, message: '', coupon: null };
    const responses: Record<string, () => Response> = {
      '/api/create-checkout-session': () =>
        Response.json({ code: 'price_changed', message: '' }, { status: 409 }),
      '/api/packages': () => Response.json(encodeResponse(listPackages, packages)),
      '/api/coupons/validate': () => Response.json(encodeResponse(validateCoupon, valid)),
    };
    vi.stubGlobal('fetch', async (url: string) => responses[url]!());
    const amounts = { amount: 20_00, originalAmount: 20_00, discountAmount: 5_00, finalAmount: 15_00 };
    const checkout = await mount(() => useCheckout({ ...pending, ...amounts }));
    await checkout.act(() => checkout.result.pay());
    const { problem, news, isBusy } = checkout.result;
    expect([problem?.offer ?? null, news, shownAmounts(checkout.result.pending).total, isBusy]).toEqual(
      shown,
    );
  },
);

test('the button works again when the visitor comes back from the payment page', async () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}));
  const checkout = await mount(() => useCheckout(pending));
  await checkout.act(() => void checkout.result.pay());
  expect(checkout.result.isBusy).toBe(true);
  await checkout.act(() => showAgain());
  expect(checkout.result.isBusy).toBe(false);
});

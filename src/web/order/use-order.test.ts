import { environmentManager, focusManager, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { type CheckoutOrder, getCheckout } from '#contract/checkout-order.ts';
import {
  getOrderAfterPayment,
  getOrderConfirmation,
  type OrderWithRegistrations,
  type RegistrationDetails,
} from '#contract/orders.ts';
import { encodeResponse } from '#contract/route.ts';
import { findButton, textIn } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleOrder, sampleRegistration } from '#test/sample-order.ts';
import { CheckAgain } from './check-again.tsx';
import { confirmationQuery, unpaidOrderQuery } from './order-queries.ts';
import { useOrder } from './use-order.ts';
import { WayToPay } from './way-to-pay.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const pending: OrderWithRegistrations = {
  order: sampleOrder({ paymentStatus: 'pending' }),
  registrations: [],
};
const paid: OrderWithRegistrations = { order: sampleOrder(), registrations: [sampleRegistration()] };
const { transactionId } = paid.order;

/** A page of the order that the server has at the moment, at first a pending one; null makes the call fail. */
async function openPage() {
  let present: OrderWithRegistrations | null = pending;
  const fetched = vi.fn(async () =>
    present
      ? Response.json(encodeResponse(getOrderConfirmation, present))
      : new Response('', { status: 502 }),
  );
  vi.stubGlobal('fetch', fetched);
  const page = await mount(() => useOrder(confirmationQuery(transactionId)));
  return {
    page,
    fetched,
    shown: () => page.result.query.data?.order.paymentStatus,
    become: (next: OrderWithRegistrations | null) => {
      present = next;
    },
  };
}

test('an order is read again whenever its page is shown again, and stays if that fails', async () => {
  const { page, fetched, shown, become } = await openPage();
  const showAgain = async () => {
    await page.act(() => focusManager.setFocused(false));
    await page.act(() => focusManager.setFocused(true));
  };
  become(paid);
  await showAgain();
  expect([shown(), fetched.mock.calls.length]).toEqual(['completed', 2]);
  become(null);
  await showAgain();
  expect([shown(), fetched.mock.calls.length]).toEqual(['completed', 3]);
  focusManager.setFocused(undefined);
});

test('checking again asks the provider first and then for all that is shown, and says why it failed until the order is read again', async () => {
  const registration: RegistrationDetails = {
    ...{ ...sampleRegistration(), id: null, isOrganizer: true, teamMembers: [], teamMemberCount: 1 },
    ...{ phone: null, organization: null, amount: 20_00, originalAmount: null, appliedDiscount: null },
    ...{ pricingType: 'individual', isEarlyBird: false },
  };
  const responses: Record<string, unknown> = {
    registrations: encodeResponse(getOrderAfterPayment, { ...pending, registration }),
    order: encodeResponse(getOrderConfirmation, pending),
    checkout: encodeResponse(getCheckout, { order: null }),
  };
  let isDown = true;
  let meanwhile = async () => {};
  const asked: string[] = [];
  let refetch = (): unknown => undefined;
  vi.stubGlobal('fetch', async (url: string) => {
    const what = url.split('/')[2]!;
    asked.push(what);
    if (what === 'registrations') await meanwhile();
    return isDown ? new Response('', { status: 502 }) : Response.json(responses[what]);
  });
  const page = await mount(() => {
    const query = useQuery({ ...confirmationQuery(transactionId), initialData: pending });
    refetch = query.refetch;
    useQuery({ ...unpaidOrderQuery(transactionId), staleTime: Number.POSITIVE_INFINITY, initialData: null });
    return CheckAgain({ order: pending.order, query });
  });
  const press = () => page.act(() => findButton(page.result, 'Check again').props.onClick());
  await press();
  expect([textIn(page.result), asked.splice(0)]).toEqual([
    'Check againThe server sent an unexpected response. Please try again in a moment.',
    ['registrations'],
  ]);
  isDown = false;
  await press();
  expect([textIn(page.result), asked.splice(0)]).toEqual([
    'Check again',
    ['registrations', 'order', 'checkout'],
  ]);
  isDown = true;
  await press();
  expect(textIn(page.result)).toContain('The server sent');
  isDown = false;
  vi.setSystemTime(Date.now() + 1);
  await page.act(refetch);
  expect(textIn(page.result)).toBe('Check again');
  // The page is read during the check, as on the way back from the bank's app.
  meanwhile = async () => {
    vi.setSystemTime(Date.now() + 1);
    await refetch();
    isDown = true;
  };
  await press();
  expect(textIn(page.result)).toContain('The server sent');
});

const unpaid: CheckoutOrder = {
  transactionId,
  checkoutId: null,
  registrationNumber: paid.order.registrationNumber,
  packageLabel: paid.order.packageLabel,
  totalAmount: paid.order.totalAmount,
  state: 'open',
  isCertain: true,
  url: 'https://pay.example/unpaid',
  keptUntil: '2025-07-15T16:30:00.000Z',
};

test.each([
  ['that made a pending order can pay it', true],
  ["that didn't make a pending order is not asked to pay it", false],
])('a browser %s', async (_name, isOwn) => {
  vi.stubGlobal('fetch', async () =>
    Response.json(encodeResponse(getCheckout, { order: isOwn ? unpaid : null })),
  );
  const { result } = await mount(() => WayToPay({ ...pending, query: {} as UseQueryResult<never> }));
  expect(result?.props.order ?? null).toEqual(isOwn ? unpaid : null);
});

test.each([
  ['paid', 1],
  ['over', 1],
  ['open', 0],
  ['unsure', 0],
] as const)('a page whose order turns out to be %s is read again: %i', async (state, times) => {
  const order: CheckoutOrder = state === 'open' ? unpaid : { ...unpaid, state, url: null, keptUntil: null };
  vi.stubGlobal('fetch', async () => Response.json(encodeResponse(getCheckout, { order })));
  const refetch = vi.fn();
  const query = { refetch } as unknown as UseQueryResult<never>;
  const page = await mount(() => WayToPay({ ...pending, query }));
  await page.render();
  expect(refetch).toHaveBeenCalledTimes(times);
});

test.each([
  ['the payment may be under way', { state: 'unsure', isCertain: false }, true],
  ['the provider did not respond', { state: 'open', isCertain: false }, true],
  ['the provider says it can be paid', { state: 'open', isCertain: true }, false],
  ['it is over', { state: 'over', isCertain: false }, false],
] as const)('what is left to pay is asked for again while %s: %j', (_, changes, again) => {
  const { refetchInterval } = unpaidOrderQuery(transactionId);
  const after = (refetchInterval as (query: unknown) => number | false)({
    state: { data: { ...unpaid, ...changes } },
  });
  expect(after).toBe(again && 3_000);
});

test('a page without an order is not read again when it is shown again', async () => {
  const fetched = vi.fn(async () => Response.json({ code: 'order_not_found' }, { status: 404 }));
  vi.stubGlobal('fetch', fetched);
  const page = await mount(() => useOrder({ ...confirmationQuery(transactionId), retry: false }));
  await page.act(() => focusManager.setFocused(false));
  await page.act(() => focusManager.setFocused(true));
  expect(fetched).toHaveBeenCalledOnce();
  focusManager.setFocused(undefined);
});

test('an order is asked for again while the server does not respond', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const responses = [503, 502].map((status) => new Response('', { status }));
  const order = () => Response.json(encodeResponse(getOrderConfirmation, paid));
  vi.stubGlobal('fetch', async () => responses.shift() ?? order());
  const page = await mount(() => {
    const { query } = useOrder(confirmationQuery(transactionId));
    return { data: query.data, failures: query.failureCount };
  });
  expect(page.result).toEqual({ data: undefined, failures: 1 });
  await page.act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(page.result).toEqual({ data: undefined, failures: 2 });
  await page.act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(page.result.data?.order.paymentStatus).toBe('completed');
});

test('a pending order is polled for a minute, even in the background', async () => {
  // Without a window, the library assumes that it runs on a server, and never polls.
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { page, fetched } = await openPage();
  let poll: (() => void) | null = null;
  vi.stubGlobal('setInterval', (run: () => void) => {
    poll = run;
    return 1;
  });
  vi.stubGlobal('clearInterval', () => {
    poll = null;
  });
  await page.act(() => page.result.query.refetch());
  focusManager.setFocused(false);
  await page.act(() => poll!());
  focusManager.setFocused(undefined);
  expect([page.result.isSlow, fetched.mock.calls.length]).toEqual([false, 3]);
  await page.act(() => vi.advanceTimersByTime(60_000));
  expect([page.result.isSlow, poll]).toEqual([true, null]);
});

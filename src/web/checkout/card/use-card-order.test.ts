import { expect, onTestFinished, test, vi } from 'vitest';
import { getOrderByTransaction } from '#contract/orders.ts';
import { encodeResponse } from '#contract/route.ts';
import { mount } from '#test/mount.ts';
import { sampleOrder } from '#test/sample-order.ts';
import { useCardOrder } from './use-card-order.ts';

test('with the window’s focus, the order and its checkout are loaded again, but not during a payment', async () => {
  // After the page has ended, which listens to the window.
  onTestFinished(() => void vi.unstubAllGlobals());
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return Response.json({ code: 'internal', message: '' }, { status: 500 });
  });
  const heard = new EventTarget();
  const addEventListener = heard.addEventListener.bind(heard);
  const removeEventListener = heard.removeEventListener.bind(heard);
  let isPaying = false;
  const page = await mount(() => {
    Object.assign(window, { addEventListener, removeEventListener });
    return useCardOrder('7K2M', isPaying, false);
  });
  const focus = () => page.act(() => heard.dispatchEvent(new Event('focus')));
  const first = asked.splice(0);
  expect(first).toHaveLength(2);
  await focus();
  expect(asked.splice(0)).toEqual(first);
  isPaying = true;
  await page.render();
  await focus();
  expect(asked).toEqual([]);
});

test.each([
  [true, ['open', 'fails', 'fails', 'unsure', 'over']],
  [true, ['fails', 'unsure', 'open']],
  // A browser that didn't make the order is told of no checkout.
  [true, ['foreign', 'foreign', 'expired']],
  [false, ['unsure', 'fails', 'open']],
  [false, ['open', 'fails']],
  [false, ['foreign']],
])(
  'while it is unknown whether a payment is under way, both are asked for again: charged perhaps (%s), then %j',
  async (mayBeCharged, responses) => {
    onTestFinished(() => void vi.unstubAllGlobals());
    const ids = {
      transactionId: '7K2M',
      checkoutId: null,
      registrationNumber: 'DSS000042',
      packageLabel: '',
    };
    const rest = { totalAmount: '20.00', url: null, keptUntil: null };
    const asked = { orders: 0, checkouts: 0 };
    const certain: boolean[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      if (!url.startsWith('/api/checkout/')) {
        const paymentStatus = responses[asked.orders] === 'expired' ? 'expired' : 'pending';
        asked.orders += 1;
        const order = sampleOrder({ paymentStatus });
        return Response.json(encodeResponse(getOrderByTransaction, { order, registrations: [] }));
      }
      if (asked.checkouts > 0) certain.push(page.result.isCertain);
      const state = responses[asked.checkouts]!;
      asked.checkouts += 1;
      if (state === 'fails') return Response.json({}, { status: 500 });
      if (state === 'foreign' || state === 'expired') return Response.json({ order: null });
      return Response.json({ order: { ...ids, ...rest, state, isCertain: state !== 'unsure' } });
    });
    const waiting: (() => void)[] = [];
    vi.stubGlobal('setTimeout', (act: () => void, ms = 0) => ms === 3_000 && waiting.push(act));
    vi.stubGlobal('clearTimeout', () => void waiting.splice(0));
    const page = await mount(() => {
      Object.assign(window, { addEventListener: () => {}, removeEventListener: () => {} });
      return useCardOrder('7K2M', false, mayBeCharged);
    });
    let known: string | undefined;
    for (const [index, response] of responses.entries()) {
      if (['open', 'unsure', 'over'].includes(response)) known = response;
      expect(asked).toEqual({ orders: index + 1, checkouts: index + 1 });
      expect([page.result.order?.id, page.result.current?.state]).toEqual([42, known]);
      expect(page.result.isCertain).toBe(['open', 'over'].includes(response));
      if (index === responses.length - 1) break;
      // A lost response makes the page ask once. From then on, it asks by itself.
      await page.act(response === 'open' ? page.result.reload : waiting[0]!);
    }
    expect(waiting).toEqual([]);
    // What was known before doesn't count while a response is awaited.
    expect(certain.filter(Boolean)).toEqual([]);
  },
);

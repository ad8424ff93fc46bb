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
    return useCardOrder('7K2M', isPaying);
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
  ['open', 'fails', 'fails', 'unsure', 'over'],
  ['fails', 'unsure', 'open'],
])(
  'while it is unknown whether a payment is under way, both are asked for again: %s, then %s',
  async (...responses) => {
    onTestFinished(() => void vi.unstubAllGlobals());
    const ids = {
      transactionId: '7K2M',
      checkoutId: null,
      registrationNumber: 'DSS000042',
      packageLabel: '',
    };
    const rest = { totalAmount: '20.00', url: null, keptUntil: null };
    const order = sampleOrder({ paymentStatus: 'pending' });
    const loaded = encodeResponse(getOrderByTransaction, { order, registrations: [] });
    let asked = 0;
    const certain: boolean[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      if (!url.startsWith('/api/checkout/')) return Response.json(loaded);
      if (asked > 0) certain.push(page.result.isCertain);
      const state = responses[asked];
      asked += 1;
      if (state === 'fails') return Response.json({}, { status: 500 });
      return Response.json({ order: { ...ids, ...rest, state, isCertain: state !== 'unsure' } });
    });
    const waiting: (() => void)[] = [];
    vi.stubGlobal('setTimeout', (act: () => void, ms = 0) => ms === 3_000 && waiting.push(act));
    vi.stubGlobal('clearTimeout', () => void waiting.splice(0));
    const page = await mount(() => {
      Object.assign(window, { addEventListener: () => {}, removeEventListener: () => {} });
      return useCardOrder('7K2M', false);
    });
    let known: string | undefined;
    for (const [index, response] of responses.entries()) {
      if (response !== 'fails') known = response;
      expect([asked, page.result.order?.id, page.result.current?.state]).toEqual([index + 1, 42, known]);
      expect(page.result.isCertain).toBe(!['fails', 'unsure'].includes(response));
      // A lost response makes the page ask once. From then on, it asks by itself.
      await page.act(index === 0 && known ? page.result.reload : (waiting[0] ?? (() => {})));
    }
    expect([asked, waiting]).toEqual([responses.length, []]);
    // What was known before doesn't count while a response is awaited.
    expect(certain).not.toContain(true);
  },
);

import { expect, onTestFinished, test, vi } from 'vitest';
import { mount } from '#test/mount.ts';
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

test('while it is unknown whether a payment is under way, both are asked for again, even after an error', async () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  const current = { transactionId: '7K2M', checkoutId: null, registrationNumber: 'DSS000042' };
  const unsure = { ...current, packageLabel: '', totalAmount: '20.00', state: 'unsure', isCertain: false };
  let order: object | null = { ...unsure, url: null, keptUntil: null };
  let asked = 0;
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.startsWith('/api/checkout/')) return Response.json({}, { status: 500 });
    asked += 1;
    return asked === 2 ? Response.json({}, { status: 500 }) : Response.json({ order });
  });
  const waiting: (() => void)[] = [];
  vi.stubGlobal('setTimeout', (act: () => void, ms = 0) => ms === 3_000 && waiting.push(act));
  const page = await mount(() => {
    Object.assign(window, { addEventListener: () => {}, removeEventListener: () => {} });
    return useCardOrder('7K2M', false);
  });
  for (const times of [1, 2, 3]) {
    expect([asked, page.result.current?.state]).toEqual([times, 'unsure']);
    const [again] = waiting.splice(0);
    if (times === 3) order = { ...order, state: 'over', isCertain: true };
    await page.act(again!);
  }
  expect([asked, page.result.current?.state, waiting]).toEqual([4, 'over', []]);
});

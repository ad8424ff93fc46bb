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

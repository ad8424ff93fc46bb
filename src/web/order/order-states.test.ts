import { useQuery } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { sampleLanding } from '#test/render-landing.ts';
import { ApiError } from '../api.ts';
import { setBoot } from '../boot.ts';
import { isEventPast } from './is-event-past.ts';
import { OrderStates } from './order-states.tsx';

const clock = vi.hoisted(() => ({ now: new Date('2025-09-21T05:59:59Z'), tick: () => {} }));
vi.mock('../clock.ts', () => ({
  syncClock: () => {},
  now: () => clock.now,
  everySecond: (look: () => void) => {
    clock.tick = look;
    return () => {};
  },
}));
vi.mock('@tanstack/react-router', async (real) => ({
  ...(await real()),
  useRouter: () => ({ history: { block: () => () => {} } }),
}));

setBoot(sampleLanding.boot);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('an order that cannot be loaded says why and that the page tries again, then offers a button for it', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const down = new ApiError(503, '', { message: 'The service is not available right now.' });
  const page = await mount(() => {
    const query = useQuery({
      queryKey: ['order'],
      queryFn: () => Promise.reject(down),
      retry: 1,
      retryDelay: 5_000,
    });
    const notFound = { title: 'Order Not Found', text: 'There is none.' };
    return OrderStates({ query, title: 'Registration Confirmation', notFound, children: () => 'Order' });
  });
  const shown = () => {
    const { type, props } = findByProp<{ onRetry: unknown }>(page.result, 'onRetry');
    return renderToString(createElement(type, props)).replaceAll(/<[^>]*>/g, '|');
  };
  expect(shown()).toContain('The service is not available right now.| Trying again automatically…|');
  expect(shown()).not.toContain('Try again|');
  await page.act(() => vi.advanceTimersByTimeAsync(5_000));
  expect(shown()).toContain('The service is not available right now.|');
  expect(shown()).not.toContain('Trying again automatically');
  expect(shown()).toContain('Try again|');
});

test('a page that is left open changes when the event is over', async () => {
  const page = await mount(() => {
    const query = useQuery({ queryKey: ['open'], queryFn: () => null, initialData: 'order' });
    const notFound = { title: 'Order Not Found', text: 'There is none.' };
    return OrderStates({
      ...{ query, title: 'My order', notFound },
      children: () => createElement('p', { id: isEventPast() ? 'over' : 'ahead' }),
    });
  });
  const shown = () => findByProp<{ id: string }>(page.result, 'id').props.id;
  expect(shown()).toBe('ahead');
  clock.now = new Date('2025-09-21T06:00:00Z');
  await page.act(() => clock.tick());
  expect(shown()).toBe('over');
});

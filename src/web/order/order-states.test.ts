import { useQuery } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { ApiError } from '../api.ts';
import { OrderStates } from './order-states.tsx';

vi.mock('@tanstack/react-router', async (real) => ({
  ...(await real()),
  useRouter: () => ({ history: { block: () => () => {} } }),
}));

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

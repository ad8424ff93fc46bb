import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ApiError } from './api.ts';
import { BriefLoadFailure, LoadFailure } from './load-failure.tsx';

test.each([
  [503, 'unavailable', 'The service is not available right now.', 'Try again'],
  [404, 'order_not_found', 'Order not found', ''],
  [400, 'invalid', 'Subject: line 1: there is no filter “shout”.', ''],
] as const)(
  'a failure with status %i says why, and offers a retry only where one can help',
  (status, code, message, retry) => {
    const error = new ApiError(status, '{}', { code, message });
    const page = renderToString(
      createElement(LoadFailure, {
        title: 'No preview',
        query: { error, refetch: () => {}, data: undefined },
      }),
    );
    expect(page.replaceAll(/<[^>]+>/g, '')).toBe(`No preview${message}${retry}`);
  },
);

test.each([
  [undefined, 'No seat counts', 'could not be loaded'],
  [[], 'This may be out of date', 'may be out of date'],
])('data that are still shown, here %j, are not said to be missing', (data, title, words) => {
  const query = { error: new Error(), refetch: () => {}, data };
  expect(renderToString(createElement(LoadFailure, { title: 'No seat counts', query }))).toContain(title);
  const page = renderToString(createElement(BriefLoadFailure, { what: 'The seat counts', query }));
  expect(page.replaceAll(/<[^>]+>/g, '')).toBe(`The seat counts ${words}Try again`);
});

import type { UseQueryResult } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Loaded } from './loaded.tsx';

test.each([
  [undefined, 'The phones could not be loaded'],
  [3, 'This may be out of date'],
])('a failed query with the data %j says: %s', (data, words) => {
  const query = { data, error: new Error(), isPending: false, refetch: () => {} } as UseQueryResult;
  const page = renderToString(
    Loaded({
      query,
      loading: 'Loading the phones',
      failure: 'The phones could not be loaded',
      children: (found) => `${found} phones`,
    }),
  );
  expect(page).toContain(words);
  expect(page.includes('could not be loaded')).toBe(data === undefined);
  expect(page.includes('3 phones')).toBe(data !== undefined);
});

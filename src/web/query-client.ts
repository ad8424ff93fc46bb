import { QueryClient } from '@tanstack/react-query';

/**
 * Data is fetched once and never retried automatically. Nothing waits for a network: without one, a call fails at once.
 */
export function createQueryClient(): QueryClient {
  const networkMode = 'always';
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: false,
        networkMode,
      },
      mutations: { retry: false, networkMode },
    },
  });
}

import { onlineManager, QueryClient } from '@tanstack/react-query';

/**
 * Data is fetched once and never retried automatically. Nothing waits for a network: without one, a call fails at once.
 */
export function createQueryClient(): QueryClient {
  const networkMode = 'always';
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: false,
        networkMode,
      },
      mutations: { networkMode },
    },
  });
  // A live query's call may still be failing for want of a network; the library would wait for it, not call again.
  onlineManager.subscribe(
    (isOnline) =>
      isOnline &&
      client.cancelQueries({
        predicate: ({ observers }) => observers.some((one) => one.shouldFetchOnReconnect()),
      }),
  );
  return client;
}

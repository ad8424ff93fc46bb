import { onlineManager, QueryClient, type QueryFilters } from '@tanstack/react-query';

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
      mutations: { retry: false, networkMode },
    },
  });
  onlineManager.subscribe((isOnline) => {
    if (isOnline) void readAgain(client);
  });
  return client;
}

/** Queries that are read again once there is a network. */
const LIVE: QueryFilters = {
  type: 'active',
  predicate: ({ observers }) => observers.some((one) => one.shouldFetchOnReconnect()),
};

/** A call from before may still be about to fail, and the library would wait for it instead. */
async function readAgain(client: QueryClient): Promise<void> {
  await client.cancelQueries(LIVE);
  await client.refetchQueries(LIVE);
}

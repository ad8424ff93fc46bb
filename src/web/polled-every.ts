/** Options of a query that is polled every `ms` milliseconds. The library doesn't poll for a hidden page. */
export function polledEvery(ms = 30_000) {
  return { refetchInterval: ms, refetchOnWindowFocus: 'always' } as const;
}

/** Options of a query that is polled every `ms` milliseconds. The library doesn't poll for a hidden page. */
export function polledEvery(ms: number) {
  return { refetchInterval: ms, refetchOnWindowFocus: 'always' } as const;
}

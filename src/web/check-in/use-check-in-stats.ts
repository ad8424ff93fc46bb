import { useQuery } from '@tanstack/react-query';
import { getCheckInStats } from '#contract/check-in.ts';
import { queryOf } from '../api.ts';

export const POLL_MS = 30_000;

/** Today's figures, polled once for all components. */
export function useCheckInStats() {
  return useQuery({
    ...queryOf(getCheckInStats),
    refetchInterval: POLL_MS,
    refetchOnReconnect: 'always',
  });
}

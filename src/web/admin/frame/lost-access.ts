import {
  type MutationCacheNotifyEvent,
  type QueryCacheNotifyEvent,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { getCurrentUser } from '#contract/auth.ts';
import { ApiError, call } from '../../api.ts';
import { hasUnsavedWork } from '../../ui/unsaved-work.tsx';

/** `session_ended`: signed out with unsaved work. */
type LostAccess = 'signed_out' | 'session_ended' | 'forbidden';

/** Watches all calls, so that an expired session or removed permission shows at once. */
export function useLostAccess(): { lost: LostAccess | null; regain: () => void } {
  const client = useQueryClient();
  const [lost, setLost] = useState<LostAccess | null>(null);
  useEffect(() => {
    const check = (event: QueryCacheNotifyEvent | MutationCacheNotifyEvent) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return;
      const { error } = event.action;
      setLost((known) => lostAccess(error) ?? known);
    };
    const leaveQueries = client.getQueryCache().subscribe(check);
    const leaveMutations = client.getMutationCache().subscribe(check);
    return () => {
      leaveQueries();
      leaveMutations();
    };
  }, [client]);
  // Some desks make no calls of their own accord, and would stay readable after a sign-out in another tab. Only a
  // refusal counts here: the user as found before stays, and with it the page and its unsaved work.
  useQuery({
    queryKey: [getCurrentUser.path, 'still'],
    queryFn: ({ signal }) => call(getCurrentUser, { signal }),
    initialData: null,
    refetchOnWindowFocus: 'always',
  });
  return { lost, regain: useCallback(() => setLost(null), []) };
}

/** Other refusals with status 403, such as a closed registration, say nothing about the person. */
function lostAccess(error: unknown): LostAccess | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 401) return hasUnsavedWork() ? 'session_ended' : 'signed_out';
  return error.code === 'forbidden' ? 'forbidden' : null;
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../api.ts';

type LostAccess = 'signed_out' | 'forbidden';

/** Watches every call of the page: a session that ends, or a name taken off the list, shows at once. */
export function useLostAccess(): LostAccess | null {
  const client = useQueryClient();
  const [lost, setLost] = useState<LostAccess | null>(null);
  useEffect(() => {
    const hear = (error: unknown) => setLost((known) => lostAccess(error) ?? known);
    const leaveQueries = client.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') hear(event.action.error);
    });
    const leaveMutations = client.getMutationCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'error') hear(event.action.error);
    });
    return () => {
      leaveQueries();
      leaveMutations();
    };
  }, [client]);
  return lost;
}

/** Other refusals with status 403, such as a closed registration, say nothing about the person. */
function lostAccess(error: unknown): LostAccess | null {
  if (!(error instanceof ApiError)) return null;
  if (error.status === 401) return 'signed_out';
  return error.code === 'forbidden' ? 'forbidden' : null;
}

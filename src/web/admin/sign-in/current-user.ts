import { useQuery } from '@tanstack/react-query';
import { type CurrentUser, getCurrentUser } from '#contract/auth.ts';
import { ApiError, call } from '../../api.ts';

/** The signed-in user, or null. */
export function useCurrentUser() {
  return useQuery({ queryKey: [getCurrentUser.path], queryFn: ({ signal }) => lookUpCurrentUser(signal) });
}

export async function lookUpCurrentUser(signal: AbortSignal): Promise<CurrentUser | null> {
  try {
    return await call(getCurrentUser, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

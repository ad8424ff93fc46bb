import { getRouteApi, type HistoryState, useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { PAGES } from '#contract/paths.ts';
import { type AdminAddress, type AdminSearch, readAdminSearch } from './admin-search.ts';

const route = getRouteApi(PAGES.admin);

/** The dashboard's address, and a function that changes part of it. `keep` adds a history entry, with that `state`. */
export function useAddress() {
  const address: AdminAddress = route.useSearch();
  const search: AdminSearch = useMemo(() => readAdminSearch(address), [address]);
  const navigate = useNavigate();
  const change = useCallback(
    (next: AdminSearch, { keep = false, state }: { keep?: boolean; state?: HistoryState } = {}) =>
      void navigate({
        to: PAGES.admin,
        search: (now: AdminAddress) => ({ ...readAdminSearch(now), ...next }),
        replace: !keep,
        ...(state && { state }),
        resetScroll: false,
      }),
    [navigate],
  );
  return { search, change };
}

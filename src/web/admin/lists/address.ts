import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { PAGES } from '#contract/paths.ts';
import type { AdminSearch } from './admin-search.ts';

const route = getRouteApi(PAGES.admin);

/** The dashboard's address, and a function that changes part of it. `keep` adds a history entry. */
export function useAddress() {
  const search: AdminSearch = route.useSearch();
  const navigate = useNavigate();
  const change = useCallback(
    (next: AdminSearch, { keep = false } = {}) =>
      void navigate({
        to: PAGES.admin,
        search: (now: AdminSearch) => ({ ...now, ...next }),
        replace: !keep,
        resetScroll: false,
      }),
    [navigate],
  );
  return { search, change };
}

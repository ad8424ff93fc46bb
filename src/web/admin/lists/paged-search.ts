import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import { PAGE_SIZE, type PageSize } from '#contract/pages.ts';
import { lastPage, pageAfterResize, pageInAddress } from '../frame/pages.ts';
import { useAddress } from './address.ts';
import type { AdminSearch } from './admin-search.ts';

type ListQuery = Omit<AdminSearch, 'tab' | 'order' | 'q' | 'page' | 'size'> & {
  readonly search: string;
  readonly page: number;
  readonly size: PageSize;
};

/** One page of a list, as its desk shows it. */
export interface ListPage<Row> {
  /** Undefined until the first answer. */
  readonly rows: readonly Row[] | undefined;
  readonly total: number;
  /** The rows are those of the search before, until the next ones arrive. */
  readonly isOutdated: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
}

/** A list that the server searches, narrows, sorts and cuts into pages; all of it is in the page's address. */
export function usePagedSearch<Row>(
  path: string,
  load: (query: ListQuery, signal: AbortSignal) => Promise<{ data: Row[]; headers: Headers }>,
): ListPage<Row> {
  const { search: address } = useAddress();
  // Rows take longer to draw than a click may wait; and a tab that is being left has none to draw.
  const { tab, order, q = '', page = 1, size = PAGE_SIZE, ...narrowed } = useDeferredValue(address);
  const query: ListQuery = { ...narrowed, search: q, page, size };
  const list = useQuery({
    queryKey: [path, query],
    queryFn: async ({ signal }) => {
      const { data, headers } = await load(query, signal);
      return { rows: data, total: Number(headers.get('x-total-count') ?? data.length) };
    },
    placeholderData: keepPreviousData,
  });
  return {
    rows: list.data?.rows,
    total: list.data?.total ?? 0,
    isOutdated: list.isPlaceholderData,
    error: list.error,
    retry: () => void list.refetch(),
  };
}

/** Which page of a list is shown, and the way to another one or to more rows per page. */
export function usePages() {
  const { search, change } = useAddress();
  const { page = 1, size = PAGE_SIZE } = useDeferredValue(search);
  return {
    page,
    size,
    setPage: (next: number) => change(pageInAddress(next, size), { keep: true }),
    setSize: (next: PageSize) => change(pageInAddress(pageAfterResize(page, size, next), next)),
  };
}

/** Leads to the last page from one that no longer exists, as after a deletion; `total` is undefined until known. */
export function useExistingPage(page: number, size: PageSize, total: number | undefined): void {
  const { change } = useAddress();
  const last = total === undefined ? page : lastPage(total, size);
  useEffect(() => {
    if (page > last) change({ page: last > 1 ? last : undefined });
  }, [page, last, change]);
}

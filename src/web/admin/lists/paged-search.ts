import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { MAX_PAGE, PAGE_SIZE, type PageSize } from '#contract/paging.ts';
import type { Failing } from '../../load-failure.tsx';
import { useAddress } from './address.ts';
import type { AdminSearch } from './admin-search.ts';

type ListQuery = Omit<AdminSearch, 'tab' | 'order' | 'q' | 'page' | 'size'> & {
  readonly search: string;
  readonly page: number;
  readonly size: PageSize;
};

export interface ListPage<Row> extends Omit<Failing, 'data'> {
  /** Undefined until the first response. */
  readonly rows: readonly Row[] | undefined;
  readonly total: number;
  /** Whether the rows are still those of the previous search. */
  readonly isOutdated: boolean;
}

/** A list that the server searches, filters, sorts and pages; the page's address has all parameters. */
export function usePagedSearch<Row>(
  path: string,
  load: (query: ListQuery, signal: AbortSignal) => Promise<{ data: Row[]; total: number }>,
): ListPage<Row> {
  const { search: address } = useAddress();
  // Rendering rows takes longer than a click should wait; and a tab being left needs none.
  const { tab, order, q = '', page = 1, size = PAGE_SIZE, ...narrowed } = useDeferredValue(address);
  // A page beyond the last shows the last.
  const query: ListQuery = { ...narrowed, search: q, page: Math.min(page, MAX_PAGE), size };
  const list = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => load(query, signal),
    placeholderData: keepPreviousData,
    // A repeated search needs current data.
    staleTime: 0,
  });
  return {
    rows: list.data?.data,
    total: list.data?.total ?? 0,
    isOutdated: list.isPlaceholderData,
    error: list.error,
    refetch: list.refetch,
  };
}

/** The current page of a list, and functions to change the page or its size. */
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

/** The number of the last page; an empty list has one page. */
export const lastPage = (total: number, size: PageSize) => Math.max(1, Math.ceil(total / size));

/** The page with the first row of `page` after a change of page size. */
export function pageAfterResize(page: number, from: PageSize, to: PageSize): number {
  return Math.floor(((page - 1) * from) / to) + 1;
}

/** The address's parameters, without the defaults: first page and usual size. */
export function pageInAddress(page: number, size: PageSize) {
  return { page: page > 1 ? page : undefined, size: size === PAGE_SIZE ? undefined : size };
}

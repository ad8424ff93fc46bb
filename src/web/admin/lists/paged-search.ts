import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useState } from 'react';
import { PAGE_SIZE, type PageSize } from '#contract/pages.ts';
import { lastPage, pageAfterResize, pageInAddress } from '../frame/pages.ts';
import { useAddress } from './address.ts';
import type { AdminSearch } from './admin-search.ts';
import { useDebounced } from './debounced.ts';

/** Long enough to spare the server most keystrokes of a word, short enough not to be felt. */
const DEBOUNCE_MS = 30;

type ListQuery = Omit<AdminSearch, 'tab' | 'order' | 'q' | 'page' | 'size'> & {
  readonly search: string;
  readonly page: number;
  readonly size: PageSize;
};

/** A list that the server searches, narrows, sorts and cuts into pages; all of it is in the page's address. */
export function usePagedSearch<Row>(
  path: string,
  load: (query: ListQuery, signal: AbortSignal) => Promise<{ data: Row[]; headers: Headers }>,
) {
  const { search: address, change } = useAddress();
  const [search, setSearch] = useSearchBox(address.q ?? '', (text) =>
    change({ q: text || undefined, page: undefined }),
  );
  // Rows take longer to draw than a click may wait; and a tab that is being left has none to draw.
  const { tab, order, q = '', page = 1, size = PAGE_SIZE, ...narrowed } = useDeferredValue(address);
  const query: ListQuery = { ...narrowed, search: q, page, size };
  const list = useQuery({
    queryKey: [path, query],
    queryFn: async ({ signal }) => {
      const { data, headers } = await load(query, signal);
      return { rows: data, total: Number(headers.get('x-total-count') ?? data.length), query };
    },
    placeholderData: keepPreviousData,
  });
  useExistingPage(page, size, list.isPlaceholderData ? undefined : list.data?.total);
  return { list, search, changeSearch: setSearch, ...usePages() };
}

/** Where one is in a list, and the way to another page or to more rows a page. */
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

/** Leads to the last page from one that is no more, as after a deletion; `total` while it is not known: undefined. */
export function useExistingPage(page: number, size: PageSize, total: number | undefined): void {
  const { change } = useAddress();
  const last = total === undefined ? page : lastPage(total, size);
  useEffect(() => {
    if (page > last) change({ page: last > 1 ? last : undefined });
  }, [page, last, change]);
}

/** What is typed shows at once and reaches the address when it has stood still; the back button brings it back. */
export function useSearchBox(inAddress: string, settle: (text: string) => void) {
  const [text, setText] = useState(inAddress);
  const settled = useDebounced(text.trim(), DEBOUNCE_MS);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was typed moves the address
  useEffect(() => {
    if (settled !== inAddress) settle(settled);
  }, [settled]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the address moves the box
  useEffect(() => {
    if (inAddress !== settled) setText(inAddress);
  }, [inAddress]);
  return [text, setText] as const;
}

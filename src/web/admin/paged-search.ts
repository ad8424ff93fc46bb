import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useAddress } from './address.ts';
import type { AdminSearch } from './admin-search.ts';
import { useDebounced } from './debounced.ts';

/** Long enough to spare the server most keystrokes of a word, short enough not to be felt. */
const DEBOUNCE_MS = 30;

type ListQuery = Omit<AdminSearch, 'tab' | 'order' | 'q' | 'page'> & {
  readonly search: string;
  readonly page: number;
};

/** A list that the server searches, narrows, sorts and cuts into pages; all of it is in the page's address. */
export function usePagedSearch<Row>(
  path: string,
  load: (query: ListQuery, signal: AbortSignal) => Promise<{ data: Row[]; headers: Headers }>,
) {
  const { search: address, change } = useAddress();
  const { tab, order, q = '', page = 1, ...narrowed } = address;
  const [search, setSearch] = useSearchBox(q, (text) => change({ q: text || undefined, page: undefined }));
  const query: ListQuery = { ...narrowed, search: q, page };
  const list = useQuery({
    queryKey: [path, query],
    queryFn: async ({ signal }) => {
      const { data, headers } = await load(query, signal);
      return { rows: data, total: Number(headers.get('x-total-count') ?? data.length), query };
    },
    placeholderData: keepPreviousData,
  });
  const setPage = (next: number) => change({ page: next > 1 ? next : undefined }, { keep: true });
  return { list, search, changeSearch: setSearch, page, setPage };
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

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from './debounced.ts';

/** Rows that the server sends at a time. */
export const PAGE_SIZE = 100;
const DEBOUNCE_MS = 250;

interface ListQuery {
  readonly search: string;
  readonly page: number;
}

/** A list that the server searches and cuts into pages; the total comes in `X-Total-Count`. */
export function usePagedSearch<Row>(
  path: string,
  load: (query: ListQuery, signal: AbortSignal) => Promise<{ data: Row[]; headers: Headers }>,
) {
  const [search, setSearch] = useState('');
  const [page, setPage] = useState(1);
  const query: ListQuery = { search: useDebounced(search.trim(), DEBOUNCE_MS), page };
  const list = useQuery({
    queryKey: [path, query],
    queryFn: async ({ signal }) => {
      const { data, headers } = await load(query, signal);
      return { rows: data, total: Number(headers.get('x-total-count') ?? data.length) };
    },
    placeholderData: keepPreviousData,
  });
  const changeSearch = (text: string) => {
    setSearch(text);
    setPage(1);
  };
  return { list, search, changeSearch, page, setPage };
}

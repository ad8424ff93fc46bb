import { type ReactNode, useDeferredValue, useRef } from 'react';
import { Card } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { LoadFailure } from '../frame/load-failure.tsx';
import type { usePagedSearch } from './paged-search.ts';
import { Pager } from './pager.tsx';

/** About as many as are in sight under the figures and the search. */
const FIRST_ROWS = 8;

/** A list with its search box, its pages, and what it says while it loads, fails or is empty. */
export function ListDesk<Row>({
  desk,
  title,
  searchLabel,
  emptyTitle,
  filters,
  isNarrowed = false,
  actions,
  children,
}: {
  desk: ReturnType<typeof usePagedSearch<Row>>;
  title: string;
  searchLabel: string;
  emptyTitle: string;
  filters?: ReactNode;
  /** A filter is on, so an empty list may not be all. */
  isNarrowed?: boolean;
  actions?: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const { list, search, changeSearch, page, size, setPage, setSize } = desk;
  const { data } = list;
  const rows = useGradually(data);
  const begin = useRef<HTMLDivElement>(null);
  const turnTo = (next: number) => {
    setPage(next);
    // Another page begins with its first row, which on a phone is far above the button.
    if (begin.current!.getBoundingClientRect().top < 0) begin.current!.scrollIntoView();
  };
  return (
    <Card className="max-sm:p-4!">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 className="text-lg">{title}</h2>
        <div className="flex w-full flex-wrap gap-3 sm:w-auto sm:flex-1 sm:justify-end">
          <SearchField
            label={searchLabel}
            placeholder={searchLabel}
            value={search}
            onValueChange={changeSearch}
            className="w-full sm:max-w-105 sm:flex-1"
          />
          {actions}
        </div>
        {filters}
      </div>
      {list.error && (
        <LoadFailure
          className="mb-4"
          title={`${title} could not be loaded`}
          error={list.error}
          onRetry={() => void list.refetch()}
        />
      )}
      {list.isPending && <Spinner label={`Loading ${title}`} />}
      <p role="status" className="sr-only">
        {data && !list.isPlaceholderData && search ? `${data.total} found` : ''}
      </p>
      {data?.rows.length === 0 && !list.isPlaceholderData && (
        <EmptyState title={search || isNarrowed ? 'Nothing matches this search' : emptyTitle}>
          {search && <p>Try a part of a name, an e-mail address or a number.</p>}
        </EmptyState>
      )}
      {data && data.rows.length > 0 && (
        <div
          ref={begin}
          aria-busy={list.isPlaceholderData}
          className={cx('scroll-mt-4', list.isPlaceholderData && 'opacity-60')}
        >
          {children(rows)}
          <Pager page={page} size={size} total={data.total} onPageChange={turnTo} onSizeChange={setSize} />
        </div>
      )}
    </Card>
  );
}

/** Another list begins with what is in sight, so that a click or a key is answered at once; the rest follows. */
function useGradually<Row>(
  data: { readonly rows: readonly Row[]; readonly query: object } | undefined,
): readonly Row[] {
  // Without a first value of its own React begins with all of it.
  const settled = useDeferredValue<typeof data | null>(data, null);
  if (!data || data === settled) return data?.rows ?? [];
  // The same list read anew stays as long as it was, or the page would jump under whoever has scrolled.
  return settled?.query === data.query ? settled.rows : data.rows.slice(0, FIRST_ROWS);
}

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { event } from '#content/event.ts';
import { PAGE_SIZE, PAGE_SIZES } from '#contract/paging.ts';
import { LoadFailure } from '../../load-failure.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useAddress } from './address.ts';
import { isFiltered } from './admin-search.ts';
import { type ListPage, lastPage, usePages } from './paged-search.ts';

/** A list with its buttons and pages, and its loading, failed and empty states. */
export function ListDesk<Row>({
  list,
  title,
  failure = `${title} could not be loaded`,
  emptyTitle,
  searchHint = `Try part of a name, an email address or a ${event.shortCode} number.`,
  actions,
  figures,
  filters,
  children,
}: {
  list: ListPage<Row>;
  title: string;
  failure?: string;
  emptyTitle: string;
  /** For a search that finds nothing: what can be searched for. */
  searchHint?: string;
  actions: ReactNode;
  figures?: ReactNode;
  filters?: ReactNode;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const { rows, total, isOutdated, error } = list;
  const { search, change } = useAddress();
  const { page, size } = usePages();
  const last = rows && !isOutdated ? lastPage(total, size) : page;
  useEffect(() => {
    // The page no longer exists, as after a deletion.
    if (page > last) change({ page: last > 1 ? last : undefined });
  }, [page, last, change]);
  const isSearched = Boolean(search.q) || isFiltered(search);
  const [wasSearched, setSearched] = useState(isSearched);
  if (isSearched && !wasSearched) setSearched(true);
  const begin = useRef<HTMLDivElement>(null);
  const showBegin = () => {
    // A new page starts at its first row, which on a phone is far above the button.
    if (begin.current!.getBoundingClientRect().top < 0) begin.current!.scrollIntoView();
  };
  return (
    <>
      <h2 className="sr-only">{title}</h2>
      <div className="flex flex-wrap items-center justify-end gap-2 py-1 xl:absolute xl:top-0 xl:right-6 xl:h-12">
        {actions}
      </div>
      {figures}
      {filters}
      <LoadFailure
        query={{ ...list, data: isOutdated ? undefined : rows }}
        title={failure}
        className="my-4"
      />
      {!rows && !error && <ListSkeleton label={`Loading ${title}`} />}
      <p role="status" className="sr-only">
        {rows && !isOutdated && wasSearched && (isSearched ? `${total} found` : `All ${total} listed`)}
      </p>
      {rows?.length === 0 && !isOutdated && (
        <EmptyState title={isSearched ? 'Nothing matches this search' : emptyTitle}>
          {search.q && <p>{searchHint}</p>}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <div
          ref={begin}
          aria-busy={isOutdated}
          className={cx('scroll-mt-4', !figures && 'mt-4', isOutdated && 'opacity-60')}
        >
          {children(rows)}
          <Pager total={total} onTurn={showBegin} />
        </div>
      )}
    </>
  );
}

const ROWS = Array.from({ length: 14 }, (_, row) => row);

function ListSkeleton({ label }: { label: string }) {
  return (
    <div className="mt-1 bg-surface lg:pt-9">
      <p role="status" className="sr-only">
        {label}
      </p>
      {ROWS.map((row) => (
        <div key={row} className="flex h-29 items-center gap-6 border-b border-line px-3 lg:h-11">
          <Skeleton className="w-1/6" />
          <Skeleton className="w-1/4" />
          <Skeleton className="grow" />
        </div>
      ))}
    </div>
  );
}

function Pager({ total, onTurn }: { total: number; onTurn: () => void }) {
  const { page, size, setPage, setSize } = usePages();
  const last = lastPage(total, size);
  const from = (page - 1) * size + 1;
  const to = Math.min(page * size, total);
  const turnTo = (next: number) => {
    setPage(next);
    onTurn();
  };
  return (
    <nav aria-label="Pages of the list" className="flex flex-wrap items-center justify-between gap-3 pt-4">
      <p className="text-fg-2 even-figures">
        {from}–{to} of {total.toLocaleString('en-US')}
      </p>
      {total > PAGE_SIZE && (
        <fieldset className="flex items-center gap-1 text-fg-2 sm:ml-auto">
          <legend className="sr-only">Rows per page</legend>
          <span aria-hidden="true">Rows per page</span>
          {PAGE_SIZES.map((one) => (
            <Button
              key={one}
              variant="quiet"
              size="sm"
              aria-label={`${one} rows per page`}
              aria-pressed={one === size}
              className="aria-pressed:bg-sunken aria-pressed:text-fg not-focus-visible:aria-pressed:outline-2 not-focus-visible:aria-pressed:-outline-offset-2 not-focus-visible:aria-pressed:outline-accent"
              onClick={() => setSize(one)}
            >
              {one}
            </Button>
          ))}
        </fieldset>
      )}
      {last > 1 && (
        <div className="flex gap-2">
          <Button variant="secondary" size="sm" aria-disabled={page <= 1} onClick={() => turnTo(page - 1)}>
            <ChevronLeft aria-hidden="true" />
            Previous
          </Button>
          <Button variant="secondary" size="sm" aria-disabled={page >= last} onClick={() => turnTo(page + 1)}>
            Next
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
      )}
    </nav>
  );
}

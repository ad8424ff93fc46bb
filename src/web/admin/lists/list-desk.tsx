import { type ReactNode, useRef } from 'react';
import { cx } from '../../ui/cx.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { LoadFailure } from '../frame/load-failure.tsx';
import { useAddress } from './address.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import { type ListPage, useExistingPage, usePages } from './paged-search.ts';
import { Pager } from './pager.tsx';

/** A list with its buttons and pages, and its loading, failed and empty states. */
export function ListDesk<Row>({
  list,
  title,
  failure = `${title} could not be loaded`,
  emptyTitle,
  actions,
  figures,
  filters,
  isNarrowed = false,
  children,
}: {
  list: ListPage<Row>;
  title: string;
  failure?: string;
  emptyTitle: string;
  actions: ReactNode;
  figures?: ReactNode;
  filters?: ReactNode;
  /** Whether a filter is active, so that an empty list may not mean no rows at all. */
  isNarrowed?: boolean;
  children: (rows: readonly Row[]) => ReactNode;
}) {
  const { rows, total, isOutdated, error } = list;
  const { search } = useAddress();
  const { page, size, setPage, setSize } = usePages();
  useExistingPage(page, size, rows && !isOutdated ? total : undefined);
  const begin = useRef<HTMLDivElement>(null);
  const turnTo = (next: number) => {
    setPage(next);
    // A new page starts at its first row, which on a phone is far above the button.
    if (begin.current!.getBoundingClientRect().top < 0) begin.current!.scrollIntoView();
  };
  return (
    <>
      <h2 className="sr-only">{title}</h2>
      <div className="flex items-center justify-end gap-2 py-1 xl:absolute xl:top-0 xl:right-6 xl:h-12">
        {actions}
      </div>
      {figures}
      {filters}
      {error && <LoadFailure className="my-4" title={failure} error={error} onRetry={list.retry} />}
      {!rows && !error && <ListSkeleton label={`Loading ${title}`} />}
      <p role="status" className="sr-only">
        {rows && !isOutdated && search.q ? `${total} found` : ''}
      </p>
      {rows?.length === 0 && !isOutdated && (
        <EmptyState title={search.q || isNarrowed ? 'Nothing matches this search' : emptyTitle}>
          {search.q && <p>Try part of a name, an email address or a number.</p>}
        </EmptyState>
      )}
      {rows && rows.length > 0 && (
        <div ref={begin} aria-busy={isOutdated} className={cx('scroll-mt-4', isOutdated && 'opacity-60')}>
          {children(rows)}
          <Pager page={page} size={size} total={total} onPageChange={turnTo} onSizeChange={setSize} />
        </div>
      )}
    </>
  );
}

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { PAGE_SIZE } from '#contract/admin.ts';
import { Button } from '../ui/button.tsx';
import { lastPage } from './paged-search.ts';

/** Where one is in a list that comes a page at a time. */
export function Pager({
  page,
  total,
  onPageChange,
}: {
  page: number;
  total: number;
  onPageChange: (page: number) => void;
}) {
  const last = lastPage(total);
  const from = total === 0 ? 0 : (page - 1) * PAGE_SIZE + 1;
  const to = Math.min(page * PAGE_SIZE, total);
  return (
    <nav aria-label="Pages of the list" className="flex flex-wrap items-center justify-between gap-3 pt-4">
      <p className="text-fg-2 tabular-nums">
        {from}–{to} of {total.toLocaleString('en-US')}
      </p>
      {last > 1 && (
        <div className="flex gap-2">
          <Button variant="secondary" size="sm" disabled={page <= 1} onClick={() => onPageChange(page - 1)}>
            <ChevronLeft aria-hidden="true" />
            Previous
          </Button>
          <Button
            variant="secondary"
            size="sm"
            disabled={page >= last}
            onClick={() => onPageChange(page + 1)}
          >
            Next
            <ChevronRight aria-hidden="true" />
          </Button>
        </div>
      )}
    </nav>
  );
}

import { ChevronLeft, ChevronRight } from 'lucide-react';
import { PAGE_SIZE, PAGE_SIZES, type PageSize } from '#contract/pages.ts';
import { Button } from '../../ui/button.tsx';
import { lastPage } from './pages.ts';

export function Pager({
  page,
  size,
  total,
  onPageChange,
  onSizeChange,
}: {
  page: number;
  size: PageSize;
  total: number;
  onPageChange: (page: number) => void;
  onSizeChange: (size: PageSize) => void;
}) {
  const last = lastPage(total, size);
  const from = total === 0 ? 0 : (page - 1) * size + 1;
  const to = Math.min(page * size, total);
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
              className="aria-pressed:bg-sunken aria-pressed:text-fg"
              onClick={() => onSizeChange(one)}
            >
              {one}
            </Button>
          ))}
        </fieldset>
      )}
      {last > 1 && (
        <div className="flex gap-2">
          <Button
            variant="secondary"
            size="sm"
            aria-disabled={page <= 1}
            onClick={() => onPageChange(page - 1)}
          >
            <ChevronLeft aria-hidden="true" />
            Previous
          </Button>
          <Button
            variant="secondary"
            size="sm"
            aria-disabled={page >= last}
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

import { lazy, Suspense, useState } from 'react';
import type { AdminSearch } from '../lists/admin-search.ts';

const OrderFilterFields = lazy(() =>
  import('./order-filter-fields.tsx').then((file) => ({ default: file.OrderFilterFields })),
);

/** Narrows the list; what is chosen stands in the address. */
export function OrderFilters({
  search,
  onChange,
}: {
  search: AdminSearch;
  onChange: (next: Partial<AdminSearch>) => void;
}) {
  // Open while something is chosen; whoever takes the last choice back is still choosing.
  const [isOpen, setOpen] = useState(false);
  if (isNarrowed(search) && !isOpen) setOpen(true);
  return (
    <details
      className="w-full"
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open || isNarrowed(search))}
    >
      <summary className="inline-flex min-h-11 items-center gap-2 rounded-chip px-1 font-semibold text-accent">
        Filters
      </summary>
      {isOpen && (
        <Suspense>
          <OrderFilterFields search={search} onChange={onChange} />
        </Suspense>
      )}
    </details>
  );
}

export function isNarrowed({ status, eventType, attendees }: AdminSearch): boolean {
  return Boolean(status || eventType || attendees);
}

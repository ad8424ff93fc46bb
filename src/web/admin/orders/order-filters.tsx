import { ListFilter } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { AdminSearch } from '../lists/admin-search.ts';

const OrderFilterFields = lazy(() =>
  import('./order-filter-fields.tsx').then((file) => ({ default: file.OrderFilterFields })),
);

const FIELDS = 'order-filters';

/** The filters are in the address; the fields stay open while one is active. */
export function useOrderFilters(search: AdminSearch, onChange: (next: Partial<AdminSearch>) => void) {
  const [isOpened, setOpened] = useState(false);
  // Clearing the last filter doesn't close the fields.
  if (isNarrowed(search) && !isOpened) setOpened(true);
  return {
    button: (
      <Button
        variant="quiet"
        size="sm"
        aria-expanded={isOpened}
        aria-controls={isOpened ? FIELDS : undefined}
        onClick={() => setOpened(!isOpened)}
      >
        <ListFilter aria-hidden="true" />
        Filters
      </Button>
    ),
    fields: isOpened && (
      <div id={FIELDS}>
        <Suspense>
          <OrderFilterFields search={search} onChange={onChange} />
        </Suspense>
      </div>
    ),
  };
}

export function isNarrowed({ status, eventType, attendees }: AdminSearch): boolean {
  return Boolean(status || eventType || attendees);
}

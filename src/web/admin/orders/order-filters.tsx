import { ListFilter } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { useAddress } from '../lists/address.ts';

const OrderFilterFields = lazy(() =>
  import('./order-filter-fields.tsx').then((file) => ({ default: file.OrderFilterFields })),
);

const FIELDS = 'order-filters';

/** The filters are in the address; the fields stay open while one is active. */
export function useOrderFilters() {
  const { search, change } = useAddress();
  const areSet = Boolean(search.status || search.eventType || search.attendees);
  const [isOpened, setOpened] = useState(false);
  // Clearing the last filter doesn't close the fields.
  if (areSet && !isOpened) setOpened(true);
  return {
    areSet,
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
          <OrderFilterFields search={search} onChange={(next) => change({ ...next, page: undefined })} />
        </Suspense>
      </div>
    ),
  };
}

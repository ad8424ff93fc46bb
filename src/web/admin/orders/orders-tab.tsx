import { BellRing } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { exportOrders, listOrders } from '#contract/admin-orders.ts';
import { callWithTotal } from '../../api.ts';
import { AdminStats } from '../frame/admin-stats.tsx';
import { useAddress } from '../lists/address.ts';
import { ExportLink } from '../lists/export-link.tsx';
import { ListDesk } from '../lists/list-desk.tsx';
import { OpenedOrder } from '../lists/opened-order.tsx';
import { usePagedSearch } from '../lists/paged-search.ts';
import { Selected } from '../lists/selected.tsx';
import { useSelection } from '../lists/use-selection.ts';
import { CapacityPanel } from './capacity-panel.tsx';
import { useOrderFilters } from './order-filters.tsx';
import { OrderTable } from './order-table.tsx';
import { PaymentCases } from './payment-cases.tsx';

const NudgeTeams = lazy(() => import('./nudge-teams.tsx').then((file) => ({ default: file.NudgeTeams })));

export function OrdersTab() {
  const [isNudging, setNudging] = useState(false);
  const { search } = useAddress();
  const list = usePagedSearch(listOrders.path, ({ attendees, ...query }, signal) =>
    callWithTotal(listOrders, { query: { ...query, attendeeStatus: attendees }, signal }),
  );
  const selection = useSelection(
    JSON.stringify([search.q, search.status, search.eventType, search.attendees]),
    list,
  );
  const filters = useOrderFilters();
  return (
    <>
      <ListDesk
        list={list}
        title="Orders"
        emptyTitle="No orders yet"
        actions={
          <>
            {filters.button}
            <ExportLink
              path={exportOrders.path}
              query={{
                search: search.q,
                status: search.status,
                eventType: search.eventType,
                attendeeStatus: search.attendees,
              }}
            />
          </>
        }
        figures={
          <>
            <div className="flex flex-wrap justify-between gap-x-6">
              <AdminStats />
              <button
                type="button"
                onClick={() => setNudging(true)}
                className="flex min-h-11 items-center gap-1.5 rounded-chip text-sm font-semibold text-accent hover:text-fg lg:ml-auto"
              >
                <BellRing aria-hidden="true" className="size-4 shrink-0" />
                Remind teams
              </button>
              <CapacityPanel />
            </div>
            <PaymentCases />
          </>
        }
        filters={filters.fields}
        isNarrowed={filters.areSet}
      >
        {(orders) => <OrderTable orders={orders} selection={selection} />}
      </ListDesk>
      <Selected list="orders" selection={selection} />
      {isNudging && (
        <Suspense>
          <NudgeTeams onClose={() => setNudging(false)} />
        </Suspense>
      )}
      <OpenedOrder />
    </>
  );
}

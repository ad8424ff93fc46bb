import { BellRing } from 'lucide-react';
import { lazy, Suspense, useCallback, useState } from 'react';
import { type AdminOrder, exportOrders, listOrders } from '#contract/admin-orders.ts';
import { callWithHeaders } from '../../api.ts';
import { AdminStats } from '../frame/admin-stats.tsx';
import { useAddress } from '../lists/address.ts';
import { ExportLink } from '../lists/export-link.tsx';
import { ListDesk } from '../lists/list-desk.tsx';
import { usePagedSearch } from '../lists/paged-search.ts';
import { Selected } from '../lists/selected.tsx';
import { useSelection } from '../lists/use-selection.ts';
import { CapacityPanel } from './capacity-panel.tsx';
import { isNarrowed, useOrderFilters } from './order-filters.tsx';
import { OrderTable } from './order-table.tsx';
import { PaymentCases } from './payment-cases.tsx';

/** Loaded on demand: with its forms it is as large as the list, and most visits open none. */
const OrderDialog = lazy(() => import('./order-dialog.tsx').then((file) => ({ default: file.OrderDialog })));

const NudgeTeams = lazy(() => import('./nudge-teams.tsx').then((file) => ({ default: file.NudgeTeams })));

export function OrdersTab() {
  const [isNudging, setNudging] = useState(false);
  const { search, change } = useAddress();
  const openById = useCallback((order: number) => change({ order }, { keep: true }), [change]);
  const open = useCallback((order: AdminOrder) => openById(order.id), [openById]);
  const list = usePagedSearch(listOrders.path, ({ attendees, ...query }, signal) =>
    callWithHeaders(listOrders, { query: { ...query, attendeeStatus: attendees }, signal }),
  );
  const selection = useSelection(
    JSON.stringify([search.q, search.status, search.eventType, search.attendees]),
  );
  const filters = useOrderFilters(search, (next) => change({ ...next, page: undefined }));
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
              <CapacityPanel onOpen={openById} />
            </div>
            <PaymentCases onOpen={openById} />
          </>
        }
        filters={filters.fields}
        isNarrowed={isNarrowed(search)}
      >
        {(orders) => (
          <OrderTable
            orders={orders}
            sort={{ by: search.sort ?? 'createdAt', direction: search.direction ?? 'desc' }}
            onSort={(sort) => change({ sort: sort.by, direction: sort.direction, page: undefined })}
            onOpen={open}
            selection={selection}
          />
        )}
      </ListDesk>
      <Selected list="orders" selection={selection} />
      {isNudging && (
        <Suspense>
          <NudgeTeams onClose={() => setNudging(false)} />
        </Suspense>
      )}
      {search.order !== undefined && (
        <Suspense>
          <OrderDialog key={search.order} id={search.order} onClose={() => change({ order: undefined })} />
        </Suspense>
      )}
    </>
  );
}

import { lazy, Suspense, useCallback } from 'react';
import { type AdminOrder, exportOrders, listOrders } from '#contract/admin.ts';
import { callWithHeaders } from '../../api.ts';
import { afterPicture } from '../../ui/after-picture.ts';
import { useAddress } from '../lists/address.ts';
import { ExportLink } from '../lists/export-link.tsx';
import { ListDesk } from '../lists/list-desk.tsx';
import { usePagedSearch } from '../lists/paged-search.ts';
import { CapacityPanel } from './capacity-panel.tsx';
import { isNarrowed, OrderFilters } from './order-filters.tsx';
import { OrderTable } from './order-table.tsx';
import { PaymentCases } from './payment-cases.tsx';

/** With its forms it weighs as much as the list, and most looks at the list open none. */
const OrderDialog = lazy(() => import('./order-dialog.tsx').then((file) => ({ default: file.OrderDialog })));

export function OrdersTab() {
  const { search, change } = useAddress();
  // The details of an order take longer to draw than a click may wait.
  const openById = useCallback(
    (order: number) => afterPicture(() => change({ order }, { keep: true })),
    [change],
  );
  const open = useCallback((order: AdminOrder) => openById(order.id), [openById]);
  const close = () => afterPicture(() => change({ order: undefined }));
  const desk = usePagedSearch(listOrders.path, ({ attendees, ...query }, signal) =>
    callWithHeaders(listOrders, { query: { ...query, attendeeStatus: attendees }, signal }),
  );
  return (
    <>
      <PaymentCases onOpen={openById} />
      <CapacityPanel onOpen={openById} />
      <ListDesk
        desk={desk}
        title="Orders"
        searchLabel="Search by name, email or transaction ID"
        emptyTitle="No orders yet"
        filters={<OrderFilters search={search} onChange={(next) => change({ ...next, page: undefined })} />}
        isNarrowed={isNarrowed(search)}
        actions={
          <ExportLink
            path={exportOrders.path}
            query={{
              search: desk.search.trim(),
              status: search.status,
              eventType: search.eventType,
              attendeeStatus: search.attendees,
            }}
          />
        }
      >
        {(orders) => (
          <OrderTable
            orders={orders}
            sort={{ by: search.sort ?? 'createdAt', direction: search.direction ?? 'desc' }}
            onSort={(sort) => change({ sort: sort.by, direction: sort.direction, page: undefined })}
            onOpen={open}
          />
        )}
      </ListDesk>
      {search.order !== undefined && (
        <Suspense>
          <OrderDialog key={search.order} id={search.order} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

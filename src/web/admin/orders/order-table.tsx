import { memo } from 'react';
import { event } from '#content/event.ts';
import type { AdminOrder } from '#contract/admin.ts';
import { formatInstant } from '#domain/calendar.ts';
import { formatUsd } from '#domain/money.ts';
import type { OrderSort } from '#domain/order.ts';
import { CopyIconButton } from '../../ui/copy-icon-button.tsx';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../../ui/data-table.tsx';
import { EVENT_TYPE_NAMES } from './event-type-names.ts';
import { OrderActions } from './order-actions.tsx';
import { AttendeeStatus, PaymentStatusMark } from './status-badges.tsx';

export interface Sorting {
  readonly by: OrderSort;
  readonly direction: 'asc' | 'desc';
}

export function OrderTable({
  orders,
  sort,
  onSort,
  onOpen,
}: {
  orders: readonly AdminOrder[];
  sort: Sorting;
  onSort: (sort: Sorting) => void;
  onOpen: (order: AdminOrder) => void;
}) {
  const sortable = (by: OrderSort) => ({
    sort:
      sort.by === by
        ? sort.direction === 'asc'
          ? ('ascending' as const)
          : ('descending' as const)
        : undefined,
    onSort: () => onSort(nextSorting(sort, by)),
  });
  return (
    <Table caption="Orders">
      <TableHead>
        <Th>Transaction ID</Th>
        <Th {...sortable('organizer')}>Organizer</Th>
        <Th>Event Type</Th>
        <Th align="right">Team Size</Th>
        <Th align="right" {...sortable('amount')}>
          Amount
        </Th>
        <Th>Payment Status</Th>
        <Th>Attendee Status</Th>
        <Th {...sortable('createdAt')}>Order Date</Th>
        <Th>Actions</Th>
      </TableHead>
      <TableBody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} onOpen={onOpen} />
        ))}
      </TableBody>
    </Table>
  );
}

/** The first click on a column sorts it descending, each further one turns it around. */
export function nextSorting(now: Sorting, by: OrderSort): Sorting {
  return { by, direction: now.by === by && now.direction === 'desc' ? 'asc' : 'desc' };
}

const OrderRow = memo(function OrderRow({
  order,
  onOpen,
}: {
  order: AdminOrder;
  onOpen: (order: AdminOrder) => void;
}) {
  const openThis = () => onOpen(order);
  return (
    <Tr onOpen={openThis}>
      <Td label="Transaction ID">
        <span className="flex items-center gap-1">
          <span>
            <span className="code block text-sm wrap-anywhere xl:max-w-44">{order.transactionId}</span>
            <span className="block text-sm text-fg-2">{order.registrationNumber}</span>
          </span>
          <CopyIconButton value={order.transactionId} label="Copy the transaction ID" />
        </span>
      </Td>
      <Td typed label="Organizer">
        <button type="button" onClick={openThis} className="min-h-6 text-left font-semibold hover:underline">
          {order.organizerFirstName} {order.organizerLastName}
        </button>
        <span className="block text-sm wrap-anywhere text-fg-2">{order.organizerEmail}</span>
      </Td>
      <Td label="Event Type">
        <span className="block">{EVENT_TYPE_NAMES[order.eventType]}</span>
        <span className="block text-sm text-fg-2">{order.packageLabel}</span>
      </Td>
      <Td label="Team Size" align="right">
        {order.teamMemberCount}
      </Td>
      <Td label="Amount" align="right">
        <Amount order={order} />
      </Td>
      <Td label="Payment Status">
        <PaymentStatusMark status={order.paymentStatus} />
      </Td>
      <Td label="Attendee Status">
        <AttendeeStatus order={order} status={order.attendeeDataStatus} />
      </Td>
      <Td label="Order Date">
        <time dateTime={order.createdAt}>{formatInstant(event.zone, new Date(order.createdAt))}</time>
      </Td>
      <Td label="Actions">
        <OrderActions order={order} onOpen={openThis} />
      </Td>
    </Tr>
  );
});

export function Amount({ order }: { order: AdminOrder }) {
  const discount = order.discountAmount;
  return (
    <>
      <span className="block font-semibold">{formatUsd(order.totalAmount)}</span>
      {order.couponCode && (
        <span className="block text-sm text-fg-2">
          <span className="code wrap-anywhere">{order.couponCode}</span>
          {discount > 0 && <span className="whitespace-nowrap"> −{formatUsd(discount)}</span>}
        </span>
      )}
    </>
  );
}

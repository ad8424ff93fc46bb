import { event } from '#content/event.ts';
import { listOrders } from '#contract/admin.ts';
import type { Order } from '#contract/orders.ts';
import { formatInstant } from '#domain/calendar.ts';
import { centsFromDollars, formatUsd } from '#domain/money.ts';
import type { EventType } from '#domain/packages.ts';
import { callWithHeaders } from '../../api.ts';
import { CopyIconButton } from '../../ui/copy-icon-button.tsx';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../../ui/data-table.tsx';
import { ListDesk } from '../list-desk.tsx';
import { usePagedSearch } from '../paged-search.ts';
import { AttendeeStatus, PaymentStatusMark } from './status-badges.tsx';

export function OrdersTab() {
  const desk = usePagedSearch(listOrders.path, (query, signal) =>
    callWithHeaders(listOrders, { query, signal }),
  );
  return (
    <ListDesk
      desk={desk}
      title="Orders"
      searchLabel="Search by name, email or transaction ID"
      emptyTitle="No orders yet"
    >
      {(orders) => <OrderTable orders={orders} />}
    </ListDesk>
  );
}

function OrderTable({ orders }: { orders: readonly Order[] }) {
  return (
    <Table caption="Orders">
      <TableHead>
        <Th>Transaction ID</Th>
        <Th>Organizer</Th>
        <Th>Event Type</Th>
        <Th align="right">Team Size</Th>
        <Th align="right">Amount</Th>
        <Th>Payment Status</Th>
        <Th>Attendee Status</Th>
        <Th>Order Date</Th>
      </TableHead>
      <TableBody>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </TableBody>
    </Table>
  );
}

const EVENT_TYPE_NAMES: Record<EventType, string> = {
  conference: 'Conference',
  trainer: 'Trainer',
  both: 'Both',
};

function OrderRow({ order }: { order: Order }) {
  return (
    <Tr>
      <Td label="Transaction ID">
        <span className="flex items-center gap-1">
          <span>
            <span className="code block text-sm wrap-anywhere xl:whitespace-nowrap">
              {order.transactionId}
            </span>
            <span className="block text-sm text-fg-2">{order.registrationNumber}</span>
          </span>
          <CopyIconButton value={order.transactionId} label="Copy the transaction ID" />
        </span>
      </Td>
      <Td label="Organizer">
        <span className="block font-semibold">
          {order.organizerFirstName} {order.organizerLastName}
        </span>
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
        <AttendeeStatus status={order.attendeeDataStatus} />
      </Td>
      <Td label="Order Date">
        <time dateTime={order.createdAt}>{formatInstant(event.zone, new Date(order.createdAt))}</time>
      </Td>
    </Tr>
  );
}

function Amount({ order }: { order: Order }) {
  const discount = centsFromDollars(order.discountAmount);
  return (
    <>
      <span className="block font-semibold">{formatUsd(centsFromDollars(order.totalAmount))}</span>
      {order.couponCode && (
        <span className="block text-sm text-fg-2">
          <span className="code">{order.couponCode}</span>
          {discount > 0 && <span className="whitespace-nowrap"> −{formatUsd(discount)}</span>}
        </span>
      )}
    </>
  );
}

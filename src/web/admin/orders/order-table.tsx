import { Eye, Mail, Trash2 } from 'lucide-react';
import { memo } from 'react';
import type { AdminOrder } from '#contract/admin-orders.ts';
import { EVENT_TYPE_NAMES, teamSizeText } from '#contract/words/stored-values.ts';
import { organizerName } from '#domain/attendee.ts';
import type { OrderSort } from '#domain/order.ts';
import { copyText } from '../../ui/copy-text.ts';
import { Table, Td, Tr } from '../../ui/data-table.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { useAddress } from '../lists/address.ts';
import { Instant } from '../lists/instant.tsx';
import { useOpenOrder } from '../lists/opened-order.tsx';
import { RowActions, RowButton } from '../lists/row-actions.tsx';
import { RowSelect } from '../lists/row-select.tsx';
import type { SelectableRow, Selection } from '../lists/use-selection.ts';
import { Amount } from './amount.tsx';
import { AttendeeStatus, PaymentStatusMark } from './status-badges.tsx';

const DIRECTIONS = { asc: 'ascending', desc: 'descending' } as const;

/** The order as it was when staff were asked. */
export interface AskedOrder {
  readonly action: 'resend' | 'delete';
  readonly order: AdminOrder;
}

export function OrderTable({
  orders,
  selection,
  onAsk,
}: {
  orders: readonly AdminOrder[];
  selection: Selection;
  onAsk: (asked: AskedOrder) => void;
}) {
  const { search, change } = useAddress();
  const { sort = 'createdAt', direction = 'desc' } = search;
  const openOrder = useOpenOrder();
  /** The first click on a column sorts it descending; each further click reverses it. */
  const sortable = (by: OrderSort) => ({
    sort: by === sort ? DIRECTIONS[direction] : undefined,
    onSort: () =>
      change({ sort: by, direction: by === sort && direction === 'desc' ? 'asc' : 'desc', page: undefined }),
  });
  return (
    <Table
      caption="Orders"
      sticky
      headings={[
        'Transaction ID',
        { label: 'Organizer', ...sortable('organizer') },
        'Event Type',
        'Team Size',
        { label: 'Amount', align: 'right', ...sortable('amount') },
        'Payment Status',
        'Attendee Status',
        { label: 'Order Date', ...sortable('createdAt') },
        'Actions',
      ]}
    >
      {orders.map((order) => (
        <OrderRow
          key={order.id}
          order={order}
          onOpen={openOrder}
          onAsk={onAsk}
          isSelected={selection.rows.has(order.id)}
          onToggle={selection.toggle}
        />
      ))}
    </Table>
  );
}

const OrderRow = memo(function OrderRow({
  order,
  onOpen,
  onAsk,
  isSelected,
  onToggle,
}: SelectableRow & {
  order: AdminOrder;
  onOpen: (id: number) => void;
  onAsk: (asked: AskedOrder) => void;
}) {
  const openThis = () => onOpen(order.id);
  const name = `${order.registrationNumber} ${organizerName(order)}`;
  return (
    <Tr
      data-row
      aria-selected={isSelected}
      className="max-lg:relative"
      onOpen={openThis}
      // In browsers that support it, Tab follows the card, not the columns.
      card="max-lg:[reading-flow:grid-rows] max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:gap-x-3 max-lg:px-3 max-lg:py-1.5 max-lg:leading-tight"
    >
      <Td card="max-lg:col-start-1 max-lg:row-start-3" className="leading-tight lg:relative">
        <RowSelect name={name} checked={isSelected} onToggle={() => onToggle(order.id, name)} />
        <TransactionId order={order} />
      </Td>
      <Td
        card="max-lg:col-start-1 max-lg:row-start-1 max-lg:row-span-2"
        className="leading-tight lg:w-full lg:max-w-0"
      >
        <button
          type="button"
          data-row-opener
          onClick={openThis}
          className="block min-h-6 max-w-full truncate text-left font-semibold hover:underline"
        >
          {organizerName(order)}
        </button>
        <span className="block truncate text-sm/tight text-fg-2">{order.organizerEmail}</span>
      </Td>
      <Td
        card="max-lg:col-start-1 max-lg:row-start-4 max-lg:pl-7! max-lg:text-sm"
        // With canceled seats, the text can be longer than a phone is wide.
        className={
          order.seatsReturned > 0 ? 'lg:whitespace-nowrap' : 'whitespace-nowrap max-[359px]:whitespace-normal'
        }
      >
        {EVENT_TYPE_NAMES[order.eventType]}
        <span className="lg:hidden">
          {' '}
          · {teamSizeText(order)}
          {order.freeSeats > 0 && ` · ${order.freeSeats} free`}
        </span>
      </Td>
      <Td card="max-lg:hidden" className="whitespace-nowrap">
        {teamSizeText(order)}
        {order.freeSeats > 0 && <span className="block text-sm/tight text-fg-2">{order.freeSeats} free</span>}
      </Td>
      <Td
        card="max-lg:col-start-2 max-lg:row-start-1 max-lg:flex max-lg:flex-row-reverse max-lg:gap-x-2"
        align="right"
        className="max-w-36 leading-tight [&>span]:truncate"
      >
        <Amount order={order} />
      </Td>
      <Td
        card="max-lg:col-start-2 max-lg:row-start-2 max-lg:-mt-0.5 max-lg:text-right"
        className="whitespace-nowrap"
      >
        <PaymentStatusMark status={order.paymentStatus} />
      </Td>
      <Td
        card="max-lg:col-start-2 max-lg:row-start-3 max-lg:mt-0.5 max-lg:text-right"
        className="whitespace-nowrap"
      >
        <AttendeeStatus order={order} status={order.attendeeDataStatus} />
      </Td>
      {/* On the narrowest phones it has two lines, and the checkbox beside them. */}
      <Td card="max-lg:col-start-1 max-lg:row-start-5 max-lg:text-sm max-[359px]:pl-7!">
        <Instant at={order.createdAt} />
      </Td>
      <Td card="max-lg:col-start-2 max-lg:row-start-4 max-lg:row-span-2">
        <OrderActions order={order} onOpen={openThis} onAsk={onAsk} />
      </Td>
    </Tr>
  );
});

const BEGIN = 4;
const END = 5;

/** The order's number, and below it its key, shortened in the middle: shown in full on hover, and copied on click. */
function TransactionId({ order }: { order: AdminOrder }) {
  const { transactionId: id } = order;
  return (
    <span className="flex whitespace-nowrap max-lg:items-center max-[359px]:flex-wrap max-lg:gap-x-2 lg:flex-col lg:items-start">
      <span>{order.registrationNumber}</span>
      <Tooltip text={id}>
        <button
          type="button"
          aria-label={`Copy the transaction ID ${id}`}
          onClick={() => void copyText(id)}
          className="code min-h-6 rounded-chip lg:-my-0.5 text-sm/tight text-fg-2 hover:text-fg hover:underline"
        >
          {id.length > BEGIN + END ? `${id.slice(0, BEGIN)}…${id.slice(-END)}` : id}
        </button>
      </Tooltip>
    </span>
  );
}

/** Actions on an order in its row. All but View Details ask first. */
function OrderActions({
  order,
  onOpen,
  onAsk,
}: {
  order: AdminOrder;
  onOpen: () => void;
  onAsk: (asked: AskedOrder) => void;
}) {
  const whose = `${organizerName(order)}, ${order.registrationNumber}`;
  return (
    <RowActions>
      <RowButton onlyWide label={`View Details of ${whose}`} tip="View Details" onClick={onOpen}>
        <Eye aria-hidden="true" />
      </RowButton>
      <RowButton
        label={`Resend Email to ${whose}`}
        tip="Resend Email"
        onClick={() => onAsk({ action: 'resend', order })}
      >
        <Mail aria-hidden="true" />
      </RowButton>
      <RowButton label={`Delete ${whose}`} tip="Delete" onClick={() => onAsk({ action: 'delete', order })}>
        <Trash2 aria-hidden="true" />
      </RowButton>
    </RowActions>
  );
}

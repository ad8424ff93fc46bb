import { useQuery } from '@tanstack/react-query';
import { event } from '#content/event.ts';
import { type Hold, listHolds } from '#contract/holds.ts';
import { EVENT_TYPE_NAMES } from '#contract/words/stored-values.ts';
import { formatTime } from '#domain/calendar.ts';
import { registrationNumber } from '#domain/codes.ts';
import { queryOf } from '../../api.ts';
import { ColumnTable } from '../../ui/data-table.tsx';
import { counted } from '../counted.ts';
import { Loaded } from '../frame/loaded.tsx';
import { useOpenOrder } from '../lists/opened-order.tsx';

const POLL_MS = 30_000;

/** Unpaid orders that hold seats: until when, and which of them share an IP address or a browser. */
export function HeldSeats() {
  const holds = useQuery({ ...queryOf(listHolds), refetchInterval: POLL_MS, staleTime: 0 });
  return (
    <section aria-label="Held seats" className="mt-5">
      <h3>Held seats</h3>
      <Loaded query={holds} loading="Loading held seats" failure="The held seats could not be loaded">
        {(found) =>
          found.length === 0 ? (
            <p className="mt-1 text-fg-2">No unpaid order holds a seat.</p>
          ) : (
            <>
              <p className="mt-1 mb-3 text-sm text-fg-2">
                Orders with the same address mark come from one network; with the same browser mark, from one
                visitor.
              </p>
              <HoldTable holds={found} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function HoldTable({ holds }: { holds: readonly Hold[] }) {
  const openOrder = useOpenOrder();
  const seatsHeldBy = (mark: string) =>
    holds.reduce((sum, one) => (one.addressMark === mark ? sum + one.seats : sum), 0);
  return (
    <ColumnTable
      caption="Held seats"
      isDense
      rows={holds}
      keyOf={({ orderId }) => orderId}
      columns={[
        {
          label: 'Order',
          typed: true,
          cell: (one) => (
            <>
              <button type="button" className="link min-h-6 text-left" onClick={() => openOrder(one.orderId)}>
                {registrationNumber(event.shortCode, one.orderId)}
              </button>
              <span className="block text-fg-2">
                {one.organizerFirstName} {one.organizerLastName}
              </span>
            </>
          ),
        },
        { label: 'Event type', cell: ({ eventType }) => EVENT_TYPE_NAMES[eventType] },
        { label: 'Seats', align: 'right', cell: ({ seats }) => seats },
        {
          label: 'Held until',
          cell: ({ heldUntil }) =>
            heldUntil ? formatTime(event.zone, new Date(heldUntil)) : 'Payment on its way',
        },
        {
          label: 'Address',
          cell: ({ addressMark: mark }) =>
            mark ? (
              <>
                <span className="code">{mark}</span>
                <span className="block text-fg-2">{counted(seatsHeldBy(mark), 'seat')} in all</span>
              </>
            ) : (
              'Unknown'
            ),
        },
        {
          label: 'Browser',
          cell: ({ browserMark: mark }) => (mark ? <span className="code">{mark}</span> : 'First visit'),
        },
      ]}
    />
  );
}

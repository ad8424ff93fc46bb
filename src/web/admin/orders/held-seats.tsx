import { useQuery } from '@tanstack/react-query';
import { event } from '#content/event.ts';
import { type Hold, listHolds } from '#contract/holds.ts';
import { EVENT_TYPE_NAMES } from '#contract/words/stored-values.ts';
import { formatTime } from '#domain/calendar.ts';
import { registrationNumber } from '#domain/codes.ts';
import { call } from '../../api.ts';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../../ui/data-table.tsx';
import { counted } from '../counted.ts';
import { Loaded } from '../frame/loaded.tsx';

const POLL_MS = 30_000;

/** Unpaid orders that hold seats: until when, and which of them share an IP address or a browser. */
export function HeldSeats({ onOpen }: { onOpen: (orderId: number) => void }) {
  const holds = useQuery({
    queryKey: [listHolds.path],
    queryFn: ({ signal }) => call(listHolds, { signal }),
    refetchInterval: POLL_MS,
    staleTime: 0,
  });
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
              <HoldTable holds={found} onOpen={onOpen} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function HoldTable({ holds, onOpen }: { holds: readonly Hold[]; onOpen: (orderId: number) => void }) {
  const seatsHeldBy = (mark: string) =>
    holds.reduce((sum, one) => (one.addressMark === mark ? sum + one.seats : sum), 0);
  return (
    <Table caption="Held seats" density="dense">
      <TableHead>
        <Th>Order</Th>
        <Th>Event type</Th>
        <Th align="right">Seats</Th>
        <Th>Held until</Th>
        <Th>Address</Th>
        <Th>Browser</Th>
      </TableHead>
      <TableBody>
        {holds.map((one) => (
          <Tr key={one.orderId}>
            <Td typed label="Order">
              <button type="button" className="link min-h-6 text-left" onClick={() => onOpen(one.orderId)}>
                {registrationNumber(event.shortCode, one.orderId)}
              </button>
              <span className="block text-fg-2">
                {one.organizerFirstName} {one.organizerLastName}
              </span>
            </Td>
            <Td label="Event type">{EVENT_TYPE_NAMES[one.eventType]}</Td>
            <Td label="Seats" align="right">
              {one.seats}
            </Td>
            <Td label="Held until">
              {one.heldUntil ? formatTime(event.zone, new Date(one.heldUntil)) : 'Payment on its way'}
            </Td>
            <Td label="Address">
              {one.addressMark ? (
                <>
                  <span className="code">{one.addressMark}</span>
                  <span className="block text-fg-2">
                    {counted(seatsHeldBy(one.addressMark), 'seat')} in all
                  </span>
                </>
              ) : (
                'Unknown'
              )}
            </Td>
            <Td label="Browser">
              {one.browserMark ? <span className="code">{one.browserMark}</span> : 'First visit'}
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

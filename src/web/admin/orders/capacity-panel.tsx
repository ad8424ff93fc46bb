import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { type CapacityDay, getCapacity } from '#contract/capacity.ts';
import { call } from '../../api.ts';
import { afterPicture } from '../../ui/after-picture.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Table, TableBody, TableHead, Td, Th, Tr } from '../../ui/data-table.tsx';
import { LoadFailure } from '../load-failure.tsx';
import { dayName } from './day-name.ts';

/** With its form it weighs more than the figures, and is rarely wanted. */
const CapacityDialog = lazy(() =>
  import('./capacity-dialog.tsx').then((file) => ({ default: file.CapacityDialog })),
);

const HeldSeats = lazy(() => import('./held-seats.tsx').then((file) => ({ default: file.HeldSeats })));

/** As often as the figures above it. */
const POLL_MS = 30_000;

/** Each event day's seats in a line; opened, with what is sold and held, by whom, and a way to change the maximum. */
export function CapacityPanel({ onOpen }: { onOpen: (orderId: number) => void }) {
  const capacity = useQuery({
    queryKey: [getCapacity.path],
    queryFn: ({ signal }) => call(getCapacity, { signal }),
    refetchInterval: POLL_MS,
  });
  const [isOpen, setOpen] = useState(false);
  const [changed, setChanged] = useState<CapacityDay | null>(null);
  const { data } = capacity;
  return (
    <section aria-label="Seats" className="mb-4">
      {capacity.error && (
        <LoadFailure
          className="mb-2"
          title={data ? 'The seats are not up to date' : 'The seats could not be loaded'}
          error={capacity.error}
          onRetry={() => void capacity.refetch()}
        />
      )}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="min-h-11 content-center rounded-chip px-1 font-semibold text-accent">
          Seats
          {data?.map(({ eventDate, free, maxCapacity }) => (
            <span key={eventDate} className="font-normal text-fg-2 tabular-nums">
              {' · '}
              {dayName(eventDate)}: {free} of {maxCapacity} free
            </span>
          ))}
        </summary>
        {isOpen && data && (
          <Card className="p-4!">
            <Days days={data} onChange={(day) => afterPicture(() => setChanged(day))} />
            <Suspense>
              <HeldSeats onOpen={onOpen} />
            </Suspense>
          </Card>
        )}
      </details>
      {changed && (
        <Suspense>
          <CapacityDialog day={changed} onClose={() => afterPicture(() => setChanged(null))} />
        </Suspense>
      )}
    </section>
  );
}

function Days({ days, onChange }: { days: readonly CapacityDay[]; onChange: (day: CapacityDay) => void }) {
  return (
    <Table caption="Seats of each day">
      <TableHead>
        <Th>Day</Th>
        <Th align="right">Sold</Th>
        <Th align="right">Held</Th>
        <Th align="right">Free</Th>
        <Th align="right">Maximum</Th>
        <Th>Actions</Th>
      </TableHead>
      <TableBody>
        {days.map((day) => (
          <Tr key={day.eventDate}>
            <Td label="Day">{dayName(day.eventDate)}</Td>
            <Td label="Sold" align="right">
              {day.sold}
            </Td>
            <Td label="Held" align="right">
              {day.held}
            </Td>
            <Td label="Free" align="right">
              {day.free}
            </Td>
            <Td label="Maximum" align="right">
              {day.maxCapacity}
            </Td>
            <Td label="Actions">
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Change the maximum of ${dayName(day.eventDate)}`}
                onClick={() => onChange(day)}
              >
                Change maximum
              </Button>
            </Td>
          </Tr>
        ))}
      </TableBody>
    </Table>
  );
}

import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { getCapacity } from '#contract/capacity.ts';
import { formatDay } from '#domain/calendar.ts';
import { call } from '../../api.ts';
import { LoadFailure } from '../frame/load-failure.tsx';

/** Fetched when it is opened: it weighs more than the line, and is rarely wanted. */
const CapacityDetails = lazy(() =>
  import('./capacity-details.tsx').then((file) => ({ default: file.CapacityDetails })),
);

/** As often as the figures above it. */
const POLL_MS = 30_000;

/** Each event day's seats in a line; opened, with what is sold and held, by whom, and a way to change the maximum. */
export function CapacityPanel({ onOpen }: { onOpen: (orderId: number) => void }) {
  const { data, error, refetch } = useQuery({
    queryKey: [getCapacity.path],
    queryFn: ({ signal }) => call(getCapacity, { signal }),
    refetchInterval: POLL_MS,
  });
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label="Seats" className="mb-4">
      {error && (
        <LoadFailure
          className="mb-2"
          title={data ? 'The seats are not up to date' : 'The seats could not be loaded'}
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="min-h-11 content-center rounded-chip px-1 font-semibold text-accent">
          Seats
          {data?.map(({ eventDate, free, maxCapacity }) => (
            <span key={eventDate} className="font-normal text-fg-2 tabular-nums">
              {' · '}
              {formatDay(eventDate, 'short')}: {free} of {maxCapacity} free
            </span>
          ))}
        </summary>
        {isOpen && data && (
          <Suspense>
            <CapacityDetails days={data} onOpen={onOpen} />
          </Suspense>
        )}
      </details>
    </section>
  );
}

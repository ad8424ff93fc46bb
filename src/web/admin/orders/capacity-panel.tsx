import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { Fragment, useState } from 'react';
import { getCapacity } from '#contract/capacity.ts';
import { formatDay } from '#domain/calendar.ts';
import { queryOf } from '../../api.ts';
import { BriefLoadFailure } from '../../load-failure.tsx';
import { polledEvery } from '../../polled-every.ts';
import { deskPart } from '../frame/part-boundary.tsx';

/** Loaded on demand: larger than the line, and rarely opened. */
const CapacityDetails = deskPart(() => import('./capacity-details.tsx'), 'CapacityDetails', 'The seats');

/** Each day's free seats in one line, which opens the details: sold seats, holds, and the maximum. */
export function CapacityPanel() {
  const capacity = useQuery({ ...queryOf(getCapacity), ...polledEvery() });
  const { data } = capacity;
  const [isOpen, setOpen] = useState(false);
  return (
    <section aria-label="Seats" className="contents">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
        className="flex min-h-11 items-center gap-1.5 rounded-chip text-left text-sm hover:text-accent"
      >
        <span className="shrink-0 font-semibold text-accent">Seats</span>
        <span className="text-fg-2 even-figures">
          {data?.map(({ eventDate, free, maxCapacity }, index) => (
            <Fragment key={eventDate}>
              {index > 0 && ' · '}
              <span className="inline-block">
                {`${formatDay(eventDate, 'brief')}: ${free} of ${maxCapacity} free`}
              </span>
            </Fragment>
          ))}
        </span>
        <ChevronDown aria-hidden="true" className="size-4 shrink-0 text-accent" />
      </button>
      <BriefLoadFailure query={capacity} what="The seat counts" />
      {isOpen && data && (
        <div className="mb-3 w-full">
          <CapacityDetails days={data} />
        </div>
      )}
    </section>
  );
}

import { event } from '#content/event.ts';
import * as landingTexts from '#content/landing-texts.ts';
import { formatDay, formatDays } from '#domain/calendar.ts';
import { daysOf } from '#domain/capacity.ts';
import type { EventType } from '#domain/packages.ts';
import { type RadioCard, RadioCards } from '../ui/radio-cards.tsx';
import { useSale } from '../use-sale.ts';
import { offeredEventTypes, offeredPackages } from './form-values.ts';
import { offerNow } from './offers.ts';
import { type CapacityDays, freeSeats, seatWords } from './seat-figures.ts';

/** The choice of days: the conference alone, or with the training day. */
export function EventTypeChoice({
  days,
  value,
  onChoose,
}: {
  days: CapacityDays;
  value: EventType;
  onChoose: (eventType: EventType) => void;
}) {
  // Rerenders when the time changes an offer.
  useSale();
  const hasEnded = (eventType: EventType) =>
    offeredPackages(eventType).some((one) => offerNow(one, days).refusal === 'sale_ended');
  const isGone = (eventType: EventType) => hasEnded(eventType) || freeSeats(days, eventType) === 0;
  const options = offeredEventTypes.map((eventType): RadioCard => {
    const seats = hasEnded(eventType) ? 'No longer on sale' : seatWords(days, eventType);
    return {
      value: eventType,
      label: landingTexts.eventTypeNames[eventType],
      description: (
        <>
          <span className="block">
            {eventType === 'conference' ? event.name : event.training.name} · {datesOf(eventType)}
          </span>
          {/* The line's space is reserved, so that nothing moves when the figure arrives. */}
          <span className="block min-h-lh font-semibold text-fg">{seats}</span>
        </>
      ),
      disabled: isGone(eventType),
    };
  });
  return (
    <RadioCards
      name="eventType"
      // Browsers would restore it after Back, although the form takes it from its draft.
      autoComplete="off"
      legend="Which days will you attend?"
      legendStyle="title"
      options={options}
      // What can't be bought isn't shown as chosen; the notice below says why.
      value={isGone(value) ? '' : value}
      onChange={(change) => onChoose(change.target.value as EventType)}
    />
  );
}

function datesOf(eventType: EventType): string {
  const dates = daysOf(event, eventType);
  return dates.length > 1 ? formatDays(dates, 'short') : formatDay(dates[0]!, 'weekday');
}

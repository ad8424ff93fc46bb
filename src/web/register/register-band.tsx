import { event } from '#content/event.ts';
import { formatDay } from '#domain/calendar.ts';
import { ArcCorner } from '../art/arc-corner.tsx';

/** Top of the registration page: where one is, and for what. */
export function RegisterBand() {
  return (
    <div className="on-ink relative overflow-hidden bg-ink">
      <ArcCorner colors="day" className="size-32 max-sm:hidden sm:size-44 lg:size-52" />
      <header className="wrap relative pt-6 pb-9 sm:pt-10 sm:pb-12">
        <p className="eyebrow">
          <time dateTime={event.day}>{formatDay(event.day)}</time>, {event.venue.city}
        </p>
        <h1 className="mt-2">Save your seat</h1>
        <p className="mt-3 max-w-lg text-lg text-fg-2">
          Three minutes, no account. You see everything once more before you pay.
        </p>
      </header>
    </div>
  );
}

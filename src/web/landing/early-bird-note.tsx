import { event } from '#content/event.ts';
import { landingTexts } from '#content/landing-texts.ts';
import { dayIn, formatDay, formatTime } from '#domain/calendar.ts';

/** When early bird ends. */
export function EarlyBirdNote() {
  const end = new Date(event.earlyBirdEndsAt);
  return (
    <p
      data-early-bird=""
      className="mt-5 inline-flex items-center gap-2.5 rounded-chip bg-warn-bg px-3 py-1.5 text-md text-warn"
    >
      <span aria-hidden="true" className="h-2.5 w-5 shrink-0 rounded-t-full bg-beacon" />
      <span>
        {landingTexts.registration.earlyBird}{' '}
        <time dateTime={event.earlyBirdEndsAt} className="font-semibold">
          {formatDay(dayIn(event.zone, end), 'short')}, {formatTime(event.zone, end)}
        </time>{' '}
        in {event.venue.city}
      </span>
    </p>
  );
}

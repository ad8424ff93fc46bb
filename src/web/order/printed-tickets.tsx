import type { ReactNode } from 'react';
import { event } from '#content/event.ts';
import { schedule } from '#content/schedule.ts';
import { venueNotes } from '#content/venue-notes.ts';
import { onConferenceDay } from '#contract/words/conference-day.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { fullName } from '#domain/attendee.ts';
import { formatDay, formatTime } from '#domain/calendar.ts';
import { eventDays } from '#domain/event-days.ts';
import { hasConcluded } from '#domain/event-phase.ts';
import { findArrival } from '#domain/find-arrival.ts';
import type { ScheduleItem } from '#domain/program.ts';
import { addressLine } from '#domain/venue.ts';
import { ArcMark } from '../art/arc-mark.tsx';
import { boot } from '../boot.ts';
import { now } from '../clock.ts';
import { clockSpan } from '../clock-time.ts';
import type { ShownOrder, ShownTicket } from './shown-ticket.ts';
import { TicketNumbers } from './ticket-card.tsx';
import { CodeImage, CodeText } from './ticket-code.tsx';
import { VenueSketch } from './venue-sketch.tsx';

/** Print only: a sheet per ticket, to be folded twice so that the code is outside. */
export function PrintedTickets({ order, tickets }: { order: ShownOrder; tickets: readonly ShownTicket[] }) {
  return (
    <div className="hidden print:block">
      {tickets.map((registration) => (
        <article
          key={registration.id}
          className="grid h-[10.98in] w-[8.5in] grid-cols-2 grid-rows-2 overflow-hidden text-[10pt] leading-snug text-black [page:ticket] not-last:break-after-page"
        >
          <TicketPanel order={order} registration={registration} />
          <SchedulePanel order={order} registration={registration} />
          <VenuePanel order={order} />
          <CodePanel order={order} registration={registration} />
        </article>
      ))}
    </div>
  );
}

/** A quarter of the sheet; the folds are dashed. */
function Panel({ title, className, children }: { title: string; className: string; children: ReactNode }) {
  return (
    <section className={`flex min-w-0 flex-col border-dashed border-[#999] p-[0.45in] ${className}`}>
      <h2 className="text-[13pt]">{title}</h2>
      {children}
    </section>
  );
}

interface TicketProps {
  readonly order: ShownOrder;
  readonly registration: ShownTicket;
}

function TicketPanel({ order, registration }: TicketProps) {
  return (
    <Panel title={event.name} className="border-r border-b">
      <ArcMark className="mt-4 size-14" />
      <p className="mt-3 font-display text-[18pt] leading-tight font-[680] tracking-tight">
        {fullName(registration)}
      </p>
      <dl className="mt-4 mb-4 flex flex-col gap-2 [&_dd]:font-semibold">
        {eventDays(event, order.eventType).map(({ day, title, startsAt, endsAt }) => (
          <div key={day}>
            <dt>{title}</dt>
            <dd>
              {formatDay(day, 'weekday')}
              <span className="block font-normal">
                {formatTime(event.zone, startsAt)} to {formatTime(event.zone, endsAt)}
              </span>
            </dd>
          </div>
        ))}
        <div>
          <dt>Location</dt>
          <dd>{event.venue.name}</dd>
        </div>
        {registration.track && (
          <div>
            <dt>Track</dt>
            <dd>{TRACK_NAMES[registration.track]}</dd>
          </div>
        )}
      </dl>
      <div className="mt-auto [&_dt]:text-black">
        <TicketNumbers order={order} registration={registration} />
      </div>
    </Panel>
  );
}

function SchedulePanel({ order, registration }: TicketProps) {
  const days = eventDays(event, order.eventType);
  const isTentative = schedule.tentative && !hasConcluded(event, now());
  return (
    <Panel title="Schedule" className="border-b">
      {days.map(({ day, title, startsAt, endsAt }) => (
        <div key={day} className="mt-2">
          <h3 className="font-sans text-[10pt] tracking-normal">
            {formatDay(day, 'short')}
            {day === schedule.day && isTentative && ' (tentative)'}
          </h3>
          {day === schedule.day ? (
            <table className="mt-1 w-full text-[9pt]">
              <tbody>
                {schedule.items.map((item) => (
                  <ScheduleRow key={item.from} item={item} registration={registration} />
                ))}
              </tbody>
            </table>
          ) : (
            <p>
              {title}, {formatTime(event.zone, startsAt)} to {formatTime(event.zone, endsAt)}
            </p>
          )}
        </div>
      ))}
    </Panel>
  );
}

/** A breakout lists the person's own session, or none while the track is open: the panel has no room for all. */
function ScheduleRow({ item, registration }: { item: ScheduleItem; registration: ShownTicket }) {
  const sessions = item.tracks.filter(({ track }) => track === registration.track);
  return (
    <tr className="align-top">
      <th scope="row" className="w-[1.3in] py-[1.5pt] text-left font-normal whitespace-nowrap">
        {clockSpan(item.from, item.to)}
      </th>
      <td className="py-[1.5pt] font-semibold">
        {item.title}
        {item.tracks.length > 0 && sessions.length === 0 && ', by track'}
        {sessions.map(({ track, title }) => (
          <span key={track} className="block font-normal">
            {TRACK_NAMES[track]}: {title}
          </span>
        ))}
      </td>
    </tr>
  );
}

function VenuePanel({ order }: Pick<TicketProps, 'order'>) {
  const { venue } = event;
  const doors = findArrival(schedule, eventDays(event, order.eventType));
  return (
    <Panel title="Getting there" className="border-r">
      <VenueSketch street={venue.street} className="mt-3 w-full" />
      <p className="mt-3 font-semibold">
        {venue.name}
        <span className="block font-normal">
          {venue.organization}
          <br />
          {addressLine(venue)}
        </span>
      </p>
      {doors && (
        <p className="mt-2 font-semibold">
          {doors.title}, {onConferenceDay(clockSpan(doors.from, doors.to), order.eventType)}
        </p>
      )}
      {venueNotes.map(({ title, text }) => (
        <p key={title} className="mt-1.5 text-[9pt]">
          <span className="font-semibold">{title}.</span> {text}
        </p>
      ))}
      <p className="mt-auto text-[9pt]">
        Questions? {boot.contact.phone} or {boot.contact.email}
      </p>
    </Panel>
  );
}

function CodePanel({ order, registration }: TicketProps) {
  return (
    <Panel title="Show this code" className="items-center text-center">
      <CodeImage registration={registration} className="my-auto size-[45mm]" />
      <p className="font-display text-[14pt] leading-tight font-[680]">{fullName(registration)}</p>
      <p className="mt-2">
        <span className="code">{order.registrationNumber}</span>
        <br />
        <CodeText registration={registration} />
      </p>
      <p className="mt-4 text-[9pt]">Fold along the dashed lines, printed side out.</p>
    </Panel>
  );
}

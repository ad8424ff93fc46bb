import { event } from '#content/event.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { fullName } from '#domain/attendee.ts';
import { formatDay } from '#domain/calendar.ts';
import { eventDays } from '#domain/event-days.ts';
import { TicketStub } from '../art/ticket-stub.tsx';
import { LongName } from './long-name.tsx';
import type { ShownOrder, ShownTicket } from './shown-ticket.ts';
import { CodeText, TicketCode } from './ticket-code.tsx';

/** A ticket as its owner shows it at the door. */
export function TicketCard({ order, registration }: { order: ShownOrder; registration: ShownTicket }) {
  return (
    <section aria-labelledby="ticket">
      <h2 id="ticket" className="sr-only">
        Your ticket
      </h2>
      <TicketStub
        eyebrow={event.name}
        title={<LongName className="text-2xl">{fullName(registration)}</LongName>}
        stub={<TicketNumbers order={order} registration={registration} />}
      >
        <div className="-mt-5 -mb-2 flex flex-wrap items-center justify-center gap-x-6 sm:-mt-4 sm:-mb-4 sm:justify-start">
          <TicketCode registration={registration} />
          <TicketFacts order={order} registration={registration} />
        </div>
      </TicketStub>
    </section>
  );
}

function TicketFacts({ order, registration }: { order: ShownOrder; registration: ShownTicket }) {
  const { venue } = event;
  const days = eventDays(event, order.eventType);
  return (
    <dl className="flex min-w-0 flex-1 basis-56 flex-wrap justify-between gap-x-3 gap-y-2 text-dense sm:flex-col sm:text-md [&_dd]:font-semibold [&_dt]:text-sm [&_dt]:text-fg-2">
      {days.map(({ day, title }, index) => (
        <div key={day} className={index < days.length - 1 || !registration.track ? 'w-full' : ''}>
          <dt>{title === event.name && days.length === 1 ? 'Date' : title}</dt>
          <dd>
            <time dateTime={day}>{formatDay(day, 'weekday')}</time>
          </dd>
        </div>
      ))}
      {registration.track && (
        <div>
          <dt>Track</dt>
          <dd>{TRACK_NAMES[registration.track]}</dd>
        </div>
      )}
      <div className="w-full">
        <dt>Location</dt>
        <dd>
          {venue.name}
          <span className="block text-dense font-normal">
            {venue.organization}, {venue.street}, {venue.city}
          </span>
        </dd>
      </div>
    </dl>
  );
}

export function TicketNumbers({ order, registration }: { order: ShownOrder; registration: ShownTicket }) {
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-1 text-dense [&_dt]:text-sm [&_dt]:text-fg-2">
      <div>
        <dt>Registration ID</dt>
        <dd className="code">{order.registrationNumber}</dd>
      </div>
      <div className="min-w-0 flex-1 basis-40">
        <dt>Ticket code</dt>
        <dd>
          <CodeText registration={registration} />
        </dd>
      </div>
    </dl>
  );
}

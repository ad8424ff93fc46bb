import { type Ref, useRef } from 'react';
import { event } from '#content/event.ts';
import type { Order, OrderWithRegistrations } from '#contract/orders.ts';
import { canChooseTrack } from '#domain/attendee.ts';
import { eventPhase } from '#domain/event-phase.ts';
import { isPaid } from '#domain/order.ts';
import { boot } from '../boot.ts';
import { now } from '../clock.ts';
import { Badge } from '../ui/badge.tsx';
import { type Seat, seatsOfOrder } from './seats.ts';
import { TrackChoice } from './track-choice.tsx';
import { missingWords, trackWords } from './track-words.ts';

/** Who has which seat. Unnamed seats are listed for paid orders, which can still name them. */
export function AttendeeList({
  data: { order, registrations },
  headingRef,
}: {
  data: OrderWithRegistrations;
  headingRef?: Ref<HTMLHeadingElement>;
}) {
  const seats = seatsOfOrder(order, registrations).filter(
    (seat) => seat.registration || isPaid(order.paymentStatus),
  );
  return (
    <section aria-labelledby="attendees">
      <h2 id="attendees" ref={headingRef} tabIndex={-1} className="text-xl">
        Attendees
      </h2>
      <ol className="mt-3">
        {seats.map((seat) => (
          <SeatRow key={seat.number} order={order} seat={seat} />
        ))}
      </ol>
      <p className="mt-2 border-t border-line pt-3 text-dense text-fg-2 print:hidden">
        Something to correct? Write to{' '}
        <a className="link" href={`mailto:${boot.contact.email}`}>
          {boot.contact.email}
        </a>
        .
      </p>
    </section>
  );
}

function isOpen(order: Order): boolean {
  return isPaid(order.paymentStatus) && eventPhase(event, now()) !== 'past';
}

function SeatRow({ order, seat: { number, registration, missing } }: { order: Order; seat: Seat }) {
  const row = useRef<HTMLLIElement>(null);
  if (!registration) {
    return (
      <li className="border-b border-dashed border-line py-2.5 text-md text-fg-2 last:border-b-0">
        Seat {number} · not named yet
      </li>
    );
  }
  const { firstName, lastName, email, track, dietaryRestrictions } = registration;
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="border-b border-line py-3 text-md outline-none last:border-b-0 print:break-inside-avoid"
    >
      <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="min-w-0 font-semibold wrap-anywhere">
          {firstName} {lastName}
        </span>
        {registration.isOrganizer && <Badge>Organizer</Badge>}
        {missing.length > 0 && <Badge tone="warn">{missingWords(missing)}</Badge>}
      </p>
      <p className="text-fg-2">{[email, track && trackWords(track)].filter(Boolean).join(' · ')}</p>
      {dietaryRestrictions && <p className="wrap-anywhere text-fg-2">Dietary needs: {dietaryRestrictions}</p>}
      {isOpen(order) && canChooseTrack(registration, order.eventType) && (
        // The choice disappears once it is made, and the focus with it.
        <TrackChoice order={order} registration={registration} onChosen={() => row.current?.focus()} />
      )}
    </li>
  );
}

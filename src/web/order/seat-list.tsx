import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useRef } from 'react';
import type { Order, OrderWithRegistrations, Registration } from '#contract/orders.ts';
import { PAGES } from '#contract/paths.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { canChooseTrack, fullName } from '#domain/attendee.ts';
import { isPaid } from '#domain/order.ts';
import { ContactEmail } from '../contact-email.tsx';
import { Badge } from '../ui/badge.tsx';
import { AddToWallet } from './add-to-wallet.tsx';
import { isEventPast } from './is-event-past.ts';
import { firstTicket, hasSeats, missingWords, type Seat, seatsOfOrder } from './seats.ts';
import { TicketNumbers } from './ticket-card.tsx';
import { TicketCode } from './ticket-code.tsx';
import { TrackChoice } from './track-choice.tsx';

/** The id of the list's heading. */
export const ATTENDEES = 'attendees';

/**
 * The order's seats. Rows with a ticket unfold, except for the ticket shown on the page. Unnamed seats are listed for
 * paid orders, unless the page has the form for naming them.
 */
export function SeatList({ data, hasForm = false }: { data: OrderWithRegistrations; hasForm?: boolean }) {
  const { order } = data;
  const shown = firstTicket(data);
  const seats = seatsOfOrder(order, data.registrations).filter(
    (seat) => seat.registration || (isPaid(order.paymentStatus) && !hasForm),
  );
  return (
    <section aria-labelledby={ATTENDEES}>
      <h2 id={ATTENDEES} tabIndex={-1} className="text-xl">
        Attendees
      </h2>
      <ol className="mt-4">
        {seats.map((seat) => (
          <SeatRow
            // An unfolded code and a chosen track stay with their person.
            key={seat.registration?.id ?? `free ${seat.number}`}
            order={order}
            seat={seat}
            unfolds={Boolean(seat.registration?.qrCodeImage) && seat.registration !== shown}
          />
        ))}
      </ol>
      <p className="border-t border-line pt-3 text-dense text-fg-2 print:hidden">
        <CorrectionNote order={order} />
      </p>
    </section>
  );
}

/** Corrections are made on the team's page until the event is over; after that, by contacting us. */
function CorrectionNote({ order }: { order: Order }) {
  if (hasSeats(order) && !isEventPast())
    return (
      <>
        Need to make a correction?{' '}
        <Link className="link" to={PAGES.team} params={{ transactionId: order.transactionId }}>
          Make it here
        </Link>
        .
      </>
    );
  return (
    <>
      Need to make a correction? Email <ContactEmail />.
    </>
  );
}

const rowClass = 'min-h-14 border-t border-line py-1 text-md leading-tight';

function SeatRow({ order, seat, unfolds }: { order: Order; seat: Seat; unfolds: boolean }) {
  const row = useRef<HTMLLIElement>(null);
  const { number, registration } = seat;
  if (!registration) {
    return (
      <li className={`${rowClass} flex items-center border-dashed text-fg-2`}>
        Seat {number} · {isEventPast() ? 'not named' : 'not named yet'}
      </li>
    );
  }
  // The track choice disappears once it is made, and the focus with it.
  const facts = <SeatFacts order={order} registration={registration} onChosen={() => row.current?.focus()} />;
  return (
    <li ref={row} tabIndex={-1} className="outline-none print:break-inside-avoid">
      {unfolds ? (
        <details className="group">
          <summary
            className={`${rowClass} flex flex-wrap list-none items-center gap-x-3 [&::-webkit-details-marker]:hidden hover:bg-mist`}
          >
            <div className="flex-1 basis-28">
              <SeatName seat={seat} registration={registration} />
            </div>
            <span className="ml-auto flex shrink-0 items-center gap-1.5 text-dense font-semibold text-accent">
              <span className="group-open:hidden">Show code</span>
              <span className="hidden group-open:inline">Hide code</span>
              <ChevronDown aria-hidden="true" className="size-4.5 group-open:rotate-180" />
            </span>
          </summary>
          <div className="flex flex-wrap items-center justify-center gap-x-6 pb-4 sm:justify-start">
            <TicketCode registration={registration} />
            <div className="flex min-w-0 flex-1 basis-56 flex-col gap-3">
              {facts}
              <TicketNumbers order={order} registration={registration} />
              <div className="flex flex-wrap gap-3 empty:hidden print:hidden">
                <AddToWallet order={order} registration={registration} />
              </div>
            </div>
          </div>
        </details>
      ) : (
        <div className={`${rowClass} flex flex-col justify-center`}>
          <SeatName seat={seat} registration={registration} />
          {facts}
        </div>
      )}
    </li>
  );
}

function SeatName({ seat, registration }: { seat: Seat; registration: Registration }) {
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2.5 gap-y-0.5">
      <span className="min-w-0 font-semibold wrap-anywhere">{fullName(registration)}</span>
      {registration.isOrganizer && <Badge>Organizer</Badge>}
      {seat.missing.length > 0 && <Badge tone="warn">{missingWords(seat.missing)}</Badge>}
    </span>
  );
}

function SeatFacts({
  order,
  registration,
  onChosen,
}: {
  order: Order;
  registration: Registration;
  onChosen: () => void;
}) {
  const { email, track, dietaryRestrictions } = registration;
  const isOpen = isPaid(order.paymentStatus) && !isEventPast();
  return (
    <div className="text-dense text-fg-2">
      <p>{[email, track && TRACK_NAMES[track]].filter(Boolean).join(' · ')}</p>
      {dietaryRestrictions && <p className="wrap-anywhere">Dietary needs: {dietaryRestrictions}</p>}
      {isOpen && canChooseTrack(registration, order.eventType) && (
        <TrackChoice order={order} registration={registration} onChosen={onChosen} />
      )}
    </div>
  );
}

import { event } from '#content/event.ts';
import type { Order, OrderWithRegistrations, Registration } from '#contract/orders.ts';
import { formatDay } from '#domain/calendar.ts';
import { isPaid } from '#domain/order.ts';
import { TicketStub } from '../art/ticket-stub.tsx';
import { programmeDays } from './order-facts.ts';
import { seatsOfOrder, unnamedSeatsSentence } from './seats.ts';
import { codeGroups, qrImageUrl } from './ticket-code.ts';
import { trackWords } from './track-words.ts';

/** One ticket per named person, each on its own printed page. Nothing until the order is paid. */
export function TicketList({
  data: { order, registrations },
  className,
}: {
  data: OrderWithRegistrations;
  className: string;
}) {
  if (!isPaid(order.paymentStatus)) return null;
  const seats = seatsOfOrder(order, registrations);
  const tickets = seats.flatMap(({ registration }) => (registration?.qrCodeImage ? [registration] : []));
  if (tickets.length === 0) return null;
  const unnamed = seats.filter((seat) => !seat.registration).length;
  return (
    <section
      aria-labelledby="tickets"
      className={`print:break-before-page ${order.teamMemberCount > 1 ? '' : 'print:break-after-page'}`}
    >
      <div className="print:hidden">
        <h2 id="tickets" className="text-xl">
          {tickets.length === 1 ? 'Your ticket' : 'Your tickets'}
        </h2>
        {unnamed > 0 && (
          <p className="mt-1 text-md text-fg-2">
            {unnamedSeatsSentence(unnamed)} Each gets a ticket once it has a name.
          </p>
        )}
      </div>
      <div className={`mt-4 grid gap-6 print:mt-0 print:block ${className}`}>
        {tickets.map((registration) => (
          <TicketCard key={registration.id} order={order} registration={registration} />
        ))}
      </div>
    </section>
  );
}

function TicketCard({ order, registration }: { order: Order; registration: Registration }) {
  const { venue } = event;
  const days = programmeDays(event, order.eventType);
  return (
    <TicketStub
      className="print:text-black"
      eyebrow={event.name}
      title={`${registration.firstName} ${registration.lastName}`}
      stub={<TicketCode order={order} registration={registration} />}
    >
      <dl className="flex flex-col gap-3 text-md [&_dt]:text-sm [&_dt]:text-fg-2 [&_dd]:font-semibold print:[&_dt]:text-black">
        {days.map(({ day, name }) => (
          <div key={day}>
            <dt>{name === event.name && days.length === 1 ? 'Date' : name}</dt>
            <dd>
              <time dateTime={day}>{formatDay(day, 'weekday')}</time>
            </dd>
          </div>
        ))}
        <div>
          <dt>Place</dt>
          <dd>
            {venue.name}
            <span className="block font-normal">
              {venue.organisation}, {venue.street}, {venue.city}
            </span>
          </dd>
        </div>
        {registration.track && (
          <div>
            <dt>Track</dt>
            <dd>{trackWords(registration.track)}</dd>
          </div>
        )}
      </dl>
    </TicketStub>
  );
}

function TicketCode({ order, registration }: { order: Order; registration: Registration }) {
  const name = `${registration.firstName} ${registration.lastName}`;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <img
        src={qrImageUrl(registration.qrCodeImage!)}
        alt={`QR code of ${name}'s ticket`}
        width={168}
        height={168}
        className="-m-3 size-42 shrink-0 bg-white print:m-0 print:size-[50mm]"
      />
      <div className="min-w-36 flex-1 text-sm">
        <p className="text-fg-2 print:text-black">Registration</p>
        <p className="code text-md">{order.registrationNumber}</p>
        <p className="mt-2 text-fg-2 print:text-black">Ticket code</p>
        <p className="code text-dense leading-snug">
          {/* Groups are set apart by space that is not copied: the door takes the code as it is. */}
          {codeGroups(registration.qrCodeData ?? '').map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups never move, and two may be equal
            <span key={index} className="mr-[0.5ch] inline-block">
              {group}
            </span>
          ))}
        </p>
      </div>
    </div>
  );
}

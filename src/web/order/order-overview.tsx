import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { event } from '#content/event.ts';
import { orderTexts } from '#content/order-texts.ts';
import { schedule } from '#content/schedule.ts';
import { texts } from '#content/texts.ts';
import type { Order, OrderWithRegistrations } from '#contract/orders.ts';
import { paths } from '#contract/paths.ts';
import { onConferenceDay } from '#contract/words/conference-day.ts';
import { emailKey } from '#domain/attendee.ts';
import { formatWallTime } from '#domain/calendar.ts';
import { eventDays } from '#domain/event-days.ts';
import { findArrival } from '#domain/find-arrival.ts';
import { ButtonLink } from '../ui/button-link.tsx';
import { Card } from '../ui/card.tsx';
import { CodeScreen } from './code-screen.tsx';
import { EventInformation } from './event-information.tsx';
import { isProgramOver } from './is-event-past.ts';
import { OrderActions } from './order-actions.tsx';
import { OrderDetails } from './order-details.tsx';
import { PrintedTickets } from './printed-tickets.tsx';
import { SeatList } from './seat-list.tsx';
import { hasSeats, ticketHolders } from './seats.ts';
import { StatusNotice } from './status-notice.tsx';
import { TicketCard } from './ticket-card.tsx';

/**
 * Everything about an order below its header, the ticket first. While there is one, a sentence below it ends with
 * `whereTicketsAre` and the address that they were sent to. `actions` joins the buttons, `people` replaces the plain list of
 * seats, and `aside` goes last. Prints only the tickets, if there are any.
 */
export function OrderOverview({
  data,
  query,
  whereTicketsAre,
  actions,
  people,
  aside,
}: {
  data: OrderWithRegistrations;
  query: UseQueryResult<OrderWithRegistrations>;
  whereTicketsAre?: string;
  actions?: ReactNode;
  people?: ReactNode;
  aside?: ReactNode;
}) {
  const { order } = data;
  const tickets = ticketHolders(data);
  const [ticket] = tickets;
  const sent = whereSent(order, tickets);
  return (
    <>
      <div
        className={`wrap flex flex-col gap-6 pt-4 pb-14 sm:pt-8 ${ticket ? 'print:hidden' : 'print:m-0 print:w-full print:p-0'}`}
      >
        <div className="max-w-copy empty:hidden">
          <StatusNotice data={data} query={query} />
        </div>
        <div className="grid items-start gap-6 lg:grid-cols-[7fr_5fr] lg:gap-8 print:block">
          <div className="flex min-w-0 flex-col gap-6">
            {ticket && <TicketCard order={order} registration={ticket} />}
            <div className="flex flex-col gap-4">
              {whereTicketsAre && ticket && (
                <p className="text-md text-fg-2">
                  <span>{`${sent.words} ${whereTicketsAre}`}</span>{' '}
                  <span className="font-semibold">{sent.to}</span>.
                </p>
              )}
              <OrderActions data={data}>{actions}</OrderActions>
            </div>
            {(data.registrations.length > 0 || hasSeats(order)) &&
              (people ?? (
                <Card>
                  <SeatList data={data} />
                </Card>
              ))}
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            <EventInformation order={order} />
            {hasSeats(order) && <WhatsNext order={order} />}
            <OrderDetails order={order} refunded={data.refunded} tickets={tickets.length} />
            {aside}
          </div>
        </div>
      </div>
      <CodeScreen {...data} />
      <PrintedTickets order={order} tickets={tickets} />
    </>
  );
}

/** A single ticket may have been given away by now; then only its holder has the valid code. */
function whereSent({ organizerEmail }: Order, tickets: ReturnType<typeof ticketHolders>) {
  const [ticket, another] = tickets;
  if (another) return { words: 'The tickets are', to: organizerEmail };
  const isBuyers = !ticket || emailKey(ticket.email) === emailKey(organizerEmail);
  return isBuyers
    ? { words: 'Your ticket is', to: organizerEmail }
    : { words: 'The ticket is', to: ticket.email };
}

/** What to expect and do until the program is over; afterward, a word of thanks. */
function WhatsNext({ order }: { order: Pick<Order, 'eventType'> }) {
  if (isProgramOver()) {
    return (
      <Card className="print:hidden">
        <h2 className="text-xl">{texts.concluded.title}</h2>
        <p className="mt-3 text-md text-fg-2">{texts.concluded.text}</p>
        <ButtonLink href={paths.section('newsletter-signup-hero')} variant="secondary" className="mt-4">
          Get updates
        </ButtonLink>
      </Card>
    );
  }
  const { eventType } = order;
  const doors = findArrival(schedule, eventDays(event, eventType));
  const open = doors && onConferenceDay(formatWallTime(doors.from), eventType);
  return (
    <Card className="print:hidden">
      <h2 className="text-xl">What's Next</h2>
      <ol className="mt-4 flex flex-col gap-4">
        {orderTexts.whatsNext(open).map(({ title, text }, index) => (
          <li key={title} className="flex gap-4 text-md">
            <span
              aria-hidden="true"
              className="grid size-9 shrink-0 place-items-center rounded-full bg-foam font-display font-[680] text-harbor"
            >
              {index + 1}
            </span>
            <div>
              <h3 className="font-sans text-md font-semibold tracking-normal">{title}</h3>
              <p className="text-fg-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </Card>
  );
}

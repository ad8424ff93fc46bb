import type { ReactNode } from 'react';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import { Card } from '../ui/card.tsx';
import { CodeScreen } from './code-screen.tsx';
import { EventInformation } from './event-information.tsx';
import { OrderActions } from './order-actions.tsx';
import { OrderDetails } from './order-details.tsx';
import { PrintedTickets } from './printed-tickets.tsx';
import { SeatList } from './seat-list.tsx';
import { firstTicket, hasSeats, ticketHolders } from './seats.ts';
import { TicketCard } from './ticket-card.tsx';
import { WhatsNext } from './whats-next.tsx';

/**
 * Everything about an order below its header, the ticket first. `notice` goes above it, and below it a sentence that
 * ends with `whereTicketsAre` and the buyer's email address; `actions` joins the buttons, `people` replaces the plain
 * list of seats, and `aside` goes last. Prints only the tickets.
 */
export function OrderOverview({
  data,
  notice,
  whereTicketsAre,
  actions,
  people,
  aside,
}: {
  data: OrderWithRegistrations;
  notice: ReactNode;
  whereTicketsAre?: string | false;
  actions?: ReactNode;
  people?: ReactNode;
  aside?: ReactNode;
}) {
  const { order } = data;
  const ticket = firstTicket(data);
  return (
    <>
      <div
        className={`wrap flex flex-col gap-6 pt-4 pb-14 sm:pt-8 ${ticket ? 'print:hidden' : 'print:m-0 print:w-full print:p-0'}`}
      >
        <div className="max-w-copy empty:hidden print:hidden">{notice}</div>
        <div className="grid items-start gap-6 lg:grid-cols-[7fr_5fr] lg:gap-8 print:block">
          <div className="flex min-w-0 flex-col gap-6">
            {ticket && <TicketCard order={order} registration={ticket} />}
            <div className="flex flex-col gap-4">
              {whereTicketsAre && (
                <p className="text-md text-fg-2">
                  {data.registrations.length > 1 ? 'The tickets are' : 'Your ticket is'} {whereTicketsAre}{' '}
                  <span className="font-semibold">{order.organizerEmail}</span>.
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
            {hasSeats(order) && <WhatsNext />}
            <OrderDetails order={order} tickets={ticketHolders(data).length} />
            {aside}
          </div>
        </div>
      </div>
      <CodeScreen {...data} />
      <PrintedTickets order={order} tickets={ticketHolders(data)} />
    </>
  );
}

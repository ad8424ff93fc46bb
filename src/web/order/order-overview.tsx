import type { ReactNode } from 'react';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import { isPaid } from '#domain/order.ts';
import { Card } from '../ui/card.tsx';
import { AttendeeList } from './attendee-list.tsx';
import { EventInformation } from './event-information.tsx';
import { OrderDetails } from './order-details.tsx';
import { TicketList } from './ticket-list.tsx';
import { WhatsNext } from './whats-next.tsx';

/**
 * Everything about an order below its header. A single ticket comes first, because it is what one needs at the door;
 * a team sees its people first. `notice` goes above everything, `people` replaces the plain list, `aside` goes below
 * the details.
 */
export function OrderOverview({
  data,
  notice,
  people,
  aside,
}: {
  data: OrderWithRegistrations;
  notice?: ReactNode;
  people?: ReactNode;
  aside?: ReactNode;
}) {
  const { order } = data;
  const hasPeople = data.registrations.length > 0 || isPaid(order.paymentStatus);
  const isTeam = order.teamMemberCount > 1;
  return (
    <div className="wrap flex flex-col gap-8 py-10 sm:py-14 print:m-0 print:block print:w-full print:p-0">
      <div className="max-w-copy empty:hidden print:hidden">{notice}</div>
      <div className="grid items-start gap-6 lg:grid-cols-[7fr_5fr] lg:gap-8 print:block">
        <div className="flex min-w-0 flex-col gap-6 print:block">
          {!isTeam && <TicketList data={data} className="" />}
          {hasPeople && (
            // A single ticket already names its one person.
            <div className={isTeam ? undefined : 'print:hidden'}>
              {people ?? (
                <Card>
                  <AttendeeList data={data} />
                </Card>
              )}
            </div>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-6 print:block">
          <OrderDetails order={order} />
          {aside}
        </div>
      </div>
      {isTeam && (
        <>
          {/* On paper it goes with the order: after the tickets it would take a sheet of its own. */}
          <div className="hidden print:block">
            <EventInformation order={order} />
          </div>
          <TicketList data={data} className="md:grid-cols-2 lg:grid-cols-3" />
        </>
      )}
      <div
        className={`grid items-start gap-6 lg:grid-cols-[7fr_5fr] lg:gap-8 ${isTeam ? 'print:hidden' : 'print:block'}`}
      >
        <EventInformation order={order} />
        {isPaid(order.paymentStatus) && <WhatsNext />}
      </div>
    </div>
  );
}

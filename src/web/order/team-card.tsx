import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { event } from '#content/event.ts';
import type { OrderWithRegistrations, Registration } from '#contract/orders.ts';
import { canAddAttendee, countSeats } from '#domain/attendee.ts';
import { eventPhase } from '#domain/event-phase.ts';
import { isPaid } from '#domain/order.ts';
import { now } from '../clock.ts';
import { Card } from '../ui/card.tsx';
import { AddTeamMember } from './add-team-member.tsx';
import { AttendeeList } from './attendee-list.tsx';
import { confirmationQuery, ordersKey } from './order-queries.ts';
import { withRegistration } from './seats.ts';

/** The people of an order and, while there are unnamed seats, the form that names them. */
export function TeamCard({ data }: { data: OrderWithRegistrations }) {
  const { order, registrations } = data;
  const heading = useRef<HTMLHeadingElement>(null);
  const queryClient = useQueryClient();
  const mayAdd =
    isPaid(order.paymentStatus) &&
    eventPhase(event, now()) !== 'past' &&
    canAddAttendee({
      seats: countSeats(order),
      named: registrations.length,
      status: order.attendeeDataStatus,
    });

  const takeIn = (added: Registration) => {
    queryClient.setQueryData(
      confirmationQuery(order.transactionId).queryKey,
      (before) => before && withRegistration(before, added),
    );
    // The answer is shown at once; refetching also brings what others have changed.
    queryClient.invalidateQueries({ queryKey: ordersKey });
    if (registrations.length + 1 >= countSeats(order)) heading.current?.focus();
  };

  return (
    <Card>
      <AttendeeList data={data} headingRef={heading} />
      {mayAdd && <AddTeamMember data={data} onAdded={takeIn} />}
    </Card>
  );
}

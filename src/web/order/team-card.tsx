import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { event } from '#content/event.ts';
import type { OrderWithRegistrations, Registration } from '#contract/orders.ts';
import { countSeats } from '#domain/attendee.ts';
import { now } from '../clock.ts';
import { Card } from '../ui/card.tsx';
import { AddTeamMember } from './add-team-member.tsx';
import { confirmationQuery, ordersKey } from './order-queries.ts';
import { SeatList } from './seat-list.tsx';
import { seatsToName, withRegistration } from './seats.ts';

/** The people of an order and, while there are unnamed seats, the form that names them. */
export function TeamCard({ data }: { data: OrderWithRegistrations }) {
  const { order, registrations } = data;
  const heading = useRef<HTMLHeadingElement>(null);
  const queryClient = useQueryClient();

  const takeIn = (added: Registration) => {
    queryClient.setQueryData(
      confirmationQuery(order.transactionId).queryKey,
      (before) => before && withRegistration(before, added),
    );
    // Shown at once; refetching also brings what others have changed.
    queryClient.invalidateQueries({ queryKey: ordersKey });
    if (registrations.length + 1 >= countSeats(order)) heading.current?.focus();
  };

  return (
    <Card>
      <SeatList data={data} headingRef={heading} />
      {seatsToName(data, event, now()) > 0 && <AddTeamMember data={data} onAdded={takeIn} />}
    </Card>
  );
}

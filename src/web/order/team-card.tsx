import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { event } from '#content/event.ts';
import type { OrderWithRegistrations, Registration } from '#contract/orders.ts';
import { now } from '../clock.ts';
import { Card } from '../ui/card.tsx';
import { AddTeamMembers } from './add-team-members.tsx';
import { confirmationQuery, ordersKey } from './order-queries.ts';
import { SeatList } from './seat-list.tsx';
import { seatsToName, withRegistration } from './seats.ts';

/** The people of an order and, while there are unnamed seats, the form that names them. */
export function TeamCard({ data }: { data: OrderWithRegistrations }) {
  const { order } = data;
  const heading = useRef<HTMLHeadingElement>(null);
  const queryClient = useQueryClient();

  const takeIn = (added: Registration) => {
    const after = queryClient.setQueryData(
      confirmationQuery(order.transactionId).queryKey,
      (before) => before && withRegistration(before, added),
    );
    // Shown at once; refetching adds other people's changes.
    queryClient.invalidateQueries({ queryKey: ordersKey });
    if (after && seatsToName(after, event, now()) === 0) heading.current?.focus();
  };

  const hasForm = seatsToName(data, event, now()) > 0;
  return (
    <Card>
      <SeatList data={data} hasForm={hasForm} headingRef={heading} />
      {hasForm && <AddTeamMembers data={data} onAdded={takeIn} />}
    </Card>
  );
}

import { useQueryClient } from '@tanstack/react-query';
import { event } from '#content/event.ts';
import type { OrderWithRegistrations, Registration } from '#contract/orders.ts';
import { now } from '../clock.ts';
import { Card } from '../ui/card.tsx';
import { AddTeamMembers } from './add-team-members.tsx';
import { confirmationQuery } from './order-queries.ts';
import { SeatList } from './seat-list.tsx';
import { seatsToName, withRegistration } from './seats.ts';

/** The people of an order and the form that names its open seats. */
export function TeamCard({ data }: { data: OrderWithRegistrations }) {
  const { order } = data;
  const queryClient = useQueryClient();

  const takeIn = (added: Registration) => {
    queryClient.setQueryData(
      confirmationQuery(order.transactionId).queryKey,
      (before) => before && withRegistration(before, added),
    );
  };

  return (
    <Card>
      <SeatList data={data} hasForm={seatsToName(data, event, now()) > 0} />
      <AddTeamMembers data={data} onAdded={takeIn} />
    </Card>
  );
}

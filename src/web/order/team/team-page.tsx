import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PAGES } from '#contract/paths.ts';
import type { Team } from '#contract/team.ts';
import { Notice } from '../../ui/notice.tsx';
import { isEventPast } from '../is-event-past.ts';
import { OrderHeader } from '../order-header.tsx';
import { OrderLink } from '../order-link.tsx';
import { teamQuery } from '../order-queries.ts';
import { NO_ORDER, OrderStates } from '../order-states.tsx';
import { useCanonicalAddress } from '../use-canonical-address.ts';
import { PaidTeam } from './paid-team.tsx';
import { Reminders } from './reminders.tsx';

const route = getRouteApi(PAGES.team);

/** The buyer's page for naming seats, by the order's key, without an account. */
export function TeamPage() {
  const { transactionId } = route.useParams();
  const { reminders } = route.useSearch();
  const query = useQuery(teamQuery(transactionId));
  const navigate = route.useNavigate();
  useCanonicalAddress(transactionId, query.data, teamQuery, (id) => {
    void navigate({ params: { transactionId: id }, search: { reminders }, replace: true });
  });
  const title = query.data?.seats === 1 ? 'Your seat' : 'Your team';
  const remindersOf = (team: Team) => (
    <Reminders
      team={team}
      turnsOff={reminders === 'off'}
      onTurnedOff={() => void navigate({ search: {}, replace: true })}
    />
  );
  return (
    <OrderStates query={query} title={title} notFound={NO_ORDER}>
      {(team) => (
        <>
          <OrderHeader order={team.order} title={title} />
          <div className="wrap flex flex-col gap-6 pt-4 pb-14 sm:pt-8">
            {hasSeats(team) ? (
              <PaidTeam team={team} reminders={remindersOf(team)} />
            ) : (
              <>
                <Notice title="This order has no seats to name" className="max-w-copy">
                  {team.order.isPaid
                    ? 'All seats in this order were canceled.'
                    : 'Seats can be named only in a paid order. The order’s page shows its status.'}
                </Notice>
                {remindersOf(team)}
              </>
            )}
            <div className="flex flex-wrap gap-3 print:hidden">
              <OrderLink to="confirmation" transactionId={team.order.transactionId} />
              {/* As on the order's page: until the event is past (R-REFUND-8). */}
              {hasSeats(team) && !isEventPast() && (
                <OrderLink to="cancel" transactionId={team.order.transactionId} />
              )}
            </div>
          </div>
        </>
      )}
    </OrderStates>
  );
}

/** All seats of a paid order may have been canceled. */
function hasSeats({ order, seats }: Team): boolean {
  return order.isPaid && seats > 0;
}

import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useRef } from 'react';
import { PAGES } from '#contract/paths.ts';
import type { Team } from '#contract/team.ts';
import { formatDay } from '#domain/calendar.ts';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { isEventPast } from '../is-event-past.ts';
import { OrderHeader } from '../order-header.tsx';
import { OrderLink } from '../order-link.tsx';
import { teamQuery } from '../order-queries.ts';
import { ORDER_NOT_FOUND, OrderStates } from '../order-states.tsx';
import { useCanonicalAddress } from '../use-canonical-address.ts';
import { PasteTeam } from './paste-team.tsx';
import { Reminders } from './reminders.tsx';
import { SeatRows } from './seat-rows.tsx';
import { TeamLink } from './team-link.tsx';

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
  return (
    <OrderStates query={query} title="Your team" notFound={ORDER_NOT_FOUND}>
      {(team) => (
        <>
          <OrderHeader order={team.order} title={team.seats === 1 ? 'Your seat' : 'Your team'} />
          <div className="wrap flex flex-col gap-6 pt-4 pb-14 sm:pt-8">
            {team.order.isPaid ? (
              <PaidTeam
                team={team}
                turnsRemindersOff={reminders === 'off'}
                onTurnedOff={() => void navigate({ search: {}, replace: true })}
              />
            ) : (
              <Notice title="This order has no seats to name" className="max-w-copy">
                Seats can be named only in a paid order. The order’s page shows its status.
              </Notice>
            )}
            <div className="flex flex-wrap gap-3">
              <OrderLink to="confirmation" transactionId={team.order.transactionId} />
              {canCancel(team) && <OrderLink to="cancel" transactionId={team.order.transactionId} />}
            </div>
          </div>
        </>
      )}
    </OrderStates>
  );
}

/** As on the order's page: until the event is past (R-REFUND-8). */
function canCancel({ order, seats }: Team): boolean {
  return order.isPaid && seats > 0 && !isEventPast();
}

function PaidTeam({
  team,
  turnsRemindersOff,
  onTurnedOff,
}: {
  team: Team;
  turnsRemindersOff: boolean;
  onTurnedOff: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isTeam = team.seats > 1;
  const focusHeading = () => heading.current?.focus();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[7fr_5fr] lg:gap-8">
      <div className="flex min-w-0 flex-col gap-6">
        <Card>
          <h2 ref={heading} tabIndex={-1} className="text-xl">
            {countWords(team)}
          </h2>
          <p className="mt-1 text-md text-fg-2">{deadlineWords(team)}</p>
          <SeatRows team={team} onChanged={focusHeading} />
        </Card>
        {isTeam && team.canName && <PasteTeam team={team} onFinished={focusHeading} />}
      </div>
      <div className="flex min-w-0 flex-col gap-6 empty:hidden">
        {isTeam && team.isNamingOpen && (team.freeSeats > 0 || team.teamLink) && <TeamLink team={team} />}
        <Reminders team={team} turnsOff={turnsRemindersOff} onTurnedOff={onTurnedOff} />
      </div>
    </div>
  );
}

/** `10 seats: 3 named, 2 invited, 5 free`. */
function countWords({ seats, people, invitations, freeSeats }: Team): string {
  const invited = Math.min(invitations.length, freeSeats);
  const counts = [
    `${people.length} named`,
    invited > 0 && `${invited} invited`,
    freeSeats > invited && `${freeSeats - invited} free`,
  ];
  return `${seats === 1 ? '1 seat' : `${seats} seats`}: ${counts.filter(Boolean).join(', ')}`;
}

function deadlineWords({ isNamingOpen, namingEndsOn, freeSeats }: Team): string {
  const day = formatDay(namingEndsOn);
  if (isNamingOpen) {
    return freeSeats > 0
      ? `Name your seats by ${day}. Each person gets a ticket by email right away.`
      : 'Everyone has a ticket. You can correct a name, or give a seat to someone else.';
  }
  return freeSeats > 0
    ? `Naming ended on ${day}. The help desk at the door can still name a seat.`
    : 'You can correct a name, or give a seat to someone else.';
}

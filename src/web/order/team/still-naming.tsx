import { Link } from '@tanstack/react-router';
import { PAGES } from '#contract/paths.ts';
import type { Team } from '#contract/team.ts';
import { ADD_MEMBER } from '../order-link.tsx';

/** Where a seat can still be named once this page can't; the order's own form names those of a team (R-ATTENDEE-3). */
export function StillNaming({ team: { seats, order } }: { team: Team }) {
  if (seats === 1) return 'The help desk at the door can still name the seat.';
  return (
    <>
      You can still name a seat{' '}
      <Link
        to={PAGES.confirmation}
        params={{ transactionId: order.transactionId }}
        hash={ADD_MEMBER}
        className="link"
      >
        on the order’s page
      </Link>
      , or at the help desk at the door.
    </>
  );
}

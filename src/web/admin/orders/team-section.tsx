import { useQuery } from '@tanstack/react-query';
import { type AdminOrder, getOrderDetails } from '#contract/admin-orders.ts';
import { paths } from '#contract/paths.ts';
import { type ClaimLink, type Team, withdrawClaimLink } from '#contract/team.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAction } from '../actions/use-action.ts';
import { Loaded } from '../frame/loaded.tsx';
import { instantText } from '../instant-text.ts';
import { teamOf } from './order-queries.ts';

/** A paid order's free seats and their active links. Staff can do everything the buyer can. */
export function TeamSection({ order }: { order: AdminOrder }) {
  const team = useQuery(teamOf(order.id));
  return (
    <section aria-label="Free seats">
      <h3 className="mb-2 text-lg">Free seats</h3>
      <Loaded query={team} loading="Loading the seats" failure="The seats could not be loaded">
        {(found) => <SeatsOf team={found} />}
      </Loaded>
    </section>
  );
}

function SeatsOf({ team }: { team: Team }) {
  const links = team.teamLink ? [team.teamLink, ...team.invitations] : team.invitations;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-md">{factsOf(team)}</p>
      {links.length > 0 && (
        <ul className="divide-y divide-line border-y border-line">
          {links.map((link) => (
            <LinkRow key={link.id} team={team} link={link} isTeams={link === team.teamLink} />
          ))}
        </ul>
      )}
      <p>
        <a className="link" href={paths.team(team.order.transactionId)} target="_blank" rel="noopener">
          Open the team’s page<span className="sr-only"> (opens in a new tab)</span>
        </a>
      </p>
    </div>
  );
}

function factsOf({ seats, freeSeats, invitations, remindersStoppedAt }: Team): string {
  const counts = `${freeSeats} of ${seats} free${invitations.length > 0 ? `, ${invitations.length} invited` : ''}.`;
  return remindersStoppedAt ? `${counts} The buyer has turned reminders off.` : counts;
}

function LinkRow({ team, link, isTeams }: { team: Team; link: ClaimLink; isTeams: boolean }) {
  const action = useAction({
    run: () =>
      call(withdrawClaimLink, { params: { transactionId: team.order.transactionId, linkId: link.id } }),
    refreshes: [getOrderDetails.path],
    success: () => ({ title: 'Success', description: 'Link withdrawn' }),
    failed: { title: 'Error', otherwise: 'Failed to withdraw the link' },
  });
  const name = isTeams ? 'the team’s link' : (link.mailedTo ?? 'shareable link');
  const title = link.mailedTo ?? name.charAt(0).toUpperCase() + name.slice(1);
  return (
    <li className="flex flex-wrap items-center justify-between gap-2 py-2">
      <span className="min-w-0 text-md wrap-anywhere">
        {title}
        <span className="block text-sm text-fg-2">
          {stateOf(link)} {instantText(link.mail?.sentAt ?? link.createdAt)}
        </span>
      </span>
      <Button
        variant="secondary"
        size="sm"
        busy={action.isBusy}
        busyLabel="Withdrawing"
        onClick={() => action.start(undefined)}
      >
        Withdraw<span className="sr-only"> {name}</span>
      </Button>
      {action.failure && <Notice tone="error">{action.failure}</Notice>}
    </li>
  );
}

function stateOf({ mail }: ClaimLink): string {
  if (mail?.state === 'failed') return 'Not delivered. Created';
  return mail?.sentAt ? 'Sent' : 'Created';
}

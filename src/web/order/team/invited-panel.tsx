import type { ClaimLink, Team } from '#contract/team.ts';
import { dayOf } from './mail-words.ts';
import { NameSeatForm } from './name-seat-form.tsx';
import { ShareLink } from './share-link.tsx';
import { Withdraw } from './withdraw.tsx';

/** A seat with an active link. */
export function InvitedPanel({
  team,
  link,
  onChanged,
}: {
  team: Team;
  link: ClaimLink;
  onChanged: () => void;
}) {
  const { mailedTo, mail, createdAt } = link;
  return (
    <div className="flex flex-col gap-4 pb-5">
      <p className="text-md text-fg-2">
        {mailedTo ? `The invitation to ${mailedTo}` : 'The link'} was created on {dayOf(createdAt)}, and no
        one has used it yet.{' '}
        {mail?.state === 'failed' && (
          <span>It did not arrive: check the address, or send the link yourself. </span>
        )}
        <span>
          {team.isNamingOpen
            ? 'The first person to open it gets the seat.'
            : 'It can no longer be used to claim a seat.'}
        </span>
      </p>
      {team.isNamingOpen && <ShareLink url={link.url} text={inviteText(team)} copyLabel="Copy the link" />}
      <Withdraw team={team} link={link} label="Withdraw the invitation" onWithdrawn={onChanged} />
      {team.canName && (
        <details className="border-t border-line pt-2">
          <summary className="flex min-h-11 items-center font-semibold text-accent">
            Name this seat yourself
          </summary>
          <p className="mb-4 text-md text-fg-2">This withdraws the invitation, and its link stops working.</p>
          <NameSeatForm team={team} label="Name the invited seat" insteadOf={[link.id]} onNamed={onChanged} />
        </details>
      )}
    </div>
  );
}

/** The text that accompanies a shared link. */
export function inviteText({ order }: Team): string {
  return `${order.teamName} has a seat for you. Open the link and enter your name and email address, and we will email you your ticket.`;
}

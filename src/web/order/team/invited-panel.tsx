import type { ClaimLink, Team } from '#contract/team.ts';
import { dayOf } from './mail-words.ts';
import { NameSeatForm } from './name-seat-form.tsx';
import { ShareLink } from './share-link.tsx';
import { Withdraw } from './withdraw.tsx';

/** A seat with an active link. Once the link `isGone`, only the form with what was typed is left. */
export function InvitedPanel({
  team,
  link,
  isGone,
  hasSeat,
  canName,
  onNamed,
  onWithdrawn,
}: {
  team: Team;
  link: ClaimLink;
  isGone: boolean;
  /** Whether another seat is free. */
  hasSeat: boolean;
  canName: boolean;
  onNamed: () => void;
  onWithdrawn: () => void;
}) {
  return (
    <div className="flex flex-col gap-4 pb-5">
      {!isGone && <AboutLink team={team} link={link} onWithdrawn={onWithdrawn} />}
      {canName && (
        <details className="border-t border-line pt-2">
          <summary className="flex min-h-11 items-center font-semibold text-accent">
            {isGone ? 'Name a free seat' : 'Name this seat yourself'}
          </summary>
          <p className="mb-4 text-md text-fg-2">
            {isGone
              ? `What you entered is still here. ${hasSeat ? 'You can use it to name another free seat.' : 'But no other seat is free.'}`
              : 'This withdraws the invitation, and its link stops working.'}
          </p>
          <NameSeatForm
            team={team}
            label={isGone ? 'Name a free seat' : 'Name the invited seat'}
            insteadOf={isGone ? [] : [link.id]}
            onNamed={onNamed}
          />
        </details>
      )}
    </div>
  );
}

function AboutLink({ team, link, onWithdrawn }: { team: Team; link: ClaimLink; onWithdrawn: () => void }) {
  const { mailedTo, mail, createdAt } = link;
  return (
    <>
      <p className="text-md text-fg-2">
        {mailedTo ? `The invitation to ${mailedTo}` : 'The link'} was created on {dayOf(createdAt)}, and no
        one has used it yet.{' '}
        {mail?.state === 'failed' && (
          <span>It did not arrive: check the address, or send the link yourself. </span>
        )}
        <span>
          {team.isNamingOpen
            ? 'The first person to claim it gets the seat.'
            : 'It can no longer be used to claim a seat.'}
        </span>
      </p>
      {team.isNamingOpen && <ShareLink url={link.url} text={inviteText(team)} copyLabel="Copy the link" />}
      <Withdraw team={team} link={link} label="Withdraw the invitation" onWithdrawn={onWithdrawn} />
    </>
  );
}

/** The text that accompanies a shared link. */
export function inviteText({ order }: Team): string {
  return `${order.teamName} has a seat for you. Open the link and enter your name and email address, and we will email you your ticket.`;
}

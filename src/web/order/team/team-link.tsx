import { useRef, useState } from 'react';
import { createClaimLink, type Team } from '#contract/team.ts';
import { counted } from '#contract/words/counted.ts';
import { unpromisedSeats } from '#domain/naming.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { inviteText } from './invited-panel.tsx';
import { ShareLink } from './share-link.tsx';
import { useTeamCall } from './use-team-call.ts';
import { Withdraw } from './withdraw.tsx';

/** One link for all free seats: first come, first served. */
export function TeamLink({ team }: { team: Team }) {
  const { teamLink, freeSeats, invitations } = team;
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus();
  const left = unpromisedSeats({ free: freeSeats, invited: invitations.length });
  return (
    <Card className="flex flex-col gap-4">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-xl">
          One link for your team
        </h2>
        <p className="mt-2 text-md text-fg-2">
          {teamLink
            ? `First come, first served: ${counted(left, 'seat')} can still be claimed with this link. Send it only to your team.`
            : 'Anyone with the link can claim a free seat with their own details, first come, first served.'}
        </p>
      </div>
      {teamLink ? (
        <>
          <ShareLink url={teamLink.url} text={inviteText(team)} copyLabel="Copy the team’s link" />
          <Withdraw team={team} link={teamLink} label="Withdraw the team’s link" onWithdrawn={focusHeading} />
        </>
      ) : (
        <MakeTeamLink key={team.people.length} team={team} onMade={focusHeading} />
      )}
    </Card>
  );
}

function MakeTeamLink({ team, onMade }: { team: Team; onMade: () => void }) {
  const { transactionId } = team.order;
  const [id, setId] = useState(() => crypto.randomUUID());
  const action = useTeamCall({
    transactionId,
    run: () => call(createClaimLink, { params: { transactionId }, body: { id, forTeam: true } }),
    done: () => ({ title: 'Link created', description: 'Copy it, and send it to your team.' }),
    onDone: onMade,
    onRefused: () => setId(crypto.randomUUID()),
  });
  return (
    <>
      {action.failure && <Notice tone="error">{action.failure}</Notice>}
      <Button className="self-start" busy={action.isBusy} busyLabel="Creating" onClick={() => action.start()}>
        Create the team’s link
      </Button>
    </>
  );
}

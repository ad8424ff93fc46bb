import { type ClaimLink, type Team, withdrawClaimLink } from '#contract/team.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useTeamCall } from './use-team-call.ts';

/** Withdraws a link. This can't be undone, but another link can be created. */
export function Withdraw({
  team,
  link,
  label,
  onWithdrawn,
}: {
  team: Team;
  link: ClaimLink;
  label: string;
  /** Takes the focus, because the button disappears. */
  onWithdrawn: () => void;
}) {
  const { transactionId } = team.order;
  const action = useTeamCall({
    transactionId,
    run: () => call(withdrawClaimLink, { params: { transactionId, linkId: link.id } }),
    done: () => ({ title: 'Withdrawn', description: 'The link can no longer be used to claim a seat.' }),
    onDone: onWithdrawn,
  });
  return (
    <>
      {action.failure && <Notice tone="error">{action.failure}</Notice>}
      <Button
        variant="secondary"
        className="self-start"
        busy={action.isBusy}
        busyLabel="Withdrawing"
        onClick={() => action.start()}
      >
        {label}
      </Button>
    </>
  );
}

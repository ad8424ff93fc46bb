import { useQuery } from '@tanstack/react-query';
import { type Nudge, nudgeTeams, previewNudge } from '#contract/team.ts';
import { counted } from '#contract/words/counted.ts';
import { call, queryOf } from '../../api.ts';
import { LoadFailure } from '../../load-failure.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';

/** Reminds the buyers of all teams with free seats, after showing how many mails that sends. */
export function NudgeTeams({ onClose }: { onClose: () => void }) {
  const preview = useQuery({ ...queryOf(previewNudge), gcTime: 0 });
  const { data } = preview;
  if (data?.orders === 0) {
    return (
      <Dialog title="No one to remind" onClose={onClose}>
        <p>No buyer needs a reminder now.{remindedWords(data.nudgedToday)}</p>
      </Dialog>
    );
  }
  return (
    <ConfirmAction
      title="Remind all teams with free seats?"
      confirmLabel={data ? `Send ${counted(data.orders, 'reminder')}` : 'Send reminders'}
      busyLabel="Sending"
      tone="primary"
      isReady={data !== undefined}
      run={() => call(nudgeTeams, { body: { orders: data!.orders } })}
      refreshes={[previewNudge.path]}
      success={({ mails }) => ({
        title: 'Reminders Are on the Way',
        description: `${counted(mails, 'buyer gets', 'buyers get')} one.`,
      })}
      failed={{ title: 'Error', otherwise: 'The reminders could not be sent' }}
      onClose={onClose}
    >
      {data && <p>{previewWords(data)}</p>}
      <p>Each buyer gets at most one of these reminders a day, and none after turning them off.</p>
      <LoadFailure query={preview} title="The numbers could not be loaded" />
    </ConfirmAction>
  );
}

function previewWords({ orders, freeSeats, nudgedToday }: Nudge): string {
  const have = counted(orders, 'order has', 'orders have');
  return `${have} ${counted(freeSeats, 'free seat')}. Each buyer gets one email.${remindedWords(nudgedToday)}`;
}

function remindedWords(nudgedToday: number): string {
  return nudgedToday === 0 ? '' : ` ${counted(nudgedToday, 'buyer was', 'buyers were')} reminded today.`;
}

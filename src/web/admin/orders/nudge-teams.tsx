import { useQuery } from '@tanstack/react-query';
import { type Nudge, nudgeTeams, previewNudge } from '#contract/team.ts';
import { call, queryOf } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { useAction } from '../actions/use-action.ts';
import { LoadFailure } from '../frame/load-failure.tsx';

/** Reminds the buyers of all teams with free seats, after showing how many mails that sends. */
export function NudgeTeams({ onClose }: { onClose: () => void }) {
  const preview = useQuery({ ...queryOf(previewNudge), gcTime: 0 });
  const { data } = preview;
  const action = useAction({
    run: () => call(nudgeTeams, { body: { orders: data!.orders } }),
    refreshes: [previewNudge.path],
    success: ({ mails }) => ({
      title: 'Reminders are on the way',
      description: mails === 1 ? '1 buyer gets one.' : `${mails} buyers get one.`,
    }),
    failed: { title: 'Error', otherwise: 'The reminders could not be sent' },
    onDone: onClose,
    isAsked: true,
  });
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
      confirmLabel={
        data ? `Send ${data.orders === 1 ? '1 reminder' : `${data.orders} reminders`}` : 'Send reminders'
      }
      busyLabel="Sending"
      tone="primary"
      isReady={data !== undefined}
      action={action}
      onConfirm={() => action.start(undefined)}
      onClose={onClose}
    >
      {data && <p>{previewWords(data)}</p>}
      <p>Each buyer gets at most one of these reminders a day, and none after turning them off.</p>
      {preview.error && (
        <LoadFailure
          title="The numbers could not be loaded"
          error={preview.error}
          onRetry={() => void preview.refetch()}
        />
      )}
    </ConfirmAction>
  );
}

function previewWords({ orders, freeSeats, nudgedToday }: Nudge): string {
  const seats = freeSeats === 1 ? '1 free seat' : `${freeSeats} free seats`;
  return `${orders === 1 ? '1 order has' : `${orders} orders have`} ${seats}. Each buyer gets one email.${remindedWords(nudgedToday)}`;
}

function remindedWords(nudgedToday: number): string {
  if (nudgedToday === 0) return '';
  return ` ${nudgedToday === 1 ? '1 buyer was' : `${nudgedToday} buyers were`} reminded today.`;
}

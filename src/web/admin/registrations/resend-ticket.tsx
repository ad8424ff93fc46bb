import { resendTicket } from '#contract/registrations.ts';
import { call } from '../../api.ts';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { useAction } from '../actions/use-action.ts';
import type { ListedRegistration } from './listed-registration.ts';

export function ResendTicket({ person, onClose }: { person: ListedRegistration; onClose: () => void }) {
  const action = useAction({
    run: () => call(resendTicket, { params: { id: String(person.id) } }),
    refreshes: [],
    success: ({ sentTo }) => ({ title: 'Email Sent', description: `Ticket sent again to ${sentTo}` }),
    failed: { title: 'Email Failed', otherwise: 'Failed to send the ticket' },
    onDone: onClose,
    isAsked: true,
  });
  return (
    <ConfirmAction
      title={`Send the ticket of ${person.firstName} ${person.lastName} again?`}
      confirmLabel="Resend Ticket"
      busyLabel="Sending"
      tone="primary"
      action={action}
      onConfirm={() => action.start(undefined)}
      onClose={onClose}
    >
      <p>
        The ticket goes to <strong className="wrap-anywhere">{person.email}</strong>. Its QR code stays the
        same.
      </p>
    </ConfirmAction>
  );
}

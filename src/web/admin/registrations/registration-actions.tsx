import { Mail, Pencil } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { resendTicket } from '#contract/admin.ts';
import { call } from '../../api.ts';
import { afterPicture } from '../../ui/after-picture.ts';
import { Button } from '../../ui/button.tsx';
import { Tooltip } from '../../ui/tooltip.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { useAction } from '../actions/use-action.ts';
import { DeleteRegistration } from './delete-registration.tsx';
import type { ListedRegistration } from './listed-registration.ts';

/** With its form it weighs as much as the list, and most looks at the list correct nobody. */
const CorrectPerson = lazy(() =>
  import('./correct-person.tsx').then((file) => ({ default: file.CorrectPerson })),
);

/** What can be done with a registration from its row. */
export function RegistrationActions({ person }: { person: ListedRegistration }) {
  const [asked, setAsked] = useState<'correct' | 'resend' | null>(null);
  const ask = (what: 'correct' | 'resend') => () => afterPicture(() => setAsked(what));
  const close = () => setAsked(null);
  const name = `${person.firstName} ${person.lastName}`;
  return (
    <span className="flex gap-1">
      <Tooltip text="Correct">
        <Button variant="quiet" size="icon" aria-label={`Correct ${name}`} onClick={ask('correct')}>
          <Pencil aria-hidden="true" />
        </Button>
      </Tooltip>
      <Tooltip text="Resend Ticket">
        <Button variant="quiet" size="icon" aria-label={`Resend ticket to ${name}`} onClick={ask('resend')}>
          <Mail aria-hidden="true" />
        </Button>
      </Tooltip>
      <DeleteRegistration person={person} />
      {asked === 'correct' && (
        <Suspense>
          <CorrectPerson person={person} onClose={() => afterPicture(close)} />
        </Suspense>
      )}
      {asked === 'resend' && <ConfirmResend person={person} name={name} onClose={close} />}
    </span>
  );
}

function ConfirmResend({
  person,
  name,
  onClose,
}: {
  person: ListedRegistration;
  name: string;
  onClose: () => void;
}) {
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
      title={`Send the ticket of ${name} again?`}
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

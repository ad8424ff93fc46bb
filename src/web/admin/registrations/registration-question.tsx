import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { freeRegistration, type listRegistrations, resendTicket } from '#contract/registrations.ts';
import type { ParsedOf } from '#contract/route.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { fullName } from '#domain/attendee.ts';
import { call } from '../../api.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { PrintBadge } from '../badges/print-badge.tsx';
import { AttendeeForm } from '../orders/attendee-form.tsx';
import { ConfirmDeletion } from '../orders/confirm-deletion.tsx';
import { hasComeIn } from '../orders/has-come-in.ts';
import { attendeesOf, ORDER_LISTS } from '../orders/order-queries.ts';

interface Question {
  person: ListedRegistration;
  onClose: () => void;
}

export type RegistrationAction = 'correct' | 'resend' | 'badge' | 'free' | 'delete';

/** `isListed`: whether the list still has the person. */
export function RegistrationQuestion({
  asked,
  isListed,
  ...question
}: Question & { asked: RegistrationAction; isListed: boolean }) {
  if (asked === 'correct') return <CorrectPerson {...question} isListed={isListed} />;
  if (asked === 'resend') return <ResendTicket {...question} />;
  if (asked === 'badge') return <PrintBadge {...question} />;
  if (asked === 'free') return <FreeRegistration {...question} />;
  return <DeleteRegistration {...question} />;
}

/** The form of the order's attendees, for one person. */
function CorrectPerson({ person, isListed, onClose }: Question & { isListed: boolean }) {
  // Without the list, only the order has the version that a save must have seen.
  const people = useQuery({ ...attendeesOf(person.orderId), enabled: !isListed });
  const newest = isListed ? undefined : people.data?.find(({ id }) => id === person.id);
  return (
    <Dialog onClose={onClose} title={`Correct ${fullName(person)}`}>
      <AttendeeForm
        order={{ id: person.orderId, eventType: person.eventType }}
        attendee={newest ?? person}
        checkedInAt={person.checkedInAt ? [person.checkedInAt] : []}
        onClose={onClose}
      />
    </Dialog>
  );
}

function ResendTicket({ person, onClose }: Question) {
  return (
    <ConfirmAction
      title={`Resend ${fullName(person)}’s ticket?`}
      confirmLabel="Resend ticket"
      busyLabel="Sending"
      tone="primary"
      run={() => call(resendTicket, { params: { id: String(person.id) } })}
      refreshes={ORDER_LISTS}
      success={({ sentTo }) => ({ title: 'Email Sent', description: `Ticket sent again to ${sentTo}` })}
      failed={{ title: 'Email Failed', otherwise: 'Failed to send the ticket' }}
      row={{ list: 'registrations', id: person.id }}
      onClose={onClose}
    >
      <p>
        The ticket goes to <strong className="wrap-anywhere">{person.email}</strong>. Its QR code stays the
        same.
      </p>
    </ConfirmAction>
  );
}

function FreeRegistration({ person, onClose }: Question) {
  // As staff were asked: whoever gets the ticket meanwhile isn't meant.
  const [{ firstName, lastName, email }] = useState(person);
  const name = fullName({ firstName, lastName });
  const isIn = hasComeIn(person.eventType, person.checkedInAt ? [person.checkedInAt] : []);
  return (
    <ConfirmAction
      title={`Free ${name}’s seat?`}
      isReady={!isIn}
      confirmLabel="Free the seat"
      busyLabel="Freeing"
      run={() =>
        call(freeRegistration, {
          params: { id: String(person.id) },
          body: { seen: { firstName, lastName, email } },
        })
      }
      refreshes={ORDER_LISTS}
      success={() => ({ title: 'Seat Freed', description: `${name} and the buyer are notified.` })}
      failed={{ title: 'Not Freed', otherwise: 'Failed to free the seat' }}
      row={{ list: 'registrations', id: person.id }}
      removes
      onClose={onClose}
    >
      <p>
        {isIn
          ? REFUSAL_WORDS.freedAfterCheckIn(name)
          : `The ticket stops working immediately, and the seat can be named again. ${name} and the buyer will be notified by email. There is no automatic refund; you can refund the order.`}
      </p>
    </ConfirmAction>
  );
}

function DeleteRegistration({ person: current, onClose }: Question) {
  const [person] = useState(current);
  return (
    <ConfirmDeletion
      person={person}
      title={`Delete ${fullName(person)}’s registration?`}
      verb="Delete"
      noun="registration"
      busyLabel="Deleting"
      success={{
        title: 'Registration Deleted',
        description: 'Registration has been deleted successfully.',
      }}
      failed={{ title: 'Delete Failed', otherwise: 'Failed to delete registration' }}
      onClose={onClose}
    />
  );
}

export type ListedRegistration = ParsedOf<typeof listRegistrations.response>[number];

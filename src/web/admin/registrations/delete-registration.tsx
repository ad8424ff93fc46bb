import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { listRefunds } from '#contract/refunds.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { ORDER_LISTS, useAction } from '../actions/use-action.ts';
import { useDeletion } from '../actions/use-deletion.tsx';

interface Person {
  readonly id: number;
  readonly orderId: number;
  readonly firstName: string;
  readonly lastName: string;
  readonly isOrganizer: boolean;
  readonly checkedIn: boolean;
}

export function DeleteRegistration({ person }: { person: Person }) {
  const [isAsked, setAsked] = useState(false);
  const name = `${person.firstName} ${person.lastName}`;
  return (
    <>
      <Button variant="quiet" size="icon" aria-label={`Delete ${name}`} onClick={() => setAsked(true)}>
        <Trash2 aria-hidden="true" />
      </Button>
      {isAsked && <Confirm person={person} name={name} onClose={() => setAsked(false)} />}
    </>
  );
}

function Confirm({ person, name, onClose }: { person: Person; name: string; onClose: () => void }) {
  const deletion = useDeletion(person, person.orderId);
  const action = useAction({
    run: deletion.run,
    refreshes: [...ORDER_LISTS, listRefunds.path],
    success: () => ({
      title: 'Registration Deleted',
      description: 'Registration has been deleted successfully.',
    }),
    failed: { title: 'Delete Failed', otherwise: 'Failed to delete registration' },
    onDone: onClose,
    isAsked: true,
  });
  return (
    <ConfirmAction
      title={`Delete the registration of ${name}?`}
      confirmLabel={deletion.refunds ? 'Refund and delete' : 'Delete registration'}
      isReady={deletion.isReady}
      busyLabel="Deleting"
      action={action}
      onConfirm={() => action.start(undefined)}
      onClose={onClose}
    >
      <p>
        The ticket stops working.{' '}
        {!deletion.refunds && 'The seat stays in the order and can be given to somebody else.'}
      </p>
      {person.isOrganizer && (
        <p>
          <strong>{name} is the organizer of the order.</strong>{' '}
          {!deletion.refunds && 'The order itself stays.'}
        </p>
      )}
      {person.checkedIn && <p>{name} has been checked in; that record goes as well.</p>}
      {deletion.question}
    </ConfirmAction>
  );
}

import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ConfirmDeletion } from '../orders/confirm-deletion.tsx';

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
  return (
    <ConfirmDeletion
      person={person}
      title={`Delete the registration of ${name}?`}
      verb="Delete"
      noun="registration"
      busyLabel="Deleting"
      success={{
        title: 'Registration Deleted',
        description: 'Registration has been deleted successfully.',
      }}
      failed={{ title: 'Delete Failed', otherwise: 'Failed to delete registration' }}
      onClose={onClose}
    >
      {(isRefunded) => (
        <>
          <p>
            The ticket stops working.{' '}
            {!isRefunded && 'The seat stays in the order and can be given to somebody else.'}
          </p>
          {person.isOrganizer && (
            <p>
              <strong>{name} is the organizer of the order.</strong>{' '}
              {!isRefunded && 'The order itself stays.'}
            </p>
          )}
          {person.checkedIn && <p>{name} has been checked in; that record is deleted as well.</p>}
        </>
      )}
    </ConfirmDeletion>
  );
}

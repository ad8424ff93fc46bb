import { ConfirmDeletion } from '../orders/confirm-deletion.tsx';
import type { ListedRegistration } from './listed-registration.ts';

export function DeleteRegistration({ person, onClose }: { person: ListedRegistration; onClose: () => void }) {
  const name = `${person.firstName} ${person.lastName}`;
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
            {!isRefunded && 'The seat stays in the order and can be given to someone else.'}
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

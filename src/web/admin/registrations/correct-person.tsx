import { Dialog } from '../../ui/dialog.tsx';
import { AttendeeForm } from '../orders/attendee-form.tsx';
import type { ListedRegistration } from './listed-registration.ts';

/** The form of the order's attendees, for one person. */
export function CorrectPerson({ person, onClose }: { person: ListedRegistration; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title={`Correct ${person.firstName} ${person.lastName}`}>
      <AttendeeForm
        order={{ id: person.orderId, eventType: person.eventType }}
        attendee={person}
        onClose={onClose}
      />
    </Dialog>
  );
}

import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { event } from '#content/event.ts';
import type { AdminOrder } from '#contract/admin-orders.ts';
import type { AttendeeAtTheDoor } from '#contract/attendees.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { missingFields } from '#domain/attendee.ts';
import { formatInstant } from '#domain/calendar.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast-store.ts';
import { ConfirmDeletion } from './confirm-deletion.tsx';

/** One person of an order: name, missing details, check-in, and buttons to correct or remove them. */
export function AttendeeRow({
  order,
  person,
  takesFocus,
  onEdit,
}: {
  order: AdminOrder;
  person: AttendeeAtTheDoor;
  /** Its form has just closed. */
  takesFocus: boolean;
  onEdit: () => void;
}) {
  const [isAsked, setAsked] = useState(false);
  const name = `${person.firstName} ${person.lastName}`;
  const askToRemove = () => {
    if (!person.isOrganizer) return setAsked(true);
    toast({
      tone: 'error',
      title: 'Cannot Remove',
      description: 'Cannot remove the organizer from the registration',
    });
  };
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {person.isOrganizer && <Badge tone="info">Organizer</Badge>}
          {missingFields(person, order.eventType).includes('track') && <Badge tone="warn">No track</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-fg-2">
          {person.email}
          {person.track && ` · ${TRACK_NAMES[person.track]}`}
        </p>
        {person.dietaryRestrictions && (
          <p className="text-sm wrap-anywhere text-fg-2">Dietary: {person.dietaryRestrictions}</p>
        )}
        {person.checkIns.map(({ at, by, notes }) => (
          <p key={at} className="text-sm wrap-anywhere whitespace-pre-line text-fg-2">
            Checked in {formatInstant(event.zone, new Date(at))} by {by}
            {notes && `: ${notes}`}
          </p>
        ))}
      </div>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Correct ${name}`}
        autoFocus={takesFocus}
        onClick={onEdit}
      >
        <Pencil aria-hidden="true" />
      </Button>
      <Button
        variant="quiet"
        size="icon"
        aria-label={person.isOrganizer ? `Remove ${name}: the organizer cannot be removed` : `Remove ${name}`}
        onClick={askToRemove}
      >
        <Trash2 aria-hidden="true" />
      </Button>
      {isAsked && (
        <ConfirmDeletion
          person={{ ...person, orderId: order.id }}
          title={`Remove ${name}?`}
          verb="Remove"
          noun="attendee"
          busyLabel="Removing"
          success={{ title: 'Success', description: 'Attendee removed successfully' }}
          failed={{ title: 'Error', otherwise: 'Failed to remove attendee' }}
          onClose={() => setAsked(false)}
        >
          {(isRefunded) => (
            <p>
              This person’s ticket stops working.{' '}
              {!isRefunded && 'The seat stays in the order and can be given to someone else.'}
            </p>
          )}
        </ConfirmDeletion>
      )}
    </div>
  );
}

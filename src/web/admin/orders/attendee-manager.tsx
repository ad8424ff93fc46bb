import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { event } from '#content/event.ts';
import {
  type AdminOrder,
  type Attendee,
  type AttendeeAtTheDoor,
  ensureOrganizer,
  listAttendees,
} from '#contract/admin.ts';
import { listRefunds } from '#contract/refunds.ts';
import { completeness, missingFields, seatsInUse } from '#domain/attendee.ts';
import { formatInstant } from '#domain/calendar.ts';
import { isPaid } from '#domain/order.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { toast } from '../../ui/toast-store.ts';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { ORDER_LISTS, useAction } from '../actions/use-action.ts';
import { useDeletion } from '../actions/use-deletion.tsx';
import { AttendeeForm } from './attendee-form.tsx';
import { AttendeeStatus } from './status-badges.tsx';

/** The people of an order: looked at, corrected, added while seats are free, removed; never the organizer. */
export function AttendeeManager({ order }: { order: AdminOrder }) {
  const attendees = useQuery({
    queryKey: [listAttendees.path, order.id],
    queryFn: ({ signal }) => call(listAttendees, { params: { id: String(order.id) }, signal }),
  });
  const [edited, setEdited] = useState<Attendee | 'new' | null>(null);
  const people = attendees.data;
  const seats = seatsInUse(order);
  const freeSeats = seats - (people?.length ?? 0);
  return (
    <section aria-label="Attendees">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h3 className="text-lg">Attendees</h3>
        {people && (
          <AttendeeStatus
            order={order}
            status={completeness(people, { seats, eventType: order.eventType })}
          />
        )}
        {people && seats > 0 && (
          <span className="text-sm text-fg-2">
            {people.length} of {seats} named
          </span>
        )}
      </div>
      {attendees.isPending && <Spinner label="Loading attendees" />}
      {attendees.error && (
        <Notice
          tone="error"
          title="Failed to fetch attendees"
          action={
            <Button variant="secondary" size="sm" onClick={() => void attendees.refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {people && (
        <ul className="divide-y divide-line border-y border-line">
          {people.map((one) => (
            <li key={one.id} className="py-3">
              {edited !== 'new' && edited?.id === one.id ? (
                <AttendeeForm order={order} attendee={one} onClose={() => setEdited(null)} />
              ) : (
                <Person order={order} person={one} onEdit={() => setEdited(one)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {people && <OrganizerGap order={order} people={people} />}
      {people && isPaid(order.paymentStatus) && freeSeats > 0 && (
        <div className="mt-4">
          {edited === 'new' ? (
            <AttendeeForm order={order} attendee={null} onClose={() => setEdited(null)} />
          ) : (
            <Button variant="secondary" size="sm" onClick={() => setEdited('new')}>
              <UserPlus aria-hidden="true" />
              Add attendee
            </Button>
          )}
        </div>
      )}
    </section>
  );
}

function Person({
  order,
  person,
  onEdit,
}: {
  order: AdminOrder;
  person: AttendeeAtTheDoor;
  onEdit: () => void;
}) {
  const [isAsked, setAsked] = useState(false);
  const name = `${person.firstName} ${person.lastName}`;
  const missing = missingFields(person, order.eventType);
  const askToRemove = () => {
    if (person.isOrganizer) {
      toast({
        tone: 'error',
        title: 'Cannot Remove',
        description: 'Cannot remove the organizer from the registration',
      });
    } else setAsked(true);
  };
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {person.isOrganizer && <Badge tone="info">Organizer</Badge>}
          {missing.includes('track') && <Badge tone="warn">No track</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-fg-2">
          {person.email}
          {person.track && <span className="capitalize"> · {person.track}</span>}
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
      <Button variant="quiet" size="icon" aria-label={`Correct ${name}`} onClick={onEdit}>
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
      {isAsked && <ConfirmRemoval order={order} person={person} onClose={() => setAsked(false)} />}
    </div>
  );
}

function ConfirmRemoval({
  order,
  person,
  onClose,
}: {
  order: AdminOrder;
  person: Attendee;
  onClose: () => void;
}) {
  const deletion = useDeletion(person, order.id);
  const action = useAction({
    run: deletion.run,
    refreshes: [...ORDER_LISTS, listRefunds.path],
    success: () => ({ title: 'Success', description: 'Attendee removed successfully' }),
    failed: { title: 'Error', otherwise: 'Failed to remove attendee' },
    onDone: onClose,
    isAsked: true,
  });
  return (
    <ConfirmAction
      title={`Remove ${person.firstName} ${person.lastName}?`}
      confirmLabel={deletion.refunds ? 'Refund and remove' : 'Remove attendee'}
      busyLabel="Removing"
      isReady={deletion.isReady}
      action={action}
      onConfirm={() => action.start(undefined)}
      onClose={onClose}
    >
      <p>
        The ticket of this person stops working.{' '}
        {!deletion.refunds && 'The seat stays in the order and can be given to somebody else.'}
      </p>
      {deletion.question}
    </ConfirmAction>
  );
}

/** Orders whose organizer has no registration of their own, as after a deletion. */
function OrganizerGap({ order, people }: { order: AdminOrder; people: readonly Attendee[] }) {
  const action = useAction({
    run: () => call(ensureOrganizer, { params: { id: String(order.id) } }),
    refreshes: ORDER_LISTS,
    success: () => ({ title: 'Success', description: 'Organizer registration created successfully' }),
    failed: { title: 'Error', otherwise: 'Failed to create organizer registration' },
  });
  if (people.some((one) => one.isOrganizer) || !isPaid(order.paymentStatus)) return null;
  return (
    <Notice
      tone="warn"
      className="mt-4"
      title="The organizer has no registration"
      action={
        <Button size="sm" busy={action.isBusy} busyLabel="Creating" onClick={() => action.start(undefined)}>
          Create organizer registration
        </Button>
      }
    >
      {action.failure ?? `${order.organizerFirstName} ${order.organizerLastName} bought, but has no ticket.`}
    </Notice>
  );
}

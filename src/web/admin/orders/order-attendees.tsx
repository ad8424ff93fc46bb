import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2, UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { AdminOrder } from '#contract/admin-orders.ts';
import { type AttendeeAtTheDoor, ensureOrganizer } from '#contract/attendees.ts';
import { doorAndPerson } from '#contract/words/door.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import {
  completeness,
  fullName,
  isBuyer,
  missingFields,
  organizerName,
  seatsInUse,
} from '#domain/attendee.ts';
import { isPaid } from '#domain/order.ts';
import { shortCode } from '#domain/short-code.ts';
import { call } from '../../api.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { toast } from '../../ui/toast-store.ts';
import { useAction } from '../actions/use-action.ts';
import { Loaded } from '../frame/loaded.tsx';
import { instantText } from '../instant-text.ts';
import { AttendeeForm } from './attendee-form.tsx';
import { ConfirmDeletion } from './confirm-deletion.tsx';
import { attendeesOf, ORDER_LISTS } from './order-queries.ts';
import { AttendeeStatus } from './status-badges.tsx';

/** The people of an order: staff correct them, add more while seats are free, and remove all but the organizer. */
export function OrderAttendees({ order }: { order: AdminOrder }) {
  const attendees = useQuery(attendeesOf(order.id));
  const seats = seatsInUse(order);
  return (
    <section aria-label="Attendees">
      <div className="mb-2 flex flex-wrap items-center gap-3">
        <h3 className="text-lg">Attendees</h3>
        {attendees.data && (
          <AttendeeStatus
            order={order}
            status={completeness(attendees.data, { seats, eventType: order.eventType })}
          />
        )}
        {attendees.data && seats > 0 && (
          <span className="text-sm text-fg-2">
            {attendees.data.length} of {seats} named
          </span>
        )}
      </div>
      <Loaded query={attendees} loading="Loading attendees" failure="Failed to fetch attendees">
        {(people) => {
          const hasSeat = people.length < seats;
          const hasOrganizer = people.some((one) => one.isOrganizer || isBuyer(order, one));
          return (
            <>
              <ul className="divide-y divide-line border-y border-line">
                {people.map((one) => (
                  <AttendeeItem key={one.id} order={order} person={one} />
                ))}
              </ul>
              {isPaid(order.paymentStatus) && (
                <div className="mt-4 flex flex-col gap-4">
                  {hasSeat && !hasOrganizer && <OrganizerGap order={order} />}
                  <NewAttendee order={order} hasSeat={hasSeat} />
                </div>
              )}
            </>
          );
        }}
      </Loaded>
    </section>
  );
}

/** A form that opens in the place of its button. Several can be open, and each closes only itself. */
function useFormInPlace<Place extends HTMLElement>() {
  const place = useRef<Place>(null);
  const [isOpen, setOpen] = useState(false);
  const [takesFocus, setTakesFocus] = useState(false);
  return {
    place,
    isOpen,
    /** Whether the button takes the focus back. After a slow save it may be in another form. */
    takesFocus,
    open: () => setOpen(true),
    close: () => {
      setTakesFocus(place.current?.contains(document.activeElement) === true);
      setOpen(false);
    },
  };
}

/** One person of an order: name, missing details, check-in, and buttons to correct or remove them. */
function AttendeeItem({ order, person }: { order: AdminOrder; person: AttendeeAtTheDoor }) {
  const form = useFormInPlace<HTMLLIElement>();
  const [isAsked, setAsked] = useState(false);
  const name = fullName(person);
  const askToRemove = () => {
    if (!person.isOrganizer) return setAsked(true);
    toast({
      tone: 'error',
      title: 'Cannot Remove',
      description: 'Cannot remove the organizer from the registration',
    });
  };
  if (form.isOpen) {
    return (
      <li ref={form.place} className="py-3">
        <AttendeeForm
          order={order}
          attendee={person}
          checkedInAt={person.checkIns.map(({ at }) => at)}
          onClose={form.close}
        />
      </li>
    );
  }
  return (
    <li ref={form.place} className="flex items-start gap-2 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          {name}
          {person.isOrganizer && <Badge tone="info">Organizer</Badge>}
          {missingFields(person, order.eventType).includes('track') && <Badge tone="warn">No track</Badge>}
        </p>
        <p className="text-sm wrap-anywhere text-fg-2">
          {person.email}
          {person.track && ` · ${TRACK_NAMES[person.track]}`}
          {isPaid(order.paymentStatus) && (
            <>
              {' · door list code '}
              <span className="code">{shortCode(person.id)}</span>
            </>
          )}
        </p>
        {person.dietaryRestrictions && (
          <p className="text-sm wrap-anywhere text-fg-2">Dietary: {person.dietaryRestrictions}</p>
        )}
        {person.checkIns.map(({ at, door, by, notes }) => (
          <p key={at} className="text-sm wrap-anywhere whitespace-pre-line text-fg-2">
            Checked in {instantText(at)}
            {doorAndPerson({ door, by })}
            {notes && `: ${notes}`}
          </p>
        ))}
      </div>
      <Button
        variant="quiet"
        size="icon"
        aria-label={`Correct ${name}`}
        autoFocus={form.takesFocus}
        onClick={form.open}
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
        />
      )}
    </li>
  );
}

function NewAttendee({ order, hasSeat }: { order: AdminOrder; hasSeat: boolean }) {
  const form = useFormInPlace<HTMLDivElement>();
  // The form stays with what is typed, even if somebody else takes the last seat.
  if (!form.isOpen && !hasSeat) return null;
  return (
    <div ref={form.place}>
      {form.isOpen ? (
        <AttendeeForm order={order} attendee={null} onClose={form.close} />
      ) : (
        <Button variant="secondary" size="sm" autoFocus={form.takesFocus} onClick={form.open}>
          <UserPlus aria-hidden="true" />
          Add attendee
        </Button>
      )}
    </div>
  );
}

/** The organizer's own registration was deleted. */
function OrganizerGap({ order }: { order: AdminOrder }) {
  const action = useAction({
    run: () => call(ensureOrganizer, { params: { id: String(order.id) } }),
    refreshes: ORDER_LISTS,
    success: () => ({ title: 'Success', description: 'Organizer registration created successfully' }),
    failed: { title: 'Error', otherwise: 'Failed to create organizer registration' },
  });
  return (
    <Notice
      tone="warn"
      title="The organizer has no registration"
      action={
        <Button size="sm" busy={action.isBusy} busyLabel="Creating" onClick={() => action.start(undefined)}>
          Create organizer registration
        </Button>
      }
    >
      {action.failure ?? `${organizerName(order)} placed the order but has no ticket.`}
    </Notice>
  );
}

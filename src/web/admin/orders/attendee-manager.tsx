import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useRef, useState } from 'react';
import type { AdminOrder } from '#contract/admin-orders.ts';
import { type AttendeeAtTheDoor, ensureOrganizer } from '#contract/attendees.ts';
import { completeness, seatsInUse } from '#domain/attendee.ts';
import { isPaid } from '#domain/order.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useAction } from '../actions/use-action.ts';
import { Loaded } from '../frame/loaded.tsx';
import { AttendeeForm } from './attendee-form.tsx';
import { AttendeeRow } from './attendee-row.tsx';
import { attendeesOf, ORDER_LISTS } from './order-queries.ts';
import { AttendeeStatus } from './status-badges.tsx';

/** The people of an order: staff correct them, add more while seats are free, and remove all but the organizer. */
export function AttendeeManager({ order }: { order: AdminOrder }) {
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
        {(people) => (
          <>
            <ul className="divide-y divide-line border-y border-line">
              {people.map((one) => (
                <AttendeeItem key={one.id} order={order} person={one} />
              ))}
            </ul>
            {isPaid(order.paymentStatus) && (
              <div className="mt-4 flex flex-col gap-4">
                {seats > 0 && !people.some((one) => one.isOrganizer) && <OrganizerGap order={order} />}
                <NewAttendee order={order} hasSeat={people.length < seats} />
              </div>
            )}
          </>
        )}
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

function AttendeeItem({ order, person }: { order: AdminOrder; person: AttendeeAtTheDoor }) {
  const form = useFormInPlace<HTMLLIElement>();
  return (
    <li ref={form.place} className="py-3">
      {form.isOpen ? (
        <AttendeeForm order={order} attendee={person} onClose={form.close} />
      ) : (
        <AttendeeRow order={order} person={person} takesFocus={form.takesFocus} onEdit={form.open} />
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
      {action.failure ??
        `${order.organizerFirstName} ${order.organizerLastName} placed the order but has no ticket.`}
    </Notice>
  );
}

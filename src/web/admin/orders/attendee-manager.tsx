import { useQuery } from '@tanstack/react-query';
import { UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { AdminOrder } from '#contract/admin-orders.ts';
import { type Attendee, ensureOrganizer } from '#contract/attendees.ts';
import { completeness, seatsInUse } from '#domain/attendee.ts';
import { isPaid } from '#domain/order.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ORDER_LISTS, useAction } from '../actions/use-action.ts';
import { Loaded } from '../frame/loaded.tsx';
import { AttendeeForm } from './attendee-form.tsx';
import { AttendeeRow } from './attendee-row.tsx';
import { attendeesOf } from './order-queries.ts';
import { AttendeeStatus } from './status-badges.tsx';

/** The people of an order: staff correct them, add more while seats are free, and remove all but the organizer. */
export function AttendeeManager({ order }: { order: AdminOrder }) {
  const attendees = useQuery(attendeesOf(order.id));
  const [edited, setEdited] = useState<Attendee['id'] | 'new' | null>(null);
  /** The button of the form that closed last takes the focus back. */
  const [closed, setClosed] = useState<typeof edited>(null);
  const seats = seatsInUse(order);
  const close = () => {
    setClosed(edited);
    setEdited(null);
  };
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
                <li key={one.id} className="py-3">
                  {edited === one.id ? (
                    <AttendeeForm order={order} attendee={one} onClose={close} />
                  ) : (
                    <AttendeeRow
                      order={order}
                      person={one}
                      wasEdited={closed === one.id}
                      onEdit={() => setEdited(one.id)}
                    />
                  )}
                </li>
              ))}
            </ul>
            {isPaid(order.paymentStatus) && (
              <div className="mt-4 flex flex-col gap-4">
                {seats > 0 && !people.some((one) => one.isOrganizer) && <OrganizerGap order={order} />}
                {edited === 'new' ? (
                  // Stays with what is typed, even if somebody else takes the last seat.
                  <AttendeeForm order={order} attendee={null} onClose={close} />
                ) : (
                  people.length < seats && (
                    <Button
                      variant="secondary"
                      size="sm"
                      className="self-start"
                      autoFocus={closed === 'new'}
                      onClick={() => setEdited('new')}
                    >
                      <UserPlus aria-hidden="true" />
                      Add attendee
                    </Button>
                  )
                )}
              </div>
            )}
          </>
        )}
      </Loaded>
    </section>
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

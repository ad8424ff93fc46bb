import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type CapacityDay, getCapacity, setCapacity } from '#contract/capacity.ts';
import { type Hold, listHolds } from '#contract/holds.ts';
import type { ParsedOf } from '#contract/route.ts';
import { counted } from '#contract/words/counted.ts';
import { EVENT_TYPE_NAMES } from '#contract/words/stored-values.ts';
import { organizerName } from '#domain/attendee.ts';
import { formatDay } from '#domain/calendar.ts';
import { call, queryOf } from '../../api.ts';
import { polledEvery } from '../../polled-every.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ColumnTable } from '../../ui/data-table.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useCallForm, useSeen } from '../../use-call-form.ts';
import { FormDialog } from '../actions/form-dialog.tsx';
import { typedCount } from '../actions/typed-numbers.ts';
import { useAction } from '../actions/use-action.ts';
import { Loaded } from '../frame/loaded.tsx';
import { instantText } from '../instant-text.ts';
import { OrderLink } from './order-link.tsx';

/** The seats of each day, their maximum, and the unpaid orders that hold some. */
export function CapacityDetails({ days }: { days: readonly CapacityDay[] }) {
  const [changed, setChanged] = useState<CapacityDay['eventDate'] | null>(null);
  const day = days.find(({ eventDate }) => eventDate === changed);
  return (
    <Card className="p-4!">
      <ColumnTable
        caption="Seats per day"
        rows={days}
        keyOf={({ eventDate }) => eventDate}
        columns={[
          { label: 'Day', cell: ({ eventDate }) => formatDay(eventDate, 'short') },
          { label: 'Sold', align: 'right', cell: ({ sold }) => sold },
          { label: 'Held', align: 'right', cell: ({ held }) => held },
          { label: 'Free', align: 'right', cell: ({ free }) => free },
          { label: 'Maximum', align: 'right', cell: ({ maxCapacity }) => maxCapacity },
          {
            label: 'Actions',
            cell: ({ eventDate }) => (
              <Button
                variant="secondary"
                size="sm"
                aria-label={`Change the maximum for ${formatDay(eventDate, 'short')}`}
                onClick={() => setChanged(eventDate)}
              >
                Change maximum
              </Button>
            ),
          },
        ]}
      />
      <HeldSeats />
      {day && <CapacityDialog day={day} onClose={() => setChanged(null)} />}
    </Card>
  );
}

function CapacityDialog({ day, onClose }: { day: CapacityDay; onClose: () => void }) {
  const name = formatDay(day.eventDate, 'short');
  const { seen, follow } = useSeen(day.maxCapacity);
  const action = useAction({
    run: (body: ParsedOf<typeof setCapacity.body>) =>
      call(setCapacity, { params: { day: day.eventDate }, body }),
    refreshes: [getCapacity.path],
    success: () => ({ title: 'Maximum Changed', description: `The maximum for ${name} has been changed.` }),
    failed: { title: 'Change Failed', otherwise: 'Failed to change the maximum' },
    onDone: onClose,
  });
  const form = useCallForm({
    schema: setCapacity.body,
    initial: { maxCapacity: String(seen), seen },
    read: ({ maxCapacity, ...rest }) => ({ ...rest, maxCapacity: typedCount(maxCapacity) }),
    follows: true,
    fields: ['maxCapacity'],
    refusal: action.error,
  });
  follow(form, action.error);
  return (
    <FormDialog title={`Change the maximum for ${name}`} form={form} action={action} onClose={onClose}>
      <TextField
        label="Maximum"
        hint={`${day.sold} sold and ${day.held} held, so the maximum cannot be lower than ${day.sold + day.held}. It is now ${day.maxCapacity}.`}
        inputMode="numeric"
        autoComplete="off"
        {...form.field('maxCapacity')}
      />
    </FormDialog>
  );
}

/** Unpaid orders that hold seats: until when, and which of them share an IP address or a browser. */
function HeldSeats() {
  const holds = useQuery({ ...queryOf(listHolds), ...polledEvery(), staleTime: 0 });
  return (
    <section aria-label="Held seats" className="mt-5">
      <h3>Held seats</h3>
      <Loaded query={holds} loading="Loading held seats" failure="The held seats could not be loaded">
        {(found) =>
          found.length === 0 ? (
            <p className="mt-1 text-fg-2">No unpaid order holds a seat.</p>
          ) : (
            <>
              <p className="mt-1 mb-3 text-sm text-fg-2">
                The same code under Address means the same network; under Browser, the same visitor.
              </p>
              <HoldTable holds={found} />
            </>
          )
        }
      </Loaded>
    </section>
  );
}

function HoldTable({ holds }: { holds: readonly Hold[] }) {
  const seatsHeldBy = (mark: string) =>
    holds.reduce((sum, one) => (one.addressMark === mark ? sum + one.seats : sum), 0);
  return (
    <ColumnTable
      caption="Held seats"
      isDense
      rows={holds}
      keyOf={({ orderId }) => orderId}
      columns={[
        {
          label: 'Order',
          typed: true,
          cell: (one) => (
            <>
              <OrderLink id={one.orderId} />
              <span className="block text-fg-2">{organizerName(one)}</span>
            </>
          ),
        },
        { label: 'Event type', cell: ({ eventType }) => EVENT_TYPE_NAMES[eventType] },
        { label: 'Seats', align: 'right', cell: ({ seats }) => seats },
        {
          label: 'Held until',
          cell: ({ heldUntil }) => (heldUntil ? instantText(heldUntil) : 'Payment in progress'),
        },
        {
          label: 'Address',
          cell: ({ addressMark: mark }) =>
            mark ? (
              <>
                <span className="code">{mark}</span>
                <span className="block text-fg-2">{counted(seatsHeldBy(mark), 'seat')} in all</span>
              </>
            ) : (
              'Unknown'
            ),
        },
        {
          label: 'Browser',
          cell: ({ browserMark: mark }) => (mark ? <span className="code">{mark}</span> : 'First visit'),
        },
      ]}
    />
  );
}

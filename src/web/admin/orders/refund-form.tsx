import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type AdminOrder, type Attendee, listAttendees } from '#contract/admin.ts';
import { listRefunds, refundOrder } from '#contract/refunds.ts';
import { countSeats } from '#domain/attendee.ts';
import { dollarsFromCents, formatUsd } from '#domain/money.ts';
import { refundShare } from '#domain/refund.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { typedCents, typedCount } from '../actions/typed-numbers.ts';
import { ORDER_LISTS, useAction } from '../actions/use-action.ts';

/** Chooses whose tickets end and how much goes back; the amount is proposed from the chosen seats. */
export function RefundForm({
  order,
  refundable,
  onClose,
}: {
  order: AdminOrder;
  refundable: number;
  onClose: () => void;
}) {
  const attendees = useQuery({
    queryKey: [listAttendees.path, order.id],
    queryFn: ({ signal }) => call(listAttendees, { params: { id: String(order.id) }, signal }),
  });
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [openSeats, setOpenSeats] = useState('0');
  const [amount, setAmount] = useState(dollarsFromCents(refundable));
  const [note, setNote] = useState('');
  // Made once: a second press is the same refund.
  const [refundId] = useState(() => crypto.randomUUID());
  const [isAsked, setAsked] = useState(false);
  const [faults, setFaults] = useState<{ amount?: string; seats?: string }>({});
  const cents = typedCents(amount);
  const unnamed = countSeats(order) - (attendees.data?.length ?? 0);
  const given = typedCount(openSeats) ?? 0;
  const action = useAction({
    run: () =>
      call(refundOrder, {
        params: { id: String(order.id) },
        body: {
          refundId,
          amount: cents ?? 0,
          registrationIds: [...chosen],
          openSeats: given,
          reason: 'buyer',
          note,
        },
      }),
    refreshes: [...ORDER_LISTS, listRefunds.path],
    success: () => ({
      title: 'Refund Requested',
      description: `${formatUsd(cents ?? 0)} go back to the buyer.`,
    }),
    failed: { title: 'Refund Failed', otherwise: 'Failed to refund the order' },
    onDone: onClose,
    isAsked: true,
  });
  const propose = (seats: number) => {
    const share = refundShare(order.totalAmount, order.teamMemberCount, seats);
    setAmount(dollarsFromCents(Math.min(seats === 0 ? refundable : share, refundable)));
  };
  const choose = (person: Attendee, isChosen: boolean) => {
    const next = isChosen ? [...chosen, person.id] : chosen.filter((id) => id !== person.id);
    setChosen(next);
    propose(next.length + (given || 0));
  };
  const give = (text: string) => {
    setOpenSeats(text);
    const count = typedCount(text) ?? 0;
    if (count <= unnamed) propose(chosen.length + count);
  };
  const ask = () => {
    const isRight = cents !== undefined && cents > 0 && cents <= refundable;
    const next = {
      ...(!isRight && { amount: `Enter an amount from $0.01 to ${formatUsd(refundable)}` }),
      ...(!(given <= unnamed) && { seats: `Enter a number from 0 to ${unnamed}` }),
    };
    setFaults(next);
    setAsked(Object.keys(next).length === 0);
  };
  const isAll = cents === refundable;
  const isChanged = chosen.length > 0 || given > 0 || note !== '' || cents !== refundable;
  return (
    <div className="flex flex-col gap-4 rounded-button bg-sunken/50 p-4">
      <UnsavedWork when={isChanged} />
      {order.teamMemberCount > 1 && (
        <fieldset>
          <legend className="font-semibold">Whose tickets end?</legend>
          {attendees.data?.map((one) => (
            <label key={one.id} className="flex min-h-11 items-center gap-3 text-md">
              <input
                type="checkbox"
                className="size-5"
                checked={chosen.includes(one.id)}
                onChange={(change) => choose(one, change.target.checked)}
              />
              {one.firstName} {one.lastName}
            </label>
          ))}
        </fieldset>
      )}
      {unnamed > 0 && (
        <TextField
          id="refund-seats"
          label="Seats without a name"
          inputMode="numeric"
          hint={`How many of ${unnamed} go back.`}
          error={faults.seats}
          value={openSeats}
          onChange={(change) => give(change.target.value)}
        />
      )}
      <TextField
        id="refund-amount"
        label="Amount"
        prefix="$"
        inputMode="decimal"
        hint={`At most ${formatUsd(refundable)}.`}
        error={faults.amount}
        value={amount}
        onChange={(change) => setAmount(change.target.value)}
      />
      <TextField
        id="refund-note"
        label="Note"
        optional
        hint="For staff alone."
        value={note}
        onChange={(change) => setNote(change.target.value)}
      />
      {isAll && (
        <Notice tone="warn">
          This returns everything: all tickets of the order end and its seats become free.
        </Notice>
      )}
      <div className="flex gap-3">
        <Button size="sm" variant="danger" onClick={ask}>
          Refund
        </Button>
        <Button size="sm" variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {isAsked && (
        <ConfirmAction
          title={`Refund ${formatUsd(cents ?? 0)}?`}
          confirmLabel={`Refund ${formatUsd(cents ?? 0)}`}
          busyLabel="Refunding"
          action={action}
          onConfirm={() => action.start(undefined)}
          onClose={() => setAsked(false)}
        >
          <p>
            The money goes back to the card of <strong>{order.organizerEmail}</strong>, who is told by mail.{' '}
            {isAll
              ? 'All tickets of the order end.'
              : chosen.length > 0
                ? `${chosen.length} ${chosen.length === 1 ? 'ticket ends' : 'tickets end'}.`
                : 'No ticket ends.'}{' '}
            {!isAll &&
              given > 0 &&
              `${given} ${given === 1 ? 'seat' : 'seats'} without a name ${given === 1 ? 'becomes' : 'become'} free. `}
            This cannot be taken back.
          </p>
        </ConfirmAction>
      )}
    </div>
  );
}

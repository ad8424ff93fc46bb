import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import type { AdminOrder } from '#contract/admin.ts';
import { listRefunds, refundOrder } from '#contract/refunds.ts';
import type { ParsedOf } from '#contract/route.ts';
import { countSeats } from '#domain/attendee.ts';
import { dollarsFromCents, formatUsd } from '#domain/money.ts';
import { refundShare } from '#domain/refund.ts';
import { call } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { useCallForm } from '../../use-call-form.ts';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { typedCents, typedCount } from '../actions/typed-numbers.ts';
import { ORDER_LISTS, useAction } from '../actions/use-action.ts';
import { attendeesOf } from './order-queries.ts';

const FIELDS = ['registrationIds', 'openSeats', 'amount', 'note'] as const;

type Refund = ParsedOf<typeof refundOrder.body>;

/** Chooses whose tickets end and how much is refunded; the chosen seats suggest the amount. */
export function RefundForm({
  order,
  refundable,
  onClose,
}: {
  order: AdminOrder;
  refundable: number;
  onClose: () => void;
}) {
  const attendees = useQuery(attendeesOf(order.id));
  const unnamed = countSeats(order) - (attendees.data?.length ?? 0);
  const [asked, setAsked] = useState<Refund | null>(null);
  const action = useAction({
    run: (body: Refund) => call(refundOrder, { params: { id: String(order.id) }, body }),
    refreshes: [...ORDER_LISTS, listRefunds.path],
    success: () => ({
      title: 'Refund Requested',
      description: `${formatUsd(asked?.amount ?? 0)} goes back to the buyer.`,
    }),
    failed: { title: 'Refund Failed', otherwise: 'Failed to refund the order' },
    onDone: onClose,
    isAsked: true,
  });
  // Created once, so that pressing twice is one refund.
  const [refundId] = useState(() => crypto.randomUUID());
  const form = useCallForm({
    schema: refundWithin(refundable, unnamed),
    initial: {
      refundId,
      registrationIds: [] as string[],
      openSeats: '0',
      amount: dollarsFromCents(refundable),
      note: '',
    },
    fields: FIELDS,
    refusal: null,
    read: ({ registrationIds, openSeats, amount, ...rest }) => ({
      ...rest,
      registrationIds: registrationIds.map(Number),
      openSeats: typedCount(openSeats) ?? 0,
      amount: typedCents(amount),
    }),
  });
  const { id: _, error: __, ...people } = form.field('registrationIds', { onChange: () => suggestAmount() });
  const suggestAmount = () => {
    const { registrationIds, openSeats } = form.form.getValues();
    const open = typedCount(openSeats) ?? 0;
    if (!(open <= unnamed)) return;
    const seats = registrationIds.length + open;
    const share = seats === 0 ? refundable : refundShare(order.totalAmount, order.teamMemberCount, seats);
    const amount = dollarsFromCents(Math.min(share, refundable));
    form.form.setValue('amount', amount, { shouldDirty: true, shouldValidate: form.attempt > 0 });
  };
  return (
    <form
      noValidate
      aria-label="Refund"
      onSubmit={form.submit(setAsked)}
      className="flex flex-col gap-4 rounded-button bg-sunken/50 p-4"
    >
      <UnsavedWork when={form.isDirty} />
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      {order.teamMemberCount > 1 && (
        <fieldset>
          <legend className="font-semibold">Whose tickets end?</legend>
          {attendees.data?.map((one) => (
            <label key={one.id} className="flex min-h-11 items-center gap-3 text-md">
              <input type="checkbox" className="size-5" value={one.id} {...people} />
              {one.firstName} {one.lastName}
            </label>
          ))}
        </fieldset>
      )}
      {unnamed > 0 && (
        <TextField
          label="Seats without a name"
          inputMode="numeric"
          hint={`How many of ${unnamed} to refund.`}
          {...form.field('openSeats', { onChange: suggestAmount })}
        />
      )}
      <TextField
        label="Amount"
        prefix="$"
        inputMode="decimal"
        hint={`At most ${formatUsd(refundable)}.`}
        {...form.field('amount')}
      />
      <TextField label="Note" optional hint="Only staff see it." {...form.field('note')} />
      {typedCents(form.form.watch('amount')) === refundable && (
        <Notice tone="warn">
          This returns everything: all tickets of the order end and its seats become free.
        </Notice>
      )}
      <div className="flex gap-3">
        <Button type="submit" size="sm" variant="danger">
          Refund
        </Button>
        <Button size="sm" variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
      {asked && (
        <ConfirmAction
          title={`Refund ${formatUsd(asked.amount)}?`}
          confirmLabel={`Refund ${formatUsd(asked.amount)}`}
          busyLabel="Refunding"
          action={action}
          onConfirm={() => action.start(asked)}
          onClose={() => setAsked(null)}
        >
          <p>
            The money goes back to the card of <strong>{order.organizerEmail}</strong>, who is told by mail.{' '}
            {asked.amount === refundable ? 'All tickets of the order end.' : whatEnds(asked)} This cannot be
            taken back.
          </p>
        </ConfirmAction>
      )}
    </form>
  );
}

/** What the server takes, with this order's limits. */
function refundWithin(refundable: number, unnamed: number) {
  const amount = `Enter an amount from $0.01 to ${formatUsd(refundable)}`;
  const openSeats = `Enter a number from 0 to ${unnamed}`;
  return z.safeExtend(refundOrder.body, {
    amount: z.int(amount).check(z.gte(1, amount), z.lte(refundable, amount)),
    openSeats: z.int(openSeats).check(z.lte(unnamed, openSeats)),
  });
}

function whatEnds({ registrationIds: { length: tickets }, openSeats: seats }: Refund): string {
  const ended =
    tickets === 0 ? 'No ticket ends.' : tickets === 1 ? '1 ticket ends.' : `${tickets} tickets end.`;
  if (seats === 0) return ended;
  return `${ended} ${seats === 1 ? '1 seat without a name becomes' : `${seats} seats without a name become`} free.`;
}

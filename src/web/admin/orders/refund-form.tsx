import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { event } from '#content/event.ts';
import { refunds } from '#content/refunds.ts';
import type { AdminOrder } from '#contract/admin-orders.ts';
import type { Cancellation, SeenPerson } from '#contract/cancel.ts';
import { refundOrder } from '#contract/refunds.ts';
import type { ParsedOf } from '#contract/route.ts';
import { fullName, nameAmong } from '#domain/attendee.ts';
import { type Cents, dollarsFromCents, formatUsd } from '#domain/money.ts';
import { amountByRule, chosenSeats, outcomeOf, type SeatChoice } from '#domain/refund.ts';
import { ApiError } from '../../api.ts';
import { CancelPreview } from '../../cancel-preview.tsx';
import { now } from '../../clock.ts';
import { LoadFailure } from '../../load-failure.tsx';
import { seenOf } from '../../seen-of.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { startInFirstField } from '../../ui/first-field.ts';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { useCallForm } from '../../use-call-form.ts';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { typedCents, typedCount } from '../actions/typed-numbers.ts';
import { counted } from '../counted.ts';
import { cancellationOf, ORDER_LISTS } from './order-queries.ts';
import { RefundRejected, requestRefund } from './request-refund.ts';

const FIELDS = ['registrationIds', 'freeSeats', 'amount', 'note'] as const;

type Refund = ParsedOf<typeof refundOrder.body>;

interface RefundFormProps {
  order: AdminOrder;
  refundable: Cents;
  /** The next refund's. Sending it twice makes one refund. */
  refundId: string;
  onNextId: () => void;
  onClose: () => void;
}

/** Chooses the tickets to cancel and the amount to refund, once the cancelable seats have loaded. */
export function RefundForm(props: RefundFormProps) {
  const found = useQuery(cancellationOf(props.order.id));
  if (found.data) return <RefundFields {...props} facts={found.data} />;
  if (!found.error) return <Spinner label="Loading the order" />;
  return <LoadFailure query={found} title="The order could not be loaded" />;
}

/**
 * The rule suggests the amount for the chosen seats; staff can change it. While staff have yet to decide which seats
 * a refund made elsewhere was for, nothing is suggested: that money is back already.
 */
function RefundFields({
  order,
  refundable,
  refundId,
  facts,
  onNextId,
  onClose,
}: RefundFormProps & { facts: Cancellation }) {
  const { freeSeats: unnamed, isRefundedElsewhere } = facts;
  // Somebody who has left the order since has no checkbox to untick.
  const ticked = (keys: readonly string[]) =>
    facts.people.filter((one) => keys.includes(keyOf(one))).map(({ id }) => id);
  const [asked, setAsked] = useState<Refund | null>(null);
  const form = useCallForm({
    schema: refundWithin(refundable, unnamed),
    initial: {
      refundId,
      registrationIds: [] as string[],
      freeSeats: '0',
      amount: dollarsFromCents(isRefundedElsewhere ? 0 : refundable),
      note: '',
    },
    fields: FIELDS,
    read: ({ registrationIds: chosen, freeSeats, amount, ...rest }) => {
      const registrationIds = ticked(chosen);
      const people = seenOf(facts, { registrationIds, freeSeats: 0 });
      return {
        ...rest,
        registrationIds,
        freeSeats: typedCount(freeSeats) ?? 0,
        amount: typedCents(amount),
        seen: { refundable, ...(people.length > 0 && { people }) },
      };
    },
  });
  const {
    id: _,
    error: __,
    ...checkbox
  } = form.field('registrationIds', { onChange: () => suggestAmount() });
  const choiceNow = (): SeatChoice | null => {
    const { registrationIds, freeSeats } = form.form.getValues();
    const seats = typedCount(freeSeats) ?? 0;
    return seats <= unnamed ? { registrationIds: ticked(registrationIds), freeSeats: seats } : null;
  };
  const byRule = (choice: SeatChoice) =>
    amountByRule(facts, refunds, { zone: event.zone, now: now() }, choice);
  const suggestAmount = () => {
    const choice = choiceNow();
    if (!choice) return;
    const share = chosenSeats(choice) === 0 ? refundable : byRule(choice).amount;
    const amount = dollarsFromCents(isRefundedElsewhere ? 0 : Math.min(share, refundable));
    form.form.setValue('amount', amount, { shouldDirty: true, shouldValidate: form.attempt > 0 });
  };
  const request = async (refund: Refund) => {
    try {
      return await requestRefund(order.id, { ...refund, refundId });
    } catch (error) {
      // The earlier try is a refund of its own, so the next one is another.
      const isOver = error instanceof RefundRejected;
      if (isOver || (error instanceof ApiError && error.code === 'refund_differs')) onNextId();
      throw error;
    }
  };
  form.form.watch(['registrationIds', 'freeSeats']);
  const choice = choiceNow();
  const typed = typedCents(form.form.watch('amount'));
  const rule = choice && chosenSeats(choice) > 0 && !isRefundedElsewhere ? byRule(choice) : null;
  const advice = isRefundedElsewhere
    ? ' No amount is suggested, because a refund was made outside this site.'
    : rule && ` Under the refund policy: ${formatUsd(rule.amount)}.`;
  return (
    <form
      ref={startInFirstField}
      noValidate
      aria-label="Refund"
      onSubmit={form.submit(setAsked)}
      className="flex flex-col gap-4 rounded-button bg-sunken/50 p-4"
    >
      <UnsavedWork when={form.isDirty} />
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      {choosesTickets(order, refundable) && (
        <fieldset>
          <legend className="font-semibold">Which tickets should be canceled?</legend>
          {facts.people.map((one) => (
            <label key={one.id} className="flex min-h-11 items-center gap-3 text-md">
              <input type="checkbox" className="size-5" value={keyOf(one)} {...checkbox} />
              {nameAmong(one, facts.people)}
              {one.isIn && <span className="text-sm text-fg-2">Checked in</span>}
            </label>
          ))}
        </fieldset>
      )}
      {unnamed > 0 && (
        <TextField
          label="Seats without a name"
          inputMode="numeric"
          hint={refundable > 0 ? `How many of ${unnamed} to refund.` : `How many of ${unnamed} to cancel.`}
          {...form.field('freeSeats', { onChange: suggestAmount })}
        />
      )}
      {refundable > 0 && (
        <TextField
          label="Amount"
          prefix="$"
          inputMode="decimal"
          hint={`At most ${formatUsd(refundable)}.${advice ?? ''}`}
          {...form.field('amount')}
        />
      )}
      <TextField label="Note" optional hint="Only staff see it." {...form.field('note')} />
      {refundable > 0 && typed === refundable ? (
        <Notice tone="warn">
          This is a full refund: all tickets on this order will be canceled and its seats released.
        </Notice>
      ) : (
        choice &&
        typed !== undefined &&
        typed <= refundable && (
          <CancelPreview
            outcome={outcomeOf(facts, choice, typed)}
            nothingBack={rule?.nothingBack ?? null}
            people={facts.people}
            isPaidOrder={facts.captured > 0}
            reader="staff"
          />
        )
      )}
      <div className="flex gap-3">
        <Button type="submit" size="sm" variant="danger">
          {refundable > 0 ? 'Refund' : 'Cancel seats'}
        </Button>
        <Button size="sm" variant="secondary" onClick={onClose}>
          {refundable > 0 ? 'Cancel' : 'Keep them'}
        </Button>
      </div>
      {asked && (
        <ConfirmRefund
          refund={asked}
          buyer={order.organizerEmail}
          run={() => request(asked)}
          onDone={() => {
            onNextId();
            onClose();
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </form>
  );
}

function ConfirmRefund({
  refund,
  buyer,
  ...actions
}: {
  refund: Refund;
  buyer: string;
  run: () => ReturnType<typeof requestRefund>;
  onDone: () => void;
  onClose: () => void;
}) {
  const { amount, seen } = refund;
  return (
    <ConfirmAction
      {...questionOf(refund)}
      {...actions}
      refreshes={ORDER_LISTS}
      failed={{ title: 'Refund Failed', otherwise: 'Failed to refund the order' }}
    >
      <p>
        {amount > 0 ? 'The refund goes to the card of ' : 'There is no refund for '}
        <strong>{buyer}</strong>, who will be notified by email.{' '}
        {amount > 0 && amount === seen?.refundable
          ? 'All tickets on this order will be canceled.'
          : whatEnds(refund)}{' '}
        This cannot be undone.
      </p>
    </ConfirmAction>
  );
}

/** The server's schema with this order's limits. */
function refundWithin(refundable: number, unnamed: number) {
  const amount = `Enter an amount from $0.00 to ${formatUsd(refundable)}`;
  const freeSeats = `Enter a number from 0 to ${unnamed}`;
  return z.safeExtend(refundOrder.body, {
    amount: z.int(amount).check(z.gte(0, amount), z.lte(refundable, amount)),
    freeSeats: z.int(freeSeats).check(z.lte(unnamed, freeSeats)),
  });
}

/** What is asked, and what is said afterward. */
function questionOf({ amount }: Refund) {
  if (amount === 0)
    return {
      title: 'Cancel without a refund?',
      confirmLabel: 'Cancel the seats',
      busyLabel: 'Canceling',
      success: () => ({
        title: 'Seats Canceled',
        description: 'There is no refund. The buyer is notified by email.',
      }),
      unconfirmed: {
        title: 'Cancellation Not Confirmed',
        otherwise: 'The seats may have been canceled. Trying again won’t cancel any others.',
      },
    };
  const dollars = formatUsd(amount);
  return {
    title: `Refund ${dollars}?`,
    confirmLabel: `Refund ${dollars}`,
    busyLabel: 'Refunding',
    success: () => ({ title: 'Refund Requested', description: `${dollars} will be refunded to the buyer.` }),
    unconfirmed: {
      title: 'Refund Not Confirmed',
      otherwise: 'The refund may have been made. Trying again won’t make a second refund.',
    },
  };
}

/** Whoever gets a ticked ticket meanwhile wasn't ticked. */
function keyOf(person: SeenPerson): string {
  return `${person.id} ${fullName(person)}`;
}

function whatEnds({ seen, freeSeats: seats }: Refund): string {
  const names = seen?.people?.map(fullName) ?? [];
  const tickets = `The ${names.length === 1 ? 'ticket' : 'tickets'} of ${new Intl.ListFormat('en-US').format(names)}`;
  const ended = `${names.length === 0 ? 'No tickets' : tickets} will be canceled.`;
  return seats === 0 ? ended : `${ended} ${counted(seats, 'seat')} without a name will be released.`;
}

/** A refund of part of one ticket's money cancels nothing, but its seat can go without money once a part was refunded. */
export function choosesTickets(
  { teamMemberCount, paymentStatus }: Pick<AdminOrder, 'teamMemberCount' | 'paymentStatus'>,
  refundable: Cents,
): boolean {
  return teamMemberCount > 1 || refundable === 0 || paymentStatus === 'partially_refunded';
}

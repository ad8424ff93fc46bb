import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminOrder } from '#contract/admin-orders.ts';
import type { Cancellation } from '#contract/cancel.ts';
import { nameAmong } from '#domain/attendee.ts';
import { type Cents, formatUsd } from '#domain/money.ts';
import { outcomeOf } from '#domain/refund.ts';
import { ApiError } from '../../api.ts';
import { CancelPreview } from '../../cancel-preview.tsx';
import { LoadFailure } from '../../load-failure.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { startInFirstField } from '../../ui/first-field.ts';
import { Notice } from '../../ui/notice.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { ConfirmRefund, type Refund } from './confirm-refund.tsx';
import { cancellationOf } from './order-queries.ts';
import { RefundRejected, requestRefund } from './request-refund.ts';
import { keyOf, useRefundForm } from './use-refund-form.ts';

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

function RefundFields({
  order,
  refundable,
  refundId,
  facts,
  onNextId,
  onClose,
}: RefundFormProps & { facts: Cancellation }) {
  const unnamed = facts.freeSeats;
  const [asked, setAsked] = useState<Refund | null>(null);
  const { form, checkbox, suggestAmount, choice, typed, rule, advice } = useRefundForm(
    refundId,
    refundable,
    facts,
  );
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
      {refundable > 0 && typed === refundable && (
        <Notice tone="warn">
          This is a full refund: all tickets in this order will be canceled and its seats released.
        </Notice>
      )}
      {choice && typed !== undefined && typed <= refundable && (
        <CancelPreview
          outcome={outcomeOf(facts, choice, typed)}
          nothingBack={rule?.nothingBack ?? null}
          people={facts.people}
          isPaidOrder={facts.captured > 0}
          reader="staff"
        />
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

/** A refund of part of one ticket's money cancels nothing, but its seat can go without money once a part was refunded. */
export function choosesTickets(
  { teamMemberCount, paymentStatus }: Pick<AdminOrder, 'teamMemberCount' | 'paymentStatus'>,
  refundable: Cents,
): boolean {
  return teamMemberCount > 1 || refundable === 0 || paymentStatus === 'partially_refunded';
}

import type { refundOrder } from '#contract/refunds.ts';
import type { ParsedOf } from '#contract/route.ts';
import { counted } from '#contract/words/counted.ts';
import { fullName } from '#domain/attendee.ts';
import { formatUsd } from '#domain/money.ts';
import { ConfirmAction } from '../actions/confirm-action.tsx';
import { ORDER_LISTS } from './order-queries.ts';
import type { requestRefund } from './request-refund.ts';

export type Refund = ParsedOf<typeof refundOrder.body>;

/** Asks before a refund, or a cancellation without one, and runs it. */
export function ConfirmRefund({
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
          ? 'All tickets in this order will be canceled.'
          : whatEnds(refund)}{' '}
        This cannot be undone.
      </p>
    </ConfirmAction>
  );
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

function whatEnds({ seen, freeSeats: seats }: Refund): string {
  const names = seen?.people?.map(fullName) ?? [];
  const tickets = `The ${names.length === 1 ? 'ticket' : 'tickets'} of ${new Intl.ListFormat('en-US').format(names)}`;
  const ended = `${names.length === 0 ? 'No tickets' : tickets} will be canceled.`;
  return seats === 0 ? ended : `${ended} ${counted(seats, 'seat')} without a name will be released.`;
}

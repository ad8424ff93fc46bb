import { formatDay } from '#domain/calendar.ts';
import { type Cents, formatUsd } from '#domain/money.ts';
import type { NothingBack, RefundRule } from '#domain/refund.ts';

/** `Cancel by September 5 for a 100% refund, by September 12 for a 50% refund; after that, there is no refund.` */
export function ruleWords({ steps, seatValue }: RefundRule, seats: number): string {
  const [first, ...rest] = steps;
  if (!first) return 'Canceled seats are not refunded.';
  const later = rest.map(
    ({ until, percent }) => `, by ${formatDay(until, 'short')} for a ${percent}% refund`,
  );
  const { until, percent } = first;
  return `Cancel by ${formatDay(until, 'short')} for a ${percent}% refund${later.join('')}; after that, there is no refund.${seatValue === 'reprice' && seats > 1 ? KEPT_SEATS : ''}`;
}

const KEPT_SEATS =
  ' If you keep some of the seats, that percentage applies to the difference between what you paid and today’s price of the seats you keep.';

/** Why canceled seats are not refunded. */
export function nothingBackWords(because: NothingBack, { steps }: RefundRule): string {
  const last = steps.at(-1);
  switch (because) {
    case 'free_order':
      return 'The order was free.';
    case 'deadline_passed':
      return last
        ? `The last day for a refund was ${formatDay(last.until)}.`
        : 'Canceled seats are not refunded.';
    case 'nothing_left':
      return 'The whole payment has already been refunded.';
    case 'others_cost_as_much':
      return 'The remaining seats cost as much as the whole order.';
  }
}

/** When the codes of canceled seats stop working; with a refund, once the provider confirms it (R-REFUND-2). */
export function endsWhenWords(amount: Cents, tickets: number): string {
  if (tickets === 0) return '';
  const [stop, are] = tickets === 1 ? ['This ticket stops', 'it is'] : ['These tickets stop', 'they are'];
  if (amount === 0) return `${stop} working immediately.`;
  return `${stop} working once the payment provider confirms the refund; until then ${are} valid.`;
}

export const CANCEL_WORDS = {
  nothingChosen: 'Select at least one seat.',
  disputed: 'You disputed this payment with your bank. Until the bank decides, nothing can be canceled here.',
  seatsGone:
    'Some of these seats are already being canceled or refunded. This page now shows the seats that are left.',
  refundedElsewhere: 'We are working on a refund of your order. To cancel seats, please contact us.',
  changed: (seen: Cents, now: Cents) =>
    `The refund for these seats is now ${formatUsd(now)} instead of ${formatUsd(seen)}. Nothing was canceled; please check and confirm again.`,
} as const;

import { formatDay } from '#domain/calendar.ts';
import { type Cents, formatUsd } from '#domain/money.ts';
import type { NothingBack, RefundRule } from '#domain/refund.ts';

/** `Cancel by September 5 and get 100% back, by September 12 and get 50%; after that, nothing is returned.` */
export function ruleWords({ steps }: RefundRule): string {
  const [first, ...rest] = steps;
  if (!first) return 'Canceled seats are not refunded.';
  const later = rest.map(({ until, percent }) => `, by ${formatDay(until, 'short')} and get ${percent}%`);
  const { until, percent } = first;
  return `Cancel by ${formatDay(until, 'short')} and get ${percent}% back${later.join('')}; after that, nothing is returned.`;
}

/** Why nothing is returned for canceled seats. */
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
      return 'All of the payment was returned before.';
    case 'others_cost_as_much':
      return 'The seats that stay cost as much as the whole order.';
  }
}

/** When the codes of canceled seats stop working; with a refund, once the provider confirms it (R-REFUND-2). */
export function endsWhenWords(amount: Cents, tickets: number): string {
  if (tickets === 0) return '';
  const [they, open] = tickets === 1 ? ['This ticket ends', 'it opens'] : ['These tickets end', 'they open'];
  if (amount === 0) return `${they} at once.`;
  return `${they} when the payment provider has confirmed the refund; until then ${open} the door.`;
}

export const CANCEL_WORDS = {
  nothingChosen: 'Choose at least one seat.',
  disputed: 'You disputed this payment with your bank. Until the bank decides, nothing can be canceled here.',
  changed: (seen: Cents, now: Cents) =>
    `These seats now return ${formatUsd(now)} instead of ${formatUsd(seen)}. Nothing was canceled; please check and confirm again.`,
} as const;

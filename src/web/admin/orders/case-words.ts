import { event } from '#content/event.ts';
import { refunds } from '#content/refunds.ts';
import type { PaymentCase } from '#contract/refunds.ts';
import { nothingBackWords } from '#contract/words/cancel.ts';
import { registrationNumber } from '#domain/codes.ts';
import { formatUsd } from '#domain/money.ts';
import type { CaseDecision, CaseKind } from '#domain/order.ts';
import { NOTHING_BACK } from '#domain/refund.ts';

export const CASE_WORDS: Record<CaseKind, string> = {
  payment_mismatch: 'A payment does not match its order',
  payment_without_order: 'A payment has no order',
  refund_failed: 'A refund did not reach the buyer',
  dispute_lost: 'A dispute was lost',
  provider_silent: 'The payment provider is not responding',
  capacity_drift: 'The seats do not add up',
  seat_returned: 'A guest cannot come',
};

export const DECISIONS: Record<CaseDecision, { label: string; done: string; means: string }> = {
  dismiss: {
    label: 'Dismiss',
    done: 'Dismissed',
    means: 'It was settled by other means. Only the case is closed.',
  },
  accept: {
    label: 'Accept',
    done: 'Accepted',
    means: 'The order counts as paid and gets its tickets, if there are seats.',
  },
  refund: {
    label: 'Refund',
    done: 'Refunded',
    means: 'Everything that was captured goes back to the buyer.',
  },
};

/** The effect of a decision in this case. */
export function meansOf(decision: CaseDecision, { kind, details }: PaymentCase): string {
  if (kind !== 'seat_returned') return DECISIONS[decision].means;
  return decision === 'refund'
    ? `${dollars(details.amount)} goes back to the buyer, and the seat to the event.`
    : 'The order keeps its seat, which can be named again. Only the case is closed.';
}

const PROVIDERS: Record<string, string> = { stripe: 'Stripe', square: 'Square' };

/** Why the case was opened, as a sentence with its amounts. */
export function reasonOf({ kind, subject, details, order }: PaymentCase): string {
  const amount = dollars(details.amount);
  const captured = dollars(details.captured);
  const provider = PROVIDERS[String(details.provider)] ?? 'The provider';
  if (kind === 'payment_mismatch') return mismatch(details, captured, provider);
  if (kind === 'payment_without_order') {
    const number = typeof details.orderId === 'number' ? details.orderId : null;
    const whose = number === null ? 'an order' : registrationNumber(event.shortCode, number);
    return `${provider} took ${captured} for ${whose}, which is not here. Look up ${subject} there.`;
  }
  if (kind === 'refund_failed' && details.isRefused)
    return `${provider} refused to return ${amount}, for instance because it was returned there. Look up the payment there.`;
  if (kind === 'refund_failed') return `${amount} came back: the card or account did not take the money.`;
  if (kind === 'dispute_lost') return `The bank gave ${amount} back to the buyer.`;
  if (kind === 'seat_returned') {
    const because = NOTHING_BACK.find((one) => one === details.nothingBack);
    const back = because
      ? `No money goes back. ${nothingBackWords(because, refunds)}`
      : `By the rule, ${amount} goes back to the buyer.`;
    return `The only ticket of the order was given back. ${back}`;
  }
  if (kind === 'provider_silent') {
    const rest = order ? `; the order is over ${formatUsd(order.total)}` : '';
    return `${provider} has not responded for more than 15 minutes${rest}.`;
  }
  return `On ${subject} ${Number(details.counted)} seats count as taken, and orders have ${Number(details.held)}.`;
}

function mismatch(details: PaymentCase['details'], captured: string, provider: string): string {
  if ('wanted' in details) return `${captured} arrived, and the order costs ${dollars(details.wanted)}.`;
  if ('recorded' in details)
    return `${provider} has taken ${captured}; here ${dollars(details.recorded)} is on record.`;
  const status = String(details.status).replaceAll('_', ' ');
  return `${captured} arrived and ${dollars(details.returned)} went back, but the order is ${status}.`;
}

/** From cents, or from an amount in the provider's form. */
function dollars(amount: unknown): string {
  const cents = typeof amount === 'object' && amount && 'minor' in amount ? amount.minor : amount;
  return typeof cents === 'number' ? formatUsd(cents) : 'An unknown amount';
}

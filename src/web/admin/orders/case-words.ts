import { event } from '#content/event.ts';
import { refunds } from '#content/refunds.ts';
import type { PaymentCase } from '#contract/refunds.ts';
import { nothingBackWords } from '#contract/words/cancel.ts';
import { counted } from '#contract/words/counted.ts';
import { PAYMENT_STATUS_NAMES } from '#contract/words/payment-status.ts';
import { PROVIDER_NAMES } from '#contract/words/stored-values.ts';
import { registrationNumber } from '#domain/codes.ts';
import { CURRENCY, formatAmount, formatUsd } from '#domain/money.ts';
import type { CaseDecision, CaseKind, PaymentStatus } from '#domain/order.ts';
import { NOTHING_BACK } from '#domain/refund.ts';

export const CASE_WORDS: Record<CaseKind, string> = {
  payment_mismatch: 'A payment does not match its order',
  payment_without_order: 'A payment has no order',
  refund_failed: 'A refund did not reach the buyer',
  refund_elsewhere: 'A refund was made outside this site',
  dispute_lost: 'A dispute was lost',
  provider_silent: 'The payment provider is not responding',
  capacity_drift: 'The seats do not add up',
  seat_returned: 'An order’s only ticket was returned',
};

export const DECISIONS: Record<CaseDecision, { label: string; done: string }> = {
  dismiss: { label: 'Dismiss', done: 'Dismissed' },
  accept: { label: 'Accept', done: 'Accepted' },
  refund: { label: 'Refund', done: 'Refunded' },
};

/** The effect of a decision in this case. */
export function meansOf(decision: CaseDecision, { kind, refund, isLost }: PaymentCase): string {
  const amount = amountText(refund?.amount);
  if (isLost && decision === 'dismiss')
    return 'None of the payment is left. The order will end without tickets, and its seats will be released.';
  if (kind === 'seat_returned')
    return decision === 'refund'
      ? `${amount} will be refunded to the buyer, and the seat will be released.`
      : 'The order keeps its seat, which can be given to someone else. This only closes the case.';
  if (decision === 'refund') return `${amount} will be refunded to the buyer. ${endsWith(refund)}`;
  // Otherwise the buyer could cancel the same seats again, for another refund.
  if (kind === 'refund_failed' && decision === 'dismiss' && refund?.seats)
    return 'It was settled by other means. The refund canceled nothing, so the order keeps its seats. To cancel them, enter a refund of $0.00 in the order first.';
  if (kind === 'refund_failed')
    return decision === 'dismiss'
      ? 'It was settled by other means. Tickets that the refund canceled stay canceled; the others stay valid.'
      : 'Tickets that the refund canceled will be valid again, if there are seats for them.';
  return decision === 'dismiss'
    ? 'Staff settled it some other way. This only closes the case.'
    : 'The order will count as paid and get its tickets, if there are seats.';
}

/** What ends with the refund. */
function endsWith(refund: PaymentCase['refund']): string {
  if (refund?.isWhole) return 'That is the rest of the payment, so no ticket in the order stays valid.';
  if (refund?.seats) return `This cancels what the failed refund was for: ${counted(refund.seats, 'seat')}.`;
  return 'The order keeps its tickets.';
}

/** Why the case was opened, as a sentence with its amounts. */
export function reasonOf({ kind, subject, details, order, refund, resolvedAt }: PaymentCase): string {
  const amount = amountText(details.amount);
  const captured = amountText(details.captured);
  const known = PROVIDER_NAMES[String(details.provider)];
  const provider = known ?? 'The provider';
  const there = known ? `in ${known}` : 'there';
  if (kind === 'payment_mismatch') return mismatch(details, captured, provider);
  if (kind === 'payment_without_order') {
    const number = typeof details.orderId === 'number' ? details.orderId : null;
    const whose = number === null ? '' : `${registrationNumber(event.shortCode, number)}, `;
    const what =
      'disputed' in details
        ? `The buyer disputed ${amountText(details.disputed)}`
        : `${provider} captured ${captured}`;
    return `${what} for ${whose}an order this site doesn’t have. Look up ${subject} ${there}.`;
  }
  if (kind === 'refund_failed' && details.isRefused)
    return `${provider} rejected the refund of ${amount}; it may already have been refunded there. Look up the payment ${there}.`;
  if (kind === 'refund_failed')
    return `The refund of ${amount} came back: the card or account did not accept it.`;
  if (kind === 'refund_elsewhere')
    return `${amount} was refunded ${there}, not by this site. The order keeps its seats. To cancel seats, enter a refund of $0.00. If the order is under review, decide its other case first. Then dismiss this one: until you do, the buyer can’t cancel seats.`;
  if (kind === 'dispute_lost') return `The bank gave ${amount} back to the buyer.`;
  if (kind === 'seat_returned') {
    const given = 'The order’s only ticket was returned.';
    if (!refund && !resolvedAt && Number(details.amount) > 0)
      return `${given} Under the refund policy, the buyer was due ${amount}. The order has changed since then, so check it before you refund anything.`;
    const because = NOTHING_BACK.find((one) => one === details.nothingBack);
    const due = because
      ? `There is no refund. ${nothingBackWords(because, refunds)}`
      : `Under the refund policy, the buyer gets ${amount}.`;
    return `${given} ${due}`;
  }
  if (kind === 'provider_silent') {
    const about = order ? ` about an order of ${formatUsd(order.total)}` : '';
    return `For more than 15 minutes, ${provider} has not responded${about}, or this site could not process the response. If it continues, ask the site’s operator to check the log. This case closes by itself once the problem is gone.`;
  }
  return `On ${subject}, ${Number(details.counted)} seats are counted as taken, but orders hold ${Number(details.held)}. The operator’s manual says how to correct the count; this case then closes by itself.`;
}

function mismatch(details: PaymentCase['details'], captured: string, provider: string): string {
  if ('wanted' in details) return unlikeOrder(details, captured);
  if ('recorded' in details)
    return `${provider} captured ${captured}, but ${amountText(details.recorded)} is on record here.`;
  if ('wonBack' in details) return wonBack(details);
  const status = PAYMENT_STATUS_NAMES[details.status as PaymentStatus].toLowerCase();
  return `${captured} arrived and ${amountText(details.returned)} was refunded, but the order is ${status}.`;
}

/** Earlier cases don't say how the payment differs. */
function unlikeOrder(
  { mismatch, otherOrder, livemode, wanted }: PaymentCase['details'],
  captured: string,
): string {
  if (mismatch === 'other_order')
    return typeof otherOrder === 'number'
      ? `${captured} arrived, but the payment is for another order, ${registrationNumber(event.shortCode, otherOrder)}.`
      : `${captured} arrived, but not from this order’s checkout.`;
  if (mismatch === 'other_mode')
    return livemode
      ? `${captured} arrived as real money, but the order was placed in test mode.`
      : `${captured} arrived as test money, but the order needs real money.`;
  if (mismatch === 'under_review') return `${captured} arrived while the order was under review.`;
  return `${captured} arrived, but the order total is ${amountText(wanted)}.`;
}

function wonBack({ wonBack: amount, seatsLeft }: PaymentCase['details']): string {
  const came = `A dispute was won, and ${amountText(amount)} came back, but`;
  if (seatsLeft === undefined) return `${came} the order has already been refunded.`;
  if (seatsLeft === 0) return `${came} the order’s seats have been canceled without a full refund.`;
  return `${came} some of the order’s seats have been canceled, perhaps without a full refund. If more is due, refund it in the order.`;
}

/** From cents, or from an amount in the provider's form, whose currency may be another. */
function amountText(amount: unknown): string {
  if (typeof amount === 'number') return formatUsd(amount);
  const { minor, currency = CURRENCY } = (amount ?? {}) as { minor?: unknown; currency?: unknown };
  return typeof minor === 'number' ? formatAmount(minor, String(currency)) : 'An unknown amount';
}

import { type Square, SquareError } from 'square';
import { declineWords } from '#contract/words/declines.ts';
import { isUuid } from '../../../db/is-uuid.ts';
import {
  type Charge,
  type DisputeSnapshot,
  type Money,
  type PaymentFailure,
  type PaymentSnapshot,
  ProviderUnavailable,
  type RefundSnapshot,
} from '../gateway.ts';
import { isOfAnother, isUnanswered, refusedField } from './square-calls.ts';

/** Money may have moved, so an unreadable response means an unknown outcome. */
export function readCharged(payment: Square.Payment | undefined, livemode: boolean): PaymentSnapshot {
  try {
    return snapshot(payment ?? {}, livemode);
  } catch (cause) {
    throw new ProviderUnavailable('Square sent an unreadable response to a charge', { cause });
  }
}

/**
 * Payments made at the account's point of sale name no order or attempt; those of another installation have its mark.
 * Payments without a mark may be from an earlier version of this one.
 */
export function isOurs(payment: Square.Payment, mark: string): boolean {
  return attemptIdOf(payment) !== null && orderIdOf(payment) !== null && !isForeign(payment, mark);
}

export function isForeign({ note }: Square.Payment, mark: string): boolean {
  const [, made = mark] = /^order:\d+ site:([0-9a-f]{8}) /.exec(note ?? '') ?? [];
  return made !== mark;
}

/** Short, because staff and buyers read the note. */
export function installationMark(installation: string): string {
  return installation.slice(0, 8);
}

function attemptIdOf({ referenceId }: Square.Payment): string | null {
  return referenceId && isUuid(referenceId) ? referenceId : null;
}

function orderIdOf({ note }: Square.Payment): number | null {
  const order = /^order:(\d{1,9}) /.exec(note ?? '');
  return order ? Number(order[1]) : null;
}

const STATES: Readonly<Record<string, PaymentSnapshot['state']>> = {
  COMPLETED: 'paid',
  APPROVED: 'processing',
  PENDING: 'processing',
  CANCELED: 'canceled',
  FAILED: 'failed',
};

export function snapshot(payment: Square.Payment, livemode: boolean): PaymentSnapshot {
  const state = STATES[payment.status ?? ''];
  if (!state || !payment.id)
    throw new Error(`the Square payment of ${attemptIdOf(payment)} is ${payment.status}`);
  const total = moneyOf(payment.totalMoney ?? payment.amountMoney);
  const address = payment.billingAddress;
  return {
    provider: 'square',
    ref: payment.id,
    attemptId: attemptIdOf(payment),
    orderId: orderIdOf(payment),
    state,
    captured: state === 'paid' ? total : { ...total, minor: 0 },
    // Square's responses don't distinguish test from live; the account does.
    livemode,
    page: null,
    moneyRef: state === 'paid' ? payment.id : null,
    customerRef: null,
    billing: address
      ? {
          line1: address.addressLine1 ?? null,
          line2: address.addressLine2 ?? null,
          city: address.locality ?? null,
          state: address.administrativeDistrictLevel1 ?? null,
          postalCode: address.postalCode ?? null,
          country: address.country ?? null,
        }
      : null,
    failure: state === 'failed' ? failureOf(payment.cardDetails?.errors?.[0]?.code) : null,
  };
}

function failureOf(code = 'GENERIC_DECLINE'): PaymentFailure {
  return { code, message: declineWords(code) };
}

/** A declined card as a result; null for any other error. */
export function declined(error: unknown, charge: Charge, livemode: boolean): PaymentSnapshot | null {
  if (!(error instanceof SquareError)) return null;
  const [cause] = error.errors;
  if (!cause || isUnanswered(error) || isOfAnother(error) || refusedField(error)) return null;
  // Any other refusal is about the card, because the rest of the request is ours and tested.
  const { payment } = (error.body ?? {}) as { payment?: { id?: string } };
  return {
    provider: 'square',
    ref: payment?.id ?? charge.attemptId,
    attemptId: charge.attemptId,
    orderId: charge.orderId,
    state: 'failed',
    captured: { minor: 0, currency: charge.total.currency },
    livemode,
    page: null,
    moneyRef: null,
    customerRef: null,
    billing: null,
    failure: failureOf(cause.code),
  };
}

const REFUND_STATES: Readonly<Record<string, RefundSnapshot['state']>> = {
  PENDING: 'pending',
  COMPLETED: 'succeeded',
  REJECTED: 'failed',
  FAILED: 'failed',
};

export function refundSnapshot(refund: Square.PaymentRefund): RefundSnapshot {
  const [, refundId = null] = /^Refund (\S{36})$/.exec(refund.reason ?? '') ?? [];
  return {
    refundId,
    ref: refund.id,
    moneyRef: refund.paymentId ?? '',
    amount: moneyOf(refund.amountMoney),
    state: REFUND_STATES[refund.status ?? ''] ?? null,
  };
}

export function disputeSnapshot(dispute: Square.Dispute, payment: Square.Payment): DisputeSnapshot {
  const states: Readonly<Record<string, DisputeSnapshot['state']>> = {
    WON: 'won',
    INQUIRY_CLOSED: 'won',
    LOST: 'lost',
    ACCEPTED: 'lost',
  };
  return {
    ref: dispute.id ?? dispute.disputeId ?? '',
    attemptId: attemptIdOf(payment) ?? '',
    orderId: orderIdOf(payment),
    moneyRef: dispute.disputedPayment?.paymentId ?? '',
    amount: moneyOf(dispute.amountMoney),
    state: states[dispute.state ?? ''] ?? 'open',
  };
}

/** The initial fee plus later adjustments; null before there is any. */
export function feeOf(fees: readonly Square.ProcessingFee[]): Money | null {
  const [first] = fees;
  if (!first) return null;
  const { currency } = moneyOf(first.amountMoney);
  return { minor: fees.reduce((sum, { amountMoney }) => sum + moneyOf(amountMoney).minor, 0), currency };
}

export function squareMoney({ minor, currency }: Money): Square.Money {
  return { amount: BigInt(minor), currency: currency.toUpperCase() as Square.Currency };
}

function moneyOf(money: Square.Money | undefined): Money {
  return { minor: Number(money?.amount ?? 0n), currency: (money?.currency ?? '').toLowerCase() };
}

import type { AdminOrder } from '#contract/admin-orders.ts';
import { PAYMENT_STATUS_NAMES } from '#contract/words/payment-status.ts';
import { COMPLETENESS_NAMES } from '#contract/words/stored-values.ts';
import { type Completeness, seatsInUse } from '#domain/attendee.ts';
import type { PaymentStatus } from '#domain/order.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';

const PAYMENT_TONES: Partial<Record<PaymentStatus, Tone>> = {
  completed: 'ok',
  pending: 'warn',
  failed: 'error',
};

/** A badge for the three states that need attention; every other state is plain text. */
export function PaymentStatusMark({ status }: { status: PaymentStatus }) {
  const tone = PAYMENT_TONES[status];
  // The specification fixes the badges' words, in lower case.
  const word = PAYMENT_STATUS_NAMES[status].toLowerCase();
  return tone ? <Badge tone={tone}>{word}</Badge> : word;
}

const ATTENDEE_TONES: Record<Completeness, Tone> = { complete: 'ok', partial: 'warn', needed: 'error' };

/** A refunded or ended order has no seats, so nobody can be missing. */
export function AttendeeStatus({ order, status }: { order: AdminOrder; status: Completeness }) {
  if (seatsInUse(order) === 0) return 'No seats';
  return <Badge tone={ATTENDEE_TONES[status]}>{COMPLETENESS_NAMES[status]}</Badge>;
}

import type { AdminOrder } from '#contract/admin-orders.ts';
import { PAYMENT_STATUS_NAMES } from '#contract/words/payment-status.ts';
import { COMPLETENESS_NAMES } from '#contract/words/stored-values.ts';
import { type Completeness, seatsInUse } from '#domain/attendee.ts';
import type { PaymentStatus } from '#domain/order.ts';
import { PaymentStatusText } from '../../payment-status.tsx';
import { Badge, type Tone } from '../../ui/badge.tsx';

/** The specification fixes the words, in lower case. */
export function PaymentStatusMark({ status }: { status: PaymentStatus }) {
  return <PaymentStatusText status={status} words={PAYMENT_STATUS_NAMES[status].toLowerCase()} />;
}

const ATTENDEE_TONES: Record<Completeness, Tone> = { complete: 'ok', partial: 'warn', needed: 'error' };

/** A refunded or ended order has no seats, so nobody can be missing. */
export function AttendeeStatus({ order, status }: { order: AdminOrder; status: Completeness }) {
  if (seatsInUse(order) === 0) return 'No seats';
  return <Badge tone={ATTENDEE_TONES[status]}>{COMPLETENESS_NAMES[status]}</Badge>;
}

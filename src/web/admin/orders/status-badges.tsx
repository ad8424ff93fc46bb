import type { AdminOrder } from '#contract/admin-orders.ts';
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
  return tone ? <Badge tone={tone}>{status}</Badge> : status.replaceAll('_', ' ');
}

const ATTENDEE_BADGES: Record<Completeness, { tone: Tone; word: string }> = {
  complete: { tone: 'ok', word: 'Complete' },
  partial: { tone: 'warn', word: 'Partial' },
  needed: { tone: 'error', word: 'Needed' },
};

/** A refunded or ended order has no seats, so nobody can be missing. */
export function AttendeeStatus({ order, status }: { order: AdminOrder; status: Completeness }) {
  if (seatsInUse(order) === 0) return 'No seats';
  const { tone, word } = ATTENDEE_BADGES[status];
  return <Badge tone={tone}>{word}</Badge>;
}

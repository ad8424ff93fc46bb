import { PAYMENT_STATUS_NAMES } from '#contract/words/payment-status.ts';
import type { PaymentStatus } from '#domain/order.ts';
import { Badge, type Tone } from '../ui/badge.tsx';

const TONES: Partial<Record<PaymentStatus, Tone>> = { completed: 'ok', pending: 'warn', failed: 'error' };

/** The three common states have a color; any other is plain text. */
export function PaymentStatusText({ status }: { status: PaymentStatus }) {
  const tone = TONES[status];
  const words = PAYMENT_STATUS_NAMES[status];
  return tone ? <Badge tone={tone}>{words}</Badge> : words;
}

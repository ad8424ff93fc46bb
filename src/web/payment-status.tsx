import type { PaymentStatus } from '#domain/order.ts';
import { Badge, type Tone } from './ui/badge.tsx';

const TONES: Partial<Record<PaymentStatus, Tone>> = { completed: 'ok', pending: 'warn', failed: 'error' };

/** A badge for the three common states; every other state is plain text. */
export function PaymentStatusText({ status, words }: { status: PaymentStatus; words: string }) {
  const tone = TONES[status];
  return tone ? <Badge tone={tone}>{words}</Badge> : words;
}

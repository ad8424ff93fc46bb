import type { Movement } from '#domain/receipt.ts';
import { counted } from './counted.ts';
import { PROVIDER_NAMES } from './stored-values.ts';

/** The lines of a receipt. Its title and notes are in `content`, as they depend on the organizer. */
export const RECEIPT_WORDS = {
  registration: (number: string) => `Registration ID ${number}`,
  paidOn: (day: string) => `Paid on ${day}`,
  registeredOn: (day: string) => `Registered on ${day}`,
  billedTo: 'Billed to',
  order: 'Order',
  payments: 'Payments',
  seats: (count: number, canceled: number) =>
    `${counted(count, 'seat')}${canceled > 0 ? `, ${canceled} canceled` : ''}`,
  discount: 'Discount',
  couponDiscount: (code: string) => `Discount, coupon ${code}`,
  total: 'Total',
  paid: 'Paid',
  paidAfterRefunds: 'Paid, after refunds',
  notPrinted: '“…” stands for letters that cannot be printed here.',
  questions: (email: string, phone: string) => `Questions? ${email}, ${phone}`,
};

/** What each payment was. */
export function movementWords({ kind, provider }: Pick<Movement, 'kind' | 'provider'>): string {
  return {
    capture: `Paid by card through ${PROVIDER_NAMES[provider] ?? provider}`,
    refund: 'Refunded to the card',
    refund_reversal: 'Refund that did not go through',
    dispute: 'Returned to you by your bank after a dispute',
    dispute_reversal: 'Returned to us by your bank after the dispute was settled',
  }[kind];
}

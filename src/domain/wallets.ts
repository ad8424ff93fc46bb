import { isPaid, type PaymentStatus } from './order.ts';
import type { Replacement } from './person-change.ts';

export const WALLETS = ['apple', 'google'] as const;
/** The apps that keep tickets on phones. */
export type Wallet = (typeof WALLETS)[number];

/** The offered wallets that the device supports: no Apple Wallet on Android, no Google Wallet on iPhones. */
export function walletsFor(userAgent: string, offered: readonly Wallet[]): Wallet[] {
  const cannot: Wallet | null = /Android/i.test(userAgent)
    ? 'apple'
    : /iPhone|iPad|iPod/.test(userAgent)
      ? 'google'
      : null;
  return offered.filter((one) => one !== cannot);
}

/** Why the ticket behind a pass no longer opens the door. */
export type PassEnd =
  | ({ readonly kind: 'replaced' } & Replacement)
  | { readonly kind: 'not_paid'; readonly paymentStatus: PaymentStatus }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'over' };

interface PassedTicket {
  readonly replaced: Replacement | null;
  readonly voidedAt: Date | null;
  readonly paymentStatus: PaymentStatus;
  /** The event is over, and so is the time for which passes are kept. */
  readonly isOver: boolean;
}

/** Null while it is valid. `ticket` is null once its registration was deleted or erased (R-PASS-1). */
export function passEnd(ticket: PassedTicket | null): PassEnd | null {
  if (!ticket) return { kind: 'canceled' };
  if (ticket.replaced) return { kind: 'replaced', ...ticket.replaced };
  if (!isPaid(ticket.paymentStatus)) return { kind: 'not_paid', paymentStatus: ticket.paymentStatus };
  if (ticket.voidedAt) return { kind: 'canceled' };
  return ticket.isOver ? { kind: 'over' } : null;
}

import { type Cents, splitByLargestRemainder } from './money.ts';

/** What a refund is checked against. */
export interface RefundFacts {
  readonly captured: Cents;
  /** Refunds that are paid or pending. */
  readonly refunded: Cents;
  /** A dispute is open: the bank already has the money. */
  readonly isDisputed: boolean;
  /** Ids of the people whose tickets are valid. */
  readonly people: readonly number[];
  /** Seats the order still has, named or not. */
  readonly seats: number;
}

export interface RefundWish {
  readonly amount: Cents;
  readonly registrationIds: readonly number[];
  /** Unnamed seats to return as well. */
  readonly openSeats: number;
}

export type RefundRefusal =
  | 'refund_too_large'
  | 'order_disputed'
  | 'registration_not_found'
  | 'no_such_seats';

/** Why a refund is refused, or null if it isn't: never more than was paid, and nobody's ticket twice (R-REFUND-1). */
export function refundRefusal(facts: RefundFacts, wish: RefundWish): RefundRefusal | null {
  if (facts.isDisputed) return 'order_disputed';
  if (wish.amount > facts.captured - facts.refunded) return 'refund_too_large';
  const isOwn = wish.registrationIds.every((id) => facts.people.includes(id));
  if (!isOwn || new Set(wish.registrationIds).size < wish.registrationIds.length)
    return 'registration_not_found';
  return wish.openSeats > facts.seats - facts.people.length ? 'no_such_seats' : null;
}

/** Whether everything has been refunded: then all tickets are canceled, selected or not (R-REFUND-2). */
export function isWholeRefund(facts: { captured: Cents; refunded: Cents }): boolean {
  return facts.captured > 0 && facts.refunded >= facts.captured;
}

/**
 * The suggested refund for `chosen` of an order's seats. All shares add up to the total, to the cent (R-REFUND-3).
 */
export function refundShare(total: Cents, seats: number, chosen: number): Cents {
  const shares = splitByLargestRemainder(
    total,
    Array.from({ length: seats }, () => 1),
  );
  return shares.slice(0, chosen).reduce((sum, share) => sum + share, 0);
}

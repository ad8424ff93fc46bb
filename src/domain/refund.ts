import { type Cents, splitByLargestRemainder } from './money.ts';

/** What an order's refund is held against. */
export interface RefundFacts {
  readonly captured: Cents;
  /** Refunds that were paid out or are under way. */
  readonly refunded: Cents;
  /** A dispute is open: the bank has the money already. */
  readonly isDisputed: boolean;
  /** Ids of the people whose tickets are good. */
  readonly people: readonly number[];
  /** Seats that the order still has, named or not. */
  readonly seats: number;
}

export interface RefundWish {
  readonly amount: Cents;
  readonly registrationIds: readonly number[];
  /** Seats without a name that are given back besides. */
  readonly openSeats: number;
}

export type RefundRefusal =
  | 'refund_too_large'
  | 'order_disputed'
  | 'registration_not_found'
  | 'no_such_seats';

/** Why a refund cannot be, or null when it can: never more than was paid, and nobody's ticket twice (R-REFUND-1). */
export function refundRefusal(facts: RefundFacts, wish: RefundWish): RefundRefusal | null {
  if (facts.isDisputed) return 'order_disputed';
  if (wish.amount > facts.captured - facts.refunded) return 'refund_too_large';
  const isOwn = wish.registrationIds.every((id) => facts.people.includes(id));
  if (!isOwn || new Set(wish.registrationIds).size < wish.registrationIds.length)
    return 'registration_not_found';
  return wish.openSeats > facts.seats - facts.people.length ? 'no_such_seats' : null;
}

/** Whether nothing of the order is left: then all its tickets end, chosen or not (R-REFUND-2). */
export function isWholeRefund(facts: { captured: Cents; refunded: Cents }): boolean {
  return facts.captured > 0 && facts.refunded >= facts.captured;
}

/** What `chosen` of an order's seats cost: a proposal to the cent, so that all shares add up to the total (R-REFUND-3). */
export function refundShare(total: Cents, seats: number, chosen: number): Cents {
  const shares = splitByLargestRemainder(
    total,
    Array.from({ length: seats }, () => 1),
  );
  return shares.slice(0, chosen).reduce((sum, share) => sum + share, 0);
}

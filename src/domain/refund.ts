import { type Day, endOfDay } from './calendar.ts';
import { type Cents, percentOf, splitByLargestRemainder } from './money.ts';

/** An order's money. */
export interface OrderMoney {
  readonly captured: Cents;
  /** Refunds that are paid or pending. */
  readonly refunded: Cents;
  /** Money lost in disputes. */
  readonly lost: Cents;
}

/** The facts that a refund is checked against. */
export interface RefundFacts extends OrderMoney {
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
  readonly freeSeats: number;
}

export type RefundRefusal =
  | 'refund_too_large'
  | 'order_disputed'
  | 'registration_not_found'
  | 'no_such_seats';

/** Why a refund is refused, or null: never more than was paid, and no ticket twice (R-REFUND-1). */
export function refundRefusal(facts: RefundFacts, wish: RefundWish): RefundRefusal | null {
  if (facts.isDisputed) return 'order_disputed';
  if (wish.amount > leftToRefund(facts)) return 'refund_too_large';
  const isOwn = wish.registrationIds.every((id) => facts.people.includes(id));
  if (!isOwn || new Set(wish.registrationIds).size < wish.registrationIds.length)
    return 'registration_not_found';
  return wish.freeSeats > facts.seats - facts.people.length ? 'no_such_seats' : null;
}

/** Whether nothing is left to refund: then all tickets are canceled, selected or not (R-REFUND-2). */
export function isWholeRefund(facts: OrderMoney): boolean {
  return facts.captured > 0 && leftToRefund(facts) === 0;
}

/** What can still be refunded. Money lost in a dispute is already back with the buyer (R-REFUND-5). */
export function leftToRefund({ captured, refunded, lost }: OrderMoney): Cents {
  return Math.max(0, captured - refunded - lost);
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

export const SEAT_VALUES = ['keep_price', 'reprice'] as const;

/**
 * The host's terms for canceled seats (R-REFUND-6). The first step that hasn't ended applies; after the last,
 * there is no refund.
 */
export interface RefundRule {
  readonly steps: readonly { readonly until: Day; readonly percent: number }[];
  readonly seatValue: (typeof SEAT_VALUES)[number];
}

/** The step of the rule that applies at `now`, or null once all have ended. */
export function refundStep(
  { steps }: RefundRule,
  zone: string,
  now: Date,
): RefundRule['steps'][number] | null {
  return steps.find(({ until }) => now < endOfDay(zone, until)) ?? null;
}

/** The facts for a cancellation, without seats and people that a pending refund ends. */
export interface CancelFacts extends OrderMoney {
  /** The original order: seats, price before the discount, and amount charged. */
  readonly bought: { readonly seats: number; readonly price: Cents; readonly total: Cents };
  readonly isDisputed: boolean;
  /** Staff have yet to decide which seats to cancel for a refund that this site didn't make (R-REFUND-11). */
  readonly isRefundedElsewhere: boolean;
  /** People with valid tickets. `isIn`: checked in on a day of the event. */
  readonly people: readonly { readonly id: number; readonly isIn: boolean }[];
  /** Seats without a name. */
  readonly freeSeats: number;
  /** Today's list price by number of seats: `list[3]` is the price of three. */
  readonly list: readonly Cents[];
}

export type SeatChoice = Pick<RefundWish, 'registrationIds' | 'freeSeats'>;
export const NO_SEATS: SeatChoice = { registrationIds: [], freeSeats: 0 };

/** Why canceled seats are not refunded. */
export const NOTHING_BACK = ['free_order', 'deadline_passed', 'nothing_left', 'others_cost_as_much'] as const;
export type NothingBack = (typeof NOTHING_BACK)[number];

export type CancelRefusal =
  | Exclude<RefundRefusal, 'refund_too_large'>
  | 'refunded_elsewhere'
  | 'nothing_chosen'
  | 'checked_in';

/** The effect of canceling the chosen seats and refunding `amount`. */
export interface CancelOutcome {
  readonly amount: Cents;
  /** What remains paid for the order. */
  readonly costsAfterwards: Cents;
  /** People whose codes stop working. */
  readonly endingIds: readonly number[];
  /** Seats returned to the event, and those that stay. */
  readonly seats: number;
  readonly seatsLeft: number;
}

export interface CancelPreview extends CancelOutcome {
  readonly refusal: CancelRefusal | null;
  /** Null if there is a refund. */
  readonly nothingBack: NothingBack | null;
}

/** The preview that buyer, staff and server all compute from the same facts (R-REFUND-7). */
export function previewCancellation(
  facts: CancelFacts,
  rule: RefundRule,
  at: { readonly zone: string; readonly now: Date },
  choice: SeatChoice,
): CancelPreview {
  const { amount, nothingBack } = amountByRule(facts, rule, at, choice);
  return { ...outcomeOf(facts, choice, amount), refusal: cancelRefusal(facts, choice), nothingBack };
}

/**
 * The effect of refunding `amount` with these seats; refunding all the remaining money ends every ticket (R-REFUND-2).
 */
export function outcomeOf(facts: CancelFacts, choice: SeatChoice, amount: Cents): CancelOutcome {
  const { refunded, people, freeSeats } = facts;
  const isWhole = amount > 0 && isWholeRefund({ ...facts, refunded: refunded + amount });
  const ids = people.map(({ id }) => id);
  const endingIds = isWhole ? ids : ids.filter((id) => choice.registrationIds.includes(id));
  const seats = endingIds.length + (isWhole ? freeSeats : Math.min(choice.freeSeats, freeSeats));
  return {
    amount,
    costsAfterwards: leftToRefund(facts) - amount,
    endingIds,
    seats,
    seatsLeft: ids.length + freeSeats - seats,
  };
}

/** Why the buyer can't cancel these seats, or null. A person who was checked in has used the ticket. */
function cancelRefusal(facts: CancelFacts, choice: SeatChoice): CancelRefusal | null {
  const { people, freeSeats } = facts;
  const ids = people.map(({ id }) => id);
  const order = { ...facts, people: ids, seats: ids.length + freeSeats };
  const refusal = refundRefusal(order, { ...choice, amount: 0 });
  if (refusal && refusal !== 'refund_too_large') return refusal;
  if (facts.isRefundedElsewhere) return 'refunded_elsewhere';
  if (people.some(({ id, isIn }) => isIn && choice.registrationIds.includes(id))) return 'checked_in';
  return chosenSeats(choice) === 0 ? 'nothing_chosen' : null;
}

/**
 * What the rule refunds for these seats: the step's percentage of their value. Both are computed for all canceled
 * seats, minus the earlier ones, so that canceling one by one returns the same as all at once.
 */
export function amountByRule(
  facts: CancelFacts,
  rule: RefundRule,
  { zone, now }: { readonly zone: string; readonly now: Date },
  choice: SeatChoice,
): { amount: Cents; nothingBack: NothingBack | null } {
  const left = leftToRefund(facts);
  const percent = refundStep(rule, zone, now)?.percent ?? 0;
  if (facts.captured === 0) return { amount: 0, nothingBack: 'free_order' };
  if (percent === 0) return { amount: 0, nothingBack: 'deadline_passed' };
  if (left === 0) return { amount: 0, nothingBack: 'nothing_left' };
  const present = facts.people.length + facts.freeSeats;
  const before = facts.bought.seats - present;
  const chosen = Math.min(chosenSeats(choice), present);
  const worth = (canceled: number) => percentOf(worthOf(facts, rule, canceled), percent);
  let amount = 0;
  // Seat by seat, so that canceling in parts refunds the same as canceling together. After a refund beyond the rule, those
  // who stay keep their share of the remaining money: returning all of it would end every ticket.
  for (let gone = 0; gone < chosen; gone += 1) {
    const wanted = worth(before + gone + 1) - worth(before + gone);
    const rest = left - amount;
    const stay = present - gone;
    amount += Math.min(wanted, wanted < rest || stay === 1 ? rest : Math.floor(rest / stay));
  }
  return { amount, nothingBack: amount === 0 && chosen > 0 ? 'others_cost_as_much' : null };
}

/**
 * The value of a number of canceled seats: their share of the total or, repriced, the difference between the total and
 * the price of the others. Never more than the share, so that nobody profits from canceling after a price drop.
 */
function worthOf({ bought, list }: CancelFacts, { seatValue }: RefundRule, canceled: number): Cents {
  const share = refundShare(bought.total, bought.seats, canceled);
  if (seatValue === 'keep_price' || canceled === bought.seats) return share;
  return Math.min(share, bought.total - repriced(bought, list[bought.seats - canceled]));
}

/** The list price minus the order's proportional discount, and never more than was charged. */
function repriced({ price, total }: CancelFacts['bought'], list: Cents | undefined): Cents {
  if (list === undefined || list >= price) return total;
  return splitByLargestRemainder(total, [list, price - list])[0]!;
}

/** The number of chosen seats, named or not. */
export function chosenSeats({ registrationIds, freeSeats }: SeatChoice): number {
  return registrationIds.length + freeSeats;
}

import { MINUTE } from './durations.ts';

/** What open orders are counted by. */
export type HoldScope = 'browser' | 'email' | 'ip';

export interface Held {
  readonly orders: number;
  readonly seats: number;
}

/** Three teams of ten from one school fit; docs/threat-model.md has the reasons. */
export const HOLD_LIMITS: Readonly<Record<HoldScope, Held>> = {
  browser: { orders: 5, seats: 30 },
  email: { orders: 5, seats: 30 },
  ip: { orders: 30, seats: 40 },
};

/** The limit that another open order with this many seats would exceed, or null (R-HOLD-1). */
export function exceededHold(held: Readonly<Record<HoldScope, Held>>, seats: number): HoldScope | null {
  const scopes = Object.keys(HOLD_LIMITS) as HoldScope[];
  const isTooMuch = (scope: HoldScope) =>
    held[scope].orders + 1 > HOLD_LIMITS[scope].orders ||
    held[scope].seats + seats > HOLD_LIMITS[scope].seats;
  return scopes.find(isTooMuch) ?? null;
}

/**
 * A payment page is open for 35 minutes: Stripe's minimum is 30, the rest covers clock skew and a retry. Its seats
 * are held up to ten minutes longer, so that a payment in the last second still finds them.
 */
export const PAGE_OPEN_MINUTES = 35;
/** With less time left, Stripe no longer creates the page. */
export const LEAST_PAGE_MINUTES = 31;
export const HOLD_MINUTES = 45;
/** Longer than it takes to fetch and type a card; each use of the form restarts it. */
const UNUSED_FORM_MINUTES = 15;

/**
 * When the hold of our own card form, last used at `usedAt`, ends. Sooner than for a provider's page, because only we know
 * about it until it is submitted, and never after it stops accepting a card (R-HOLD-2).
 */
export function cardFormHeldUntil(openedAt: Date, usedAt: Date): Date {
  const unused = usedAt.getTime() + UNUSED_FORM_MINUTES * MINUTE;
  return new Date(Math.min(cardFormEndsAt(openedAt).getTime(), unused));
}

export function cardFormEndsAt(openedAt: Date): Date {
  return new Date(openedAt.getTime() + PAGE_OPEN_MINUTES * MINUTE);
}

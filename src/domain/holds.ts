/** How long seats are held for an order that is not paid yet, and how many one buyer may hold (R-HOLD-1, R-HOLD-2). */

const MINUTE = 60_000;

/** Whose open orders are counted together. */
export type HoldScope = 'session' | 'email' | 'address';

export interface Held {
  readonly orders: number;
  readonly seats: number;
}

/** The figures let three teams of ten from one school through; docs/threat-model.md has the reasons. */
export const HOLD_LIMITS: Readonly<Record<HoldScope, Held>> = {
  session: { orders: 5, seats: 30 },
  email: { orders: 5, seats: 30 },
  address: { orders: 30, seats: 40 },
};

/** Where another open order of so many seats would be too much; null where it is not (R-HOLD-1). */
export function exceededHold(held: Readonly<Record<HoldScope, Held>>, seats: number): HoldScope | null {
  const scopes = Object.keys(HOLD_LIMITS) as HoldScope[];
  const isTooMuch = (scope: HoldScope) =>
    held[scope].orders + 1 > HOLD_LIMITS[scope].orders ||
    held[scope].seats + seats > HOLD_LIMITS[scope].seats;
  return scopes.find(isTooMuch) ?? null;
}

/**
 * A payment page is open for 35 minutes: Stripe takes no less than 30, the rest is room for clock skew and a repeated
 * request. Its seats are held ten more, so that a payment in its last second finds them.
 */
export const PAGE_OPEN_MINUTES = 35;
export const HOLD_MINUTES = 45;
/** Longer than anybody types or looks for a card; each use of the form begins it anew. */
export const UNUSED_FORM_MINUTES = 15;

/**
 * Until when seats are held for a card form of ours that was last used at `usedAt`: shorter than for a provider's page,
 * as nobody but us knows of it before it is sent, and no longer than it can be sent (R-HOLD-2).
 */
export function cardFormHeldUntil(openedAt: Date, usedAt: Date): Date {
  const longest = openedAt.getTime() + PAGE_OPEN_MINUTES * MINUTE;
  return new Date(Math.min(longest, usedAt.getTime() + UNUSED_FORM_MINUTES * MINUTE));
}

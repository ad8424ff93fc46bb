/** Who acted, as recorded in the audit log. A buyer is a visitor acting on an order. */
export const ACTOR_KINDS = ['staff', 'buyer', 'visitor', 'job', 'webhook', 'operator'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Who makes a request. `orders` are the transaction ids of orders made in this browser's session. */
export interface Actor {
  readonly email: string | null;
  readonly isAdmin: boolean;
  readonly isCouponAdmin: boolean;
  readonly orders: readonly string[];
}

export const ANONYMOUS: Actor = { email: null, isAdmin: false, isCouponAdmin: false, orders: [] };

/** What a route requires of its actor. Every route names one. */
export type Permission = 'anyone' | 'admin' | 'coupon_admin';

export type AccessVerdict = 'allowed' | 'sign_in_first' | 'forbidden';

/** Only the allow-list decides; it is read again on every request (R-ACCESS-1). */
export function access(actor: Actor, permission: Permission): AccessVerdict {
  if (permission === 'anyone') return 'allowed';
  if (actor.email === null) return 'sign_in_first';
  const isAllowed = permission === 'coupon_admin' ? actor.isAdmin && actor.isCouponAdmin : actor.isAdmin;
  return isAllowed ? 'allowed' : 'forbidden';
}

/** The actor for a verified email (R-ACCESS-2). Addresses are compared ignoring case. */
export function actorFor(
  email: string | null,
  lists: { adminEmails: readonly string[]; couponAdminEmail: string | null },
  orders: readonly string[],
): Actor {
  if (email === null) return { ...ANONYMOUS, orders };
  const isAdmin = lists.adminEmails.some((one) => isSameAddress(one, email));
  return {
    email,
    isAdmin,
    isCouponAdmin: isAdmin && lists.couponAdminEmail !== null && isSameAddress(lists.couponAdminEmail, email),
    orders,
  };
}

/**
 * Folds ASCII only: `toLowerCase` would also turn the Kelvin sign into a plain `k`, which is another person's
 * address.
 */
function isSameAddress(a: string, b: string): boolean {
  const fold = (address: string) => address.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return fold(a) === fold(b);
}

import type { EventInfo } from './event-phase.ts';
import type { PhoneRole } from './standing.ts';

/**
 * Who acted, as recorded in the audit log. A buyer is a visitor acting on an order, a holder a visitor with the link to
 * a ticket's own page, a claimant a visitor with a link to a seat.
 */
export const ACTOR_KINDS = [
  'staff',
  'door',
  'buyer',
  'holder',
  'claimant',
  'visitor',
  'job',
  'webhook',
  'operator',
] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Who makes a request. `orders` are the transaction ids of orders made in this browser's session. */
export interface Actor {
  readonly email: string | null;
  readonly isAdmin: boolean;
  readonly isCouponAdmin: boolean;
  readonly orders: readonly string[];
  /** The calling door phone. */
  readonly phone?: ActingPhone;
  /** The registration whose ticket page the caller has opened by its key. */
  readonly holderOf?: number;
  /** The caller claims a seat with a link. */
  readonly isClaiming?: true;
}

/** A phone that joined by an invitation. */
export interface ActingPhone {
  readonly id: string;
  /** The volunteer's first name. */
  readonly person: string;
  readonly door: string;
  readonly role: PhoneRole;
  /** When it loses access: when it is revoked, or at the invitation's end. */
  readonly endsAt: Date;
}

export const ANONYMOUS: Actor = { email: null, isAdmin: false, isCouponAdmin: false, orders: [] };

/** What a route requires of its actor. Every route names one. */
export type Permission = 'anyone' | 'door' | 'door_supervisor' | 'admin' | 'coupon_admin';

export type AccessVerdict = 'allowed' | 'sign_in_first' | 'forbidden' | 'join_first' | 'phone_ended';

/** Only the allow-list decides; it is read again on every request (R-ACCESS-1). */
export function access(actor: Actor, permission: Permission, now: Date): AccessVerdict {
  if (permission === 'anyone') return 'allowed';
  if (permission === 'door' || permission === 'door_supervisor')
    return doorAccess(actor.phone, permission, now);
  if (actor.email === null) return 'sign_in_first';
  const isAllowed = permission === 'coupon_admin' ? actor.isAdmin && actor.isCouponAdmin : actor.isAdmin;
  return isAllowed ? 'allowed' : 'forbidden';
}

/** A phone's cookie gives access to the door's calls; a session doesn't (R-DOOR-7). */
function doorAccess(
  phone: ActingPhone | undefined,
  permission: 'door' | 'door_supervisor',
  now: Date,
): AccessVerdict {
  if (!phone) return 'join_first';
  if (now >= phone.endsAt) return 'phone_ended';
  return permission === 'door' || phone.role === 'supervisor' ? 'allowed' : 'forbidden';
}

/**
 * Whether an invitation may end then: within a year, because browsers don't keep a phone's cookie for much longer, or
 * with an event that is later (R-DOOR-7).
 */
export function mayEndAt(endsAt: Date, { closesAt }: Pick<EventInfo, 'closesAt'>, now: Date): boolean {
  const inOneYear = new Date(now);
  inOneYear.setUTCFullYear(inOneYear.getUTCFullYear() + 1);
  return endsAt <= inOneYear || endsAt <= new Date(closesAt);
}

/** The actor for a verified email (R-ACCESS-2). Addresses are compared ignoring case. */
export function actorFor(
  email: string | null,
  lists: { adminEmails: readonly string[]; couponAdminEmail: string | null },
  orders: readonly string[],
): Actor {
  if (email === null) return { ...ANONYMOUS, orders };
  const isAdmin = lists.adminEmails.some((one) => isSameEmail(one, email));
  return {
    email,
    isAdmin,
    isCouponAdmin: isAdmin && lists.couponAdminEmail !== null && isSameEmail(lists.couponAdminEmail, email),
    orders,
  };
}

/** Addresses that give rights are compared so. */
export function isSameEmail(one: string, other: string): boolean {
  return foldAscii(one) === foldAscii(other);
}

/** `toLowerCase` would also turn the Kelvin sign into a plain `k`, which is another person's address. */
export function foldAscii(email: string): string {
  return email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

interface JoinedPhone {
  readonly id: string;
  readonly invitationId: number;
  readonly replaces: string | null;
}

/**
 * The phones that take up an invitation's places, also those revoked since. A phone that joins again, for another door or
 * name, keeps its place, even if it joined with another invitation in between. `phones` are those of all invitations.
 */
export function phonesWithPlace<Phone extends JoinedPhone>(
  phones: readonly Phone[],
  invitationId: number,
): Phone[] {
  const ofInvitation = phones.filter((one) => one.invitationId === invitationId);
  const formerOf = new Map(phones.map((one) => [one.id, one.replaces]));
  const replaced = new Set<string>();
  for (const { replaces } of ofInvitation) {
    let former = replaces;
    while (former && !replaced.has(former)) {
      replaced.add(former);
      former = formerOf.get(former) ?? null;
    }
  }
  return ofInvitation.filter((one) => !replaced.has(one.id));
}

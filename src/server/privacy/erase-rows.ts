import { ERASED } from '#domain/erased.ts';
import { blankPeopleOfScans } from '../audit/blank-scans.ts';
import { and, inArray, isNotNull, isNull, type SQL, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import {
  badges,
  cancellations,
  checkIns,
  claimLinks,
  orders,
  paymentCases,
  qrCodes,
  refunds,
  registrations,
  walletDevices,
  walletPasses,
} from '../db/tables.ts';

/** A person's fields once they are erased. */
const NOBODY = {
  firstName: ERASED.firstName,
  lastName: ERASED.lastName,
  email: ERASED.email,
  dietaryRestrictions: null,
};

/**
 * Erases the buyer from orders: name, address, phone, organization, billing address, the provider's customer id, and
 * staff notes about them. Amounts, package, status and the provider's payment stay for accounting. `named` selects
 * the named people to erase as well, as a condition on `one`, an element of `named_attendees`. People named at the door
 * keep everything but the buyer's address.
 */
export async function eraseOrganizers(
  tx: Transaction,
  now: Date,
  orderIds: readonly number[],
  named: SQL,
): Promise<void> {
  const ids = [...orderIds];
  if (ids.length === 0) return;
  const isBuyers = sql`lower(trim(registrations.email)) = (
    SELECT lower(trim(orders.organizer_email)) FROM orders WHERE orders.id = registrations.order_id
  )`;
  await tx
    .update(registrations)
    .set({ email: ERASED.email })
    .where(and(inArray(registrations.orderId, ids), isNotNull(registrations.seat), isBuyers));
  await tx
    .update(orders)
    .set({
      organizerFirstName: ERASED.firstName,
      organizerLastName: ERASED.lastName,
      organizerEmail: ERASED.email,
      organizerPhone: null,
      organization: null,
      jobTitle: null,
      stripeCustomerId: null,
      billingAddressLine1: null,
      billingAddressLine2: null,
      billingCity: null,
      billingState: null,
      billingPostalCode: null,
      billingCountry: null,
      namedAttendees: withoutNamed(named),
    })
    .where(inArray(orders.id, ids));
  await blankClaimLinks(tx, now, inArray(claimLinks.orderId, ids));
  await tx.update(refunds).set({ note: null }).where(inArray(refunds.orderId, ids));
  await tx.update(cancellations).set({ note: null }).where(inArray(cancellations.orderId, ids));
  await tx.update(paymentCases).set({ resolution: null }).where(inArray(paymentCases.orderId, ids));
}

/** Erases invitations' addresses and lines; active ones no longer give a seat. */
export async function blankClaimLinks(tx: Transaction, now: Date, which: SQL): Promise<void> {
  await tx
    .update(claimLinks)
    .set({
      mailedTo: null,
      personalLine: null,
      // Now, even if they had ended before: a refund that fails restores those that it ended.
      withdrawnAt: sql`CASE WHEN ${claimLinks.usedAt} IS NULL THEN ${now.toISOString()}::timestamptz END`,
    })
    .where(which);
}

/**
 * Erases people from their registrations. The row stays and counts as a seat; its ticket no longer opens the door, and
 * the phones with its pass are deleted.
 */
export async function eraseRegistrations(tx: Transaction, registrationIds: readonly number[]): Promise<void> {
  const ids = [...registrationIds];
  if (ids.length === 0) return;
  await tx.update(registrations).set(NOBODY).where(inArray(registrations.id, ids));
  await tx.update(checkIns).set({ notes: null }).where(inArray(checkIns.registrationId, ids));
  const people = sql`SELECT id, seat FROM registrations WHERE id = ANY(${sql.param(ids)}::integer[])`;
  await blankPeopleOfScans(
    tx,
    sql`(registration_id IN (SELECT id FROM (${people}) AS one) OR seat IN (SELECT seat FROM (${people}) AS one))`,
  );
  const codes = tx.select({ id: qrCodes.id }).from(qrCodes).where(inArray(qrCodes.registrationId, ids));
  await tx.delete(badges).where(inArray(badges.registrationId, ids));
  const passes = inArray(walletPasses.codeId, codes);
  // Google must still delete its copies: deleting the code makes them due.
  await tx.delete(walletPasses).where(and(passes, isNull(walletPasses.googleVersion)));
  const kept = tx.select({ serial: walletPasses.serial }).from(walletPasses).where(passes);
  await tx.delete(walletDevices).where(inArray(walletDevices.serial, kept));
  await tx.delete(qrCodes).where(inArray(qrCodes.registrationId, ids));
}

/** The people named in an order, as an SQL expression with those that match the condition erased in place. */
export function withoutNamed(named: SQL): SQL {
  return sql`(
    SELECT coalesce(jsonb_agg(CASE WHEN ${named} THEN one || ${JSON.stringify(NOBODY)}::jsonb ELSE one END ORDER BY place), '[]')
    FROM jsonb_array_elements(${orders.namedAttendees}) WITH ORDINALITY AS named (one, place)
  )`;
}

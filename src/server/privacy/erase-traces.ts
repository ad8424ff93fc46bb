import { ERASED } from '#domain/erased.ts';
import { blankMakersOfScans, blankNotesOfScans } from '../audit/blank-scans.ts';
import { type AnyPgColumn, and, inArray, isNull, or, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import {
  adminUsers,
  cancellations,
  checkIns,
  claimLinks,
  doorInvitations,
  emailTemplateVersions,
  mails,
  newsletterSignups,
  paymentCases,
  rateLimits,
  refunds,
  scans,
  sessions,
  users,
} from '../db/tables.ts';
import { says } from './find-mentions.ts';
import { equalsEmail, type Person } from './find-person.ts';

/**
 * What a mail's row becomes. It stays, so that a job that is still queued finds it sent. Its key is free again, so
 * that a new holder can get the same mail.
 */
export const ERASED_MAIL = {
  recipient: ERASED.email,
  subjectKey: sql`'erased:' || ${mails.id}`,
  failure: null,
};

/** Unsent mail is dropped. */
export async function eraseMails(tx: Transaction, person: Person): Promise<number> {
  const ids = person.mails.map((one) => one.id);
  if (ids.length > 0) {
    await tx.delete(mails).where(and(inArray(mails.id, ids), isNull(mails.sentAt)));
    await tx.update(mails).set(ERASED_MAIL).where(inArray(mails.id, ids));
  }
  await tx
    .update(mails)
    .set({ failure: null })
    .where(says(sql`${mails.failure}`, person.ownWords));
  await eraseJobOutput(tx, person);
  return ids.length;
}

/** A mail server's message about a recipient may stay in the queue for some days. */
async function eraseJobOutput(tx: Transaction, { ownWords: words }: Person): Promise<void> {
  const { rows } = await tx.execute<{ exists: boolean }>(
    sql`SELECT to_regclass('jobs.job') IS NOT NULL AS exists`,
  );
  // Before the first start there is no queue.
  if (!rows[0]!.exists) return;
  await tx.execute(
    sql`UPDATE jobs.job SET output = '{"message": "erased"}' WHERE ${says(sql`output`, words)}`,
  );
}

/** Their sign-in sessions, and those of browsers that made their orders. */
export async function deleteSessions(tx: Transaction, person: Person): Promise<number> {
  const keys = person.orders.map((one) => one.transactionId);
  const { rowCount } = await tx
    .delete(sessions)
    .where(
      or(
        equalsEmail(sql`${sessions.sess} #>> '{user,email}'`, person.email),
        sql`${sessions.sess} -> 'orders' ?| ${sql.param(keys)}::text[]`,
      ),
    );
  await tx.delete(rateLimits).where(says(sql`${rateLimits.key}`, [person.email]));
  return rowCount ?? 0;
}

export async function blankAudit(tx: Transaction, person: Person): Promise<number> {
  const orderIds = person.orders.map((one) => one.id);
  const registrationIds = person.tickets.map(({ registration }) => registration.id);
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT blank_audit_of_person(${person.email}, ${sql.param(orderIds)}::integer[],
      ${sql.param(registrationIds)}::integer[], ${sql.param(person.ownWords)}::text[]) AS count`);
  return rows[0]!.count;
}

export async function deleteAccounts(tx: Transaction, person: Person): Promise<void> {
  await tx.delete(newsletterSignups).where(equalsEmail(sql`${newsletterSignups.email}`, person.email));
  await tx.delete(users).where(equalsEmail(sql`${users.email}`, person.email));
  await tx.delete(adminUsers).where(equalsEmail(sql`${adminUsers.username}`, person.email));
}

interface StaffName {
  readonly name: AnyPgColumn;
  readonly since: AnyPgColumn;
  /** What they wrote about it. */
  readonly note?: AnyPgColumn;
}

/** Where the database names the staff who did something, besides the door and the audit log. */
export const STAFF_NAMES: readonly StaffName[] = [
  { name: doorInvitations.createdBy, since: doorInvitations.createdAt },
  { name: refunds.requestedBy, since: refunds.createdAt, note: refunds.note },
  { name: cancellations.requestedBy, since: cancellations.createdAt, note: cancellations.note },
  { name: paymentCases.resolvedBy, since: paymentCases.resolvedAt, note: paymentCases.resolution },
  { name: emailTemplateVersions.savedBy, since: emailTemplateVersions.savedAt },
];

/** Where the person acted as staff. */
export async function eraseStaffName(tx: Transaction, { email }: Person): Promise<void> {
  const { actor } = ERASED;
  const is = (column: AnyPgColumn) => equalsEmail(sql`${column}`, email);
  await tx.update(checkIns).set({ checkedInBy: actor }).where(is(checkIns.checkedInBy));
  await tx.update(checkIns).set({ undoneBy: actor }).where(is(checkIns.undoneBy));
  await blankMakersOfScans(tx, is(scans.madeBy));
  for (const { name } of STAFF_NAMES) {
    await tx.execute(sql`UPDATE ${name.table} SET ${sql.identifier(name.name)} = ${actor} WHERE ${is(name)}`);
  }
}

/** Notes and personal lines anywhere that contain their address, name or phone. */
export async function eraseNotes(tx: Transaction, { ownWords: words }: Person): Promise<void> {
  const texts = [
    checkIns.notes,
    claimLinks.personalLine,
    refunds.note,
    cancellations.note,
    paymentCases.resolution,
  ];
  for (const text of texts) {
    await tx.execute(sql`UPDATE ${text.table} SET ${sql.identifier(text.name)} = NULL
      WHERE ${says(sql`${text}`, words)}`);
  }
  await blankNotesOfScans(tx, says(sql`${scans.notes}`, words));
  await tx
    .update(paymentCases)
    .set({ details: { erased: true } })
    .where(says(sql`${paymentCases.details}`, words));
}

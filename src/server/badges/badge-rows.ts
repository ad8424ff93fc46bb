import { fullName } from '#domain/attendee.ts';
import { isTicket } from '../check-in/expected-people.ts';
import type { Context } from '../context.ts';
import { alphabetical } from '../db/alphabetical.ts';
import { and, eq, inArray, type SQL, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { badges, orders, qrCodes, registrations } from '../db/tables.ts';
import { currentCode } from '../tickets/ticket-codes.ts';
import { type Badge, isByHand } from './draw-badges.ts';

/** A fingerprint of everything on a badge: if any of it changes, the badge counts as unprinted (R-BADGE-2). */
export const says = sql<string>`encode(sha256(convert_to(jsonb_build_array(
  ${registrations.firstName}, ${registrations.lastName}, ${registrations.track}, ${orders.organization},
  ${qrCodes.qrCodeData})::text, 'UTF8')), 'hex')`;

/** Whether the current badge is still unprinted. */
export const isUnprinted = sql`NOT EXISTS (SELECT FROM ${badges} WHERE ${badges.registrationId} = ${registrations.id}
  AND ${badges.printedAt} IS NOT NULL AND ${badges.says} = ${says})`;

/** What the badges say of everybody with a valid ticket, in the door list's order. */
export async function readBadges(db: Context['db'] | Transaction, where: SQL): Promise<Badge[]> {
  return db
    .select({
      firstName: registrations.firstName,
      lastName: registrations.lastName,
      organization: orders.organization,
      track: registrations.track,
      token: qrCodes.qrCodeData,
    })
    .from(registrations)
    .innerJoin(orders, eq(orders.id, registrations.orderId))
    .innerJoin(qrCodes, currentCode(registrations.id))
    .where(and(isTicket(), where))
    .orderBy(alphabetical(registrations.lastName), alphabetical(registrations.firstName), registrations.id);
}

/** Each file's names that can only be written by hand. */
export async function namesByHand(
  db: Context['db'] | Transaction,
  files: readonly string[],
): Promise<(file: string) => string[]> {
  const { firstName, lastName } = registrations;
  const rows = await db
    .select({ file: badges.file, firstName, lastName })
    .from(badges)
    .innerJoin(registrations, eq(registrations.id, badges.registrationId))
    .innerJoin(orders, eq(orders.id, registrations.orderId))
    .innerJoin(qrCodes, currentCode(registrations.id))
    .where(and(isTicket(), inArray(badges.file, [...files]), eq(badges.says, says)))
    .orderBy(alphabetical(lastName), alphabetical(firstName), registrations.id);
  const byHand = rows.filter(isByHand);
  return (file) => byHand.flatMap((one) => (one.file === file ? fullName(one) : []));
}

/** A file's badges, except those whose ticket has changed or ended since: they would be wrong at the door. */
export function isInFile(file: string): SQL {
  return sql`EXISTS (SELECT FROM ${badges} WHERE ${badges.file} = ${file}
    AND ${badges.registrationId} = ${registrations.id} AND ${badges.says} = ${says})`;
}

import { ERASED } from '#domain/erased.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { SITE } from './desk-scan.ts';

/** Blanks the names and notes in the log. What happened, and when, stays. */
export function blankPeopleOfScans(tx: Transaction, which: SQL): Promise<number> {
  return blank(
    tx,
    sql`notes = NULL, first_name = CASE WHEN first_name IS NOT NULL THEN ${ERASED.firstName} END,
      last_name = CASE WHEN last_name IS NOT NULL THEN ${ERASED.lastName} END`,
    sql`${which} AND num_nonnulls(notes, nullif(first_name, ${ERASED.firstName})) > 0`,
  );
}

export function blankNotesOfScans(tx: Transaction, which: SQL): Promise<number> {
  return blank(tx, sql`notes = NULL`, which);
}

/** Blanks the authors: staff by address, volunteers by first name, but not the site itself. */
export function blankMakersOfScans(tx: Transaction, which: SQL): Promise<number> {
  return blank(
    tx,
    sql`made_by = ${ERASED.actor}`,
    sql`${which} AND made_by NOT IN (${ERASED.actor}, ${SITE})`,
  );
}

/** The log's trigger allows only this. */
async function blank(tx: Transaction, set: SQL, where: SQL): Promise<number> {
  await tx.execute(sql`SELECT set_config('summit.blanking_scans', 'on', true)`);
  const { rowCount } = await tx.execute(sql`UPDATE scans SET ${set} WHERE ${where}`);
  await tx.execute(sql`SELECT set_config('summit.blanking_scans', 'off', true)`);
  return rowCount ?? 0;
}

import type { Scan } from '#domain/standing.ts';
import { and, inArray, isNotNull, or } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type ScanRow, scans } from '../db/tables.ts';

/** A row of the log: as the rules read it, and as stored. */
export type LoggedScan = Scan & Logged;

export interface Logged {
  readonly row: ScanRow;
}

/**
 * Every row, of all days, about these registrations and about the seats named at the door in these orders, and the rows
 * with these ids, whomever they are about.
 */
export async function readLog(
  tx: Transaction,
  {
    registrationIds,
    orderIds,
    ids = [],
  }: { registrationIds: readonly number[]; orderIds: readonly number[]; ids?: readonly string[] },
): Promise<ScanRow[]> {
  return tx
    .select()
    .from(scans)
    .where(
      or(
        inArray(scans.registrationId, [...registrationIds]),
        and(inArray(scans.orderId, [...orderIds]), isNotNull(scans.seat)),
        inArray(scans.id, [...ids]),
      ),
    );
}

/**
 * The rows of the log that count for this person, as the rules read them. People named at the door are identified by
 * their seat.
 */
export function scansOf(
  { id, seat }: { readonly id?: number; readonly seat: string | null },
  log: readonly ScanRow[],
): LoggedScan[] {
  return log
    .filter((row) => !row.practice && (seat ? row.seat === seat : row.registrationId === id))
    .map(asScan);
}

/** The database's checks say which columns each kind has. */
export function asScan(row: ScanRow): LoggedScan {
  const made = { id: row.id, decidedAt: row.decidedAt.getTime(), device: row.device, role: row.role, row };
  switch (row.kind) {
    case 'admit':
      return { kind: 'admit', ...made, day: row.day };
    case 'name':
      return { kind: 'name', ...made, firstName: row.firstName!, lastName: row.lastName! };
    case 'undo':
      return { kind: 'undo', ...made, refersTo: row.refersTo! };
    case 'settle':
      return { kind: 'settle', ...made, refersTo: row.refersTo!, outcome: row.outcome! };
  }
}

import { PASSED_ON } from '#domain/person-change.ts';
import { SITE, undoOf } from '../audit/desk-scan.ts';
import type { Context } from '../context.ts';
import { and, asc, eq, inArray, isNotNull, or } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { orders, qrCodes, registrationAudit, registrations, type ScanRow } from '../db/tables.ts';
import { type Person, writeScans } from '../scans/project-check-ins.ts';
import { readLog } from '../scans/read-log.ts';
import { fillSeats, findGiven } from './fill-seats.ts';
import { hashSecret } from './find-phone.ts';

/**
 * Adds rows that are already decided, in any order and any number of times, and rewrites the data derived from the log.
 * Refuses nothing: what happened at the door has happened (R-DOOR-4). Returns the rows that are new.
 */
export async function recordScans(ctx: Context, rows: readonly ScanRow[]): Promise<readonly ScanRow[]> {
  if (rows.length === 0) return [];
  return ctx.db.transaction(async (tx) => {
    const ofSeats = await lockOrders(
      tx,
      rows.filter((row) => row.seat).map((row) => row.orderId),
    );
    const direct = rows.flatMap((row) => row.registrationId ?? []);
    const people = await lockPeople(tx, direct, ofSeats);
    const log = await readLog(tx, {
      registrationIds: people.filter((one) => !one.seat).map((one) => one.id),
      orderIds: ofSeats,
      ids: rows.map((row) => row.id),
    });
    const added = withNewIds(rows, log);
    const undos = (await ofFormerHolders(tx, people, added)).map((row) => ({
      ...undoOf(ctx, row),
      madeBy: SITE,
    }));
    const seated = await fillSeats(tx, ctx, ofSeats, [...log, ...added]);
    const written = [...added, ...undos];
    await writeScans(tx, ctx, written, [...people.filter((one) => !one.seat), ...seated], log);
    return added;
  });
}

/**
 * Admissions of whoever had the ticket before it passed to somebody else, which arrive only now. The new holder isn't
 * inside. A phone with an old copy admits the earlier holder even after that, so what counts is the code in its
 * copy; only without one, as from paper, the time.
 */
async function ofFormerHolders(
  tx: Transaction,
  people: readonly Person[],
  added: readonly ScanRow[],
): Promise<ScanRow[]> {
  const given = await findGiven(
    tx,
    people.filter((one) => one.seat).map((one) => one.id),
  );
  // The door itself moves names from seat to seat, and each gets a new code: only a ticket given away has a new holder.
  // But paper has only a registration's short code, and an earlier name may have got that registration since.
  const ofSeat = ({ seat, method }: ScanRow) =>
    people.find((one) => one.seat === seat && (method === 'paper' || given.has(one.id)))?.id;
  const idOf = (row: ScanRow) => row.registrationId ?? ofSeat(row);
  const admits = added.filter((row) => row.kind === 'admit' && !row.practice && idOf(row) !== undefined);
  if (admits.length === 0) return [];
  const { registrationId, qrCodeData, replacedAt, replacedBecause } = qrCodes;
  const codes = await tx
    .select({ registrationId, qrCodeData, replacedAt, replacedBecause })
    .from(qrCodes)
    .where(
      inArray(
        registrationId,
        admits.map((row) => idOf(row)!),
      ),
    );
  const transfers = await readTransfers(
    tx,
    admits.filter((row) => !row.codeHash),
  );
  return admits.filter((row) => {
    if (!row.codeHash)
      return transfers.some((one) => one.registrationId === idOf(row) && row.decidedAt < one.at);
    const issued = codes.filter((one) => one.registrationId === idOf(row));
    const passed = issued.filter((one) => one.replacedBecause && PASSED_ON.includes(one.replacedBecause));
    const own = issued.find((one) => hashSecret(one.qrCodeData).toString('base64url') === row.codeHash);
    // An erasure deletes its person's codes; the seat has a code again once somebody else has it.
    if (!own) return issued.length > 0;
    // Whose address was corrected has a newer code, which may have passed on since.
    return own.replacedAt !== null && passed.some((one) => own.replacedAt! <= one.replacedAt!);
  });
}

/** When tickets of these rows' orders passed to somebody else. An erasure deletes the codes that say so, but not this. */
async function readTransfers(tx: Transaction, rows: readonly ScanRow[]) {
  if (rows.length === 0) return [];
  const { orderId, registrationId, action, timestamp: at } = registrationAudit;
  return tx
    .select({ registrationId, at })
    .from(registrationAudit)
    .where(
      and(
        inArray(
          orderId,
          rows.map((row) => row.orderId),
        ),
        eq(action, 'ticket_transferred'),
      ),
    );
}

/** A row with a known id is a repetition, or an attempt to change the log, even within one call. */
function withNewIds(rows: readonly ScanRow[], log: readonly ScanRow[]): ScanRow[] {
  const known = new Set(log.map(({ id }) => id));
  return rows.filter(({ id }) => {
    const isNew = !known.has(id);
    known.add(id);
    return isNew;
  });
}

/**
 * Like all code, locks orders before people and each by ascending id, so that nothing deadlocks. Returns those that still
 * exist: staff may have deleted one while a phone was offline.
 */
async function lockOrders(tx: Transaction, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const found = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(inArray(orders.id, [...new Set(ids)]))
    .orderBy(asc(orders.id))
    .for('update');
  return found.map(({ id }) => id);
}

function lockPeople(tx: Transaction, ids: readonly number[], ofSeats: readonly number[]) {
  return tx
    .select({ id: registrations.id, seat: registrations.seat })
    .from(registrations)
    .where(
      or(
        inArray(registrations.id, [...new Set(ids)]),
        and(inArray(registrations.orderId, [...ofSeats]), isNotNull(registrations.seat)),
      ),
    )
    .orderBy(asc(registrations.id))
    .for('update', { of: registrations });
}

import { standings } from '#domain/standing.ts';
import { auditRow } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { and, getTableColumns, inArray, notInArray, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { checkIns, type ScanRow, scans } from '../db/tables.ts';
import { type Logged, scansOf } from './read-log.ts';

/** The person that rows are about. */
export interface Person {
  readonly id: number;
  /** The id of the scan that named this person at the door; null for everybody else. */
  readonly seat: string | null;
  /** The code that was shown, if one was. */
  readonly qrCodeId?: number | null;
}

/**
 * Adds rows to the log and rewrites these people's `check_ins` from the whole log: `log` has every row about them, of
 * all days. The caller has locked their registrations.
 */
export async function writeScans(
  tx: Transaction,
  ctx: Context,
  added: readonly ScanRow[],
  people: readonly Person[],
  log: readonly ScanRow[],
): Promise<void> {
  const all = [...log, ...added];
  const projections = people.map((person) => project(person, all));
  const kept = projections.flatMap((one) => one.checkIns.map(({ press_id }) => press_id));
  const gone = projections.flatMap((one) => one.notIn);
  // A seat's registration may have belonged to somebody else.
  if (gone.length > 0 || people.some((one) => one.seat)) {
    const ids = people.map((one) => one.id);
    await tx
      .delete(checkIns)
      .where(and(inArray(checkIns.registrationId, ids), notInArray(checkIns.pressId, kept)));
  }
  await tx.execute(sql`
    WITH added AS (
      INSERT INTO scans SELECT * FROM jsonb_populate_recordset(NULL::scans, ${JSON.stringify(added.map(toColumns))}::jsonb)
      ON CONFLICT (id) DO NOTHING
      RETURNING kind, practice, order_id, registration_id, seat, day, method, door, refers_to, outcome
    ), audited AS (
      INSERT INTO registration_audit (action, order_id, registration_id, details, actor, actor_kind, ip_address, user_agent, timestamp)
      SELECT ${ACTION}, order_id, coalesce(registration_id, person.id),
        jsonb_strip_nulls(jsonb_build_object('day', day, 'method', method, 'door', door, 'outcome', outcome)),
        cause.actor, cause."actorKind", cause."ipAddress", cause."userAgent", ${ctx.now}
      FROM added
        LEFT JOIN LATERAL (SELECT id FROM registrations WHERE registrations.seat = added.seat) AS person ON true,
        jsonb_to_record(${JSON.stringify(auditRow(ctx, { action: '', registrationId: 0 }))}::jsonb)
          AS cause (actor text, "actorKind" text, "ipAddress" text, "userAgent" text)
      WHERE NOT practice
    ), marked AS (
      UPDATE registrations SET checked_in = person.at IS NOT NULL, checked_in_at = person.at
      FROM jsonb_to_recordset(${JSON.stringify(projections)}::jsonb) AS person ("registrationId" integer, at timestamptz)
      WHERE registrations.id = person."registrationId"
        AND (checked_in, checked_in_at) IS DISTINCT FROM (person.at IS NOT NULL, person.at)
    )
    INSERT INTO check_ins (registration_id, qr_code_id, checked_in_by, checked_in_at, location, method, notes, admitted_on,
      undone_at, undone_by, press_id)
    SELECT registration_id, qr_code_id, checked_in_by, checked_in_at, location, method, notes, admitted_on, undone_at,
      undone_by, press_id
    FROM jsonb_populate_recordset(NULL::check_ins, ${JSON.stringify(projections.flatMap((one) => one.checkIns))}::jsonb)
    -- An admission that was undone makes room for the next.
    ORDER BY undone_at NULLS LAST
    ON CONFLICT (press_id) DO UPDATE SET registration_id = excluded.registration_id, undone_at = excluded.undone_at,
      undone_by = excluded.undone_by
    WHERE (check_ins.registration_id, check_ins.undone_at, check_ins.undone_by)
      IS DISTINCT FROM (excluded.registration_id, excluded.undone_at, excluded.undone_by)`);
}

const ACTION = sql`CASE kind WHEN 'admit' THEN 'checked_in' WHEN 'undo' THEN 'check_in_undone' WHEN 'settle'
  THEN 'duplicate_settled' ELSE 'seat_named_at_door' END`;

function project(person: Person, log: readonly ScanRow[]) {
  const { id: registrationId, qrCodeId = null } = person;
  const ofDays = standings<Logged>(scansOf(person, log));
  const current = ofDays.flatMap(({ admitted }) => admitted ?? []);
  const undone = ofDays.flatMap((one) => one.undone);
  return {
    registrationId,
    /** When the person came in last, or null. */
    at:
      current
        .map(({ row }) => row.decidedAt.toISOString())
        .toSorted()
        .at(-1) ?? null,
    checkIns: [
      ...undone.map(({ admit, by }) => ({
        ...toCheckIn(registrationId, qrCodeId, admit.row),
        undone_at: by.row.decidedAt,
        undone_by: by.row.madeBy,
      })),
      ...current.map(({ row }) => toCheckIn(registrationId, qrCodeId, row)),
    ],
    /** Admissions that another one supersedes; they stay only in the log. */
    notIn: ofDays.flatMap(({ duplicates, settled }) => [...duplicates, ...settled.map(({ admit }) => admit)]),
  };
}

function toCheckIn(registrationId: number, qrCodeId: number | null, row: ScanRow) {
  return {
    registration_id: registrationId,
    qr_code_id: row.method === 'qr_scan' ? qrCodeId : null,
    checked_in_by: row.madeBy,
    checked_in_at: row.decidedAt,
    location: row.door,
    method: row.method ?? 'qr_scan',
    notes: row.notes,
    admitted_on: row.day,
    press_id: row.id,
  };
}

function toColumns(row: ScanRow): Record<string, unknown> {
  const columns = Object.entries(getTableColumns(scans));
  return Object.fromEntries(columns.map(([key, { name }]) => [name, row[key as keyof ScanRow]]));
}

import type { ReceivedScan, syncDoor as route } from '#contract/door.ts';
import type { ParsedOf } from '#contract/route.ts';
import { DOOR_REFUSALS } from '#contract/words/door.ts';
import type { ActingPhone } from '#domain/access.ts';
import { dayIn } from '#domain/calendar.ts';
import type { Context } from '../context.ts';
import { and, eq, gt, inArray, sql } from '../db/drizzle.ts';
import { SNAPSHOT, type Transaction } from '../db/open-database.ts';
import { doorPhones, registrations, type ScanRow, scans as scanLog } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { inBase64url, readDoorOrders } from './door-orders.ts';
import { recordScans } from './record-scans.ts';

type Body = ParsedOf<typeof route.body>;
type SyncResponse = ParsedOf<typeof route.response>;

/** In `door_changes`, order 0 means that the list of ended codes changed. */
const ENDED_CODES = 0;

/** A clock that ran ahead since the last response must not put an admission into the future. */
const AHEAD_MS = 60_000;

/** Stores a phone's decisions, and returns the changes since its last call. */
export async function syncDoor(ctx: Context, { scans, since, status }: Body): Promise<SyncResponse> {
  const { phone } = ctx.actor;
  if (!phone) throw new Refusal('door_phone_needed');
  const isRevoked = ctx.now >= phone.endsAt;
  const { rows, refused } = await judge(ctx, phone, scans);
  const added = await recordScans(ctx, rows);
  await ctx.db
    .update(doorPhones)
    .set({ lastSeenAt: ctx.now, tickets: status.tickets, waiting: status.waiting, isReady: status.isReady })
    .where(eq(doorPhones.id, phone.id));
  const response = { now: ctx.now.toISOString(), stored: rows.map(({ id }) => id), refused, isRevoked };
  if (since === null) await endFormer(ctx, phone.id);
  if (isRevoked) return { ...response, cursor: '', isWhole: false, orders: [], gone: [], ended: null };
  // Their orders haven't changed, but the phone may not know what became of them since.
  const repeated = rows.filter((row) => !added.includes(row)).map((row) => row.orderId);
  return { ...response, ...(await readChanges(ctx, since, repeated)) };
}

/** The browser's previous phone, before it joined again. `revokedAt` would say that staff revoked it. */
async function endFormer(ctx: Context, phone: string): Promise<void> {
  const former = ctx.db.select({ id: doorPhones.replaces }).from(doorPhones).where(eq(doorPhones.id, phone));
  await ctx.db
    .update(doorPhones)
    .set({ endsAt: ctx.now })
    .where(and(inArray(doorPhones.id, former), gt(doorPhones.endsAt, ctx.now)));
}

async function judge(ctx: Context, phone: ActingPhone, scans: readonly ReceivedScan[]) {
  const orderOf = await findOrders(ctx, scans);
  const madeBefore = await findMadeBefore(ctx, phone, scans);
  const judged = scans.map((scan) => {
    const decidedAt = new Date(Math.min(Date.parse(scan.decidedAt), ctx.now.getTime() + AHEAD_MS));
    const device = (scan.kind === 'undo' && madeBefore.get(scan.refersTo)) || phone.id;
    return {
      row: toRow(ctx, { ...phone, id: device }, scan, decidedAt),
      why: whyNot(phone, scan, decidedAt, orderOf),
    };
  });
  const stored = await findStored(
    ctx,
    judged.filter(({ why }) => why).map(({ row }) => row),
  );
  const rows: ScanRow[] = [];
  const refused: { id: string; message: string }[] = [];
  for (const { row, why } of judged) {
    if (why && !stored.includes(row)) refused.push({ id: row.id, message: DOOR_REFUSALS[why] });
    else rows.push(row);
  }
  return { rows, refused };
}

/**
 * Scans that are already stored. A phone may send them again after it has joined again with fewer rights. No other phone
 * knows all these fields of a scan, so nobody can find out what else is stored.
 */
async function findStored(ctx: Context, rows: readonly ScanRow[]): Promise<ScanRow[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const known = await ctx.db.select().from(scanLog).where(inArray(scanLog.id, ids));
  const content = ({ id, kind, orderId, registrationId, seat, refersTo, outcome, phoneClock }: ScanRow) =>
    JSON.stringify([id, kind, orderId, registrationId, seat, refersTo, outcome, phoneClock]);
  const contents = known.map(content);
  return rows.filter((row) => contents.includes(content(row)));
}

/**
 * What is undone here, but was made before the phone joined again, with the phone's id at that time: a steward's undo
 * counts only with the same one.
 */
async function findMadeBefore(
  ctx: Context,
  phone: ActingPhone,
  scans: readonly ReceivedScan[],
): Promise<Map<string, string>> {
  const ids = scans.flatMap((scan) => (scan.kind === 'undo' ? [scan.refersTo] : []));
  if (ids.length === 0) return new Map();
  const { rows } = await ctx.db.execute<{ id: string; device: string }>(sql`
    WITH RECURSIVE former AS (
      SELECT replaces AS id FROM door_phones WHERE id = ${phone.id}::uuid
      UNION SELECT door_phones.replaces FROM door_phones JOIN former USING (id)
    )
    SELECT scans.id, device FROM scans JOIN former ON former.id = device
    WHERE scans.id = ANY(${sql.param(ids)}::uuid[])`);
  return new Map(rows.map(({ id, device }) => [id, device]));
}

/** Each mentioned registration's order. */
async function findOrders(ctx: Context, scans: readonly ReceivedScan[]): Promise<Map<number, number>> {
  const ids = scans.flatMap((scan) => (scan.kind === 'name' ? [] : (scan.registration ?? [])));
  if (ids.length === 0) return new Map();
  const found = await ctx.db
    .select({ id: registrations.id, orderId: registrations.orderId })
    .from(registrations)
    .where(inArray(registrations.id, ids));
  return new Map(found.map(({ id, orderId }) => [id, orderId]));
}

function whyNot(
  phone: ActingPhone,
  scan: ReceivedScan,
  decidedAt: Date,
  orderOf: ReadonlyMap<number, number>,
): keyof typeof DOOR_REFUSALS | null {
  if (decidedAt >= phone.endsAt) return 'after_the_end';
  if (scan.kind === 'settle' && phone.role !== 'supervisor') return 'not_a_supervisor';
  if (scan.kind === 'name') return null;
  if ((scan.registration === null) === (scan.seat === null)) return 'nobody';
  // A ticket deleted since stays in the log; another order's ticket is a mistake.
  const order = scan.registration === null ? scan.order : (orderOf.get(scan.registration) ?? scan.order);
  return order === scan.order ? null : 'nobody';
}

function toRow(ctx: Context, phone: ActingPhone, scan: ReceivedScan, decidedAt: Date): ScanRow {
  return {
    id: scan.id,
    kind: scan.kind,
    device: phone.id,
    role: phone.role,
    madeBy: phone.person,
    door: phone.door,
    orderId: scan.order,
    registrationId: scan.kind === 'name' ? null : scan.registration,
    seat: scan.kind === 'name' ? scan.id : scan.seat,
    day: dayIn(ctx.content.event.zone, decidedAt),
    refersTo: 'refersTo' in scan ? scan.refersTo : null,
    outcome: scan.kind === 'settle' ? scan.outcome : null,
    firstName: scan.kind === 'name' ? scan.firstName : null,
    lastName: scan.kind === 'name' ? scan.lastName : null,
    practice: scan.practice,
    decidedAt,
    phoneClock: new Date(scan.phoneClock),
    receivedAt: ctx.now,
    method: scan.kind === 'admit' ? scan.method : null,
    listVersion: scan.listVersion,
    codeHash: scan.kind === 'admit' ? (scan.code ?? null) : null,
    notes: scan.kind === 'admit' ? (scan.notes ?? null) : null,
    fromRevoked: ctx.now >= phone.endsAt,
  };
}

/**
 * These orders, and changes by transactions from `since` on. The new cursor is the oldest running transaction: its
 * changes come next time, however late it commits.
 */
async function readChanges(ctx: Context, since: string | null, orderIds: readonly number[]) {
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute(
      sql`SELECT left(id::text, 8) AS feed, pg_snapshot_xmin(now)::text AS oldest, pg_snapshot_xmax(now)::text AS next
          FROM door_feed, pg_current_snapshot() AS now`,
    );
    const { feed, oldest, next } = rows[0] as { feed: string; oldest: string; next: string };
    const cursor = `${feed}:${oldest}`;
    const from = transactionIn(since, feed, next);
    if (from === null) {
      const orders = await readDoorOrders(tx, ctx, sql`true`);
      return { cursor, isWhole: true, orders, gone: [], ended: await readEnded(tx) };
    }
    const changed = await tx.execute(
      sql`SELECT DISTINCT order_id AS id FROM door_changes WHERE changed >= ${from}::xid8 AND changed < ${oldest}::xid8`,
    );
    const ids = [...new Set([...changed.rows.map(({ id }) => Number(id)), ...orderIds])];
    if (ids.length === 0) return { cursor, isWhole: false, orders: [], gone: [], ended: null };
    const orders = await readDoorOrders(tx, ctx, sql`orders.id = ANY(${sql.param(ids)}::integer[])`);
    const gone = ids.filter((id) => id !== ENDED_CODES && !orders.some(({ order }) => order === id));
    const ended = ids.includes(ENDED_CODES) ? await readEnded(tx) : null;
    return { cursor, isWhole: false, orders, gone, ended };
  }, SNAPSHOT);
}

/** Hashes as the copy has those of tickets. */
async function readEnded(tx: Transaction): Promise<string[]> {
  const { rows } = await tx.execute(
    sql`SELECT ${inBase64url(sql`decode(hash, 'hex')`)} AS code FROM ended_codes ORDER BY hash`,
  );
  return rows.map(({ code }) => code as string);
}

/**
 * Null if there is no cursor, or if it is from another database, or from a later state of this one that a restore
 * discarded: what has changed since is then unknown. After a restore, `next`, the next transaction, is lower than before.
 */
function transactionIn(cursor: string | null, feed: string, next: string): string | null {
  const [of, transaction = ''] = cursor?.split(':') ?? [];
  if (of !== feed || !/^\d{1,18}$/.test(transaction)) return null;
  return BigInt(transaction) <= BigInt(next) ? transaction : null;
}

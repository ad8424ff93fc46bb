import type { Board } from '#contract/door-day.ts';
import { registrationNumber } from '#domain/codes.ts';
import { seating, standings, unsettledAdmits } from '#domain/standing.ts';
import { SITE } from '../audit/desk-scan.ts';
import type { Context } from '../context.ts';
import { type AnyPgColumn, and, count, eq, gt, inArray, isNotNull, isNull, or, sql } from '../db/drizzle.ts';
import { registrationAudit, registrations, type ScanRow, scans } from '../db/tables.ts';
import type { presentAdmit } from '../door/door-orders.ts';
import { asScan, type Logged } from '../scans/read-log.ts';

type Questions = Pick<Board, 'duplicates' | 'over' | 'ended'>;
type Person = Questions['duplicates'][number];

/** What a supervisor must settle, latest first. Covers all days, because an earlier day's scans may arrive today. */
export async function findOpenQuestions(ctx: Context, present: typeof presentAdmit): Promise<Questions> {
  const [admits, names, late] = [await readRepeated(ctx), await readUnseated(ctx), await readLate(ctx)];
  const nameOf = await readNames(ctx, [...admits, ...late]);
  const personOf = (row: ScanRow): Omit<Person, 'admitted' | 'duplicate'> => ({
    registration: row.registrationId,
    seat: row.seat,
    name: nameOf(row),
    order: row.orderId,
    number: registrationNumber(ctx.content.event.shortCode, row.orderId),
  });
  const ofDays = groupsOf(admits, whoseKey).flatMap((rows) => standings<Logged>(rows.map(asScan)));
  const duplicates = ofDays.flatMap(({ admitted, duplicates: others }) =>
    others.map(({ row }) => ({
      ...personOf(row),
      admitted: present(admitted!.row),
      duplicate: present(row),
    })),
  );
  const over = groupsOf(names, (row) => String(row.orderId)).flatMap((rows) =>
    seating<Logged>(rows.map(asScan), 0).over.map(({ row }) => ({
      ...personOf(row),
      name: `${row.firstName} ${row.lastName}`,
      at: row.decidedAt.toISOString(),
      door: row.door,
      by: row.madeBy,
    })),
  );
  const isOfSite = ({ madeBy }: ScanRow) => madeBy === SITE;
  const passedOn = late.filter(isOfSite).map(({ refersTo }) => refersTo);
  const byPeople = late.filter((row) => !isOfSite(row));
  const ended = unsettledAdmits<Logged>(byPeople.map(asScan)).map(({ row }) => ({
    ...personOf(row),
    admitted: present(row),
    isPassedOn: passedOn.includes(row.id),
  }));
  return {
    duplicates: duplicates.toSorted((a, b) => b.duplicate.at.localeCompare(a.duplicate.at)),
    over: over.toSorted((a, b) => b.at.localeCompare(a.at)),
    ended: ended.toSorted((a, b) => b.admitted.at.localeCompare(a.admitted.at)),
  };
}

/** Every row, of all days, about somebody who was admitted more than once on a day; it may be settled on a later one. */
function readRepeated({ db }: Context): Promise<ScanRow[]> {
  const repeated = (who: AnyPgColumn) =>
    db
      .select({ who })
      .from(scans)
      .where(and(eq(scans.kind, 'admit'), eq(scans.practice, false), isNotNull(who)))
      .groupBy(who, scans.day)
      .having(gt(count(), 1));
  const { registrationId, seat } = scans;
  return db
    .select()
    .from(scans)
    .where(
      and(
        eq(scans.practice, false),
        or(inArray(registrationId, repeated(registrationId)), inArray(seat, repeated(seat))),
      ),
    );
}

/** Names without a seat, with how they were settled. */
function readUnseated({ db }: Context): Promise<ScanRow[]> {
  const unseated = db
    .select({ id: scans.id })
    .from(scans)
    .leftJoin(registrations, eq(registrations.seat, scans.id))
    .where(and(eq(scans.kind, 'name'), eq(scans.practice, false), isNull(registrations.id)));
  return db
    .select()
    .from(scans)
    .where(and(eq(scans.practice, false), inArray(scans.seat, unseated)));
}

/** Admissions that arrived when their ticket had ended or passed to somebody else, and the rows that refer to them. */
async function readLate({ db }: Context): Promise<ScanRow[]> {
  const { id, seat, voidedAt } = registrations;
  const { action, orderId, registrationId, timestamp } = registrationAudit;
  // Two joins, because PostgreSQL can't hash one with an OR.
  const canceled = [eq(id, scans.registrationId), eq(seat, scans.seat)].map((isTheirs) =>
    db
      .select({ id: scans.id })
      .from(scans)
      .innerJoin(registrations, isTheirs)
      .where(gt(scans.receivedAt, voidedAt)),
  );
  const deleted = [
    [eq(registrationId, scans.registrationId), 'registration_deleted'] as const,
    [eq(orderId, scans.orderId), 'order_deleted'] as const,
  ].map(([isTheirs, what]) =>
    db
      .select({ id: scans.id })
      .from(scans)
      .innerJoin(registrationAudit, isTheirs)
      .where(and(eq(action, what), gt(scans.receivedAt, timestamp))),
  );
  // Whoever was named at the door has only the name as a ticket, which is withdrawn when they are deleted.
  const withdrawn = sql`(SELECT late.id FROM scans AS late
    JOIN scans AS undone ON undone.kind = 'undo' AND undone.refers_to = late.seat AND undone.received_at < late.received_at
    WHERE NOT EXISTS (SELECT FROM registrations AS person WHERE person.seat = late.seat))`;
  const ofFormerHolders = db.select({ id: scans.refersTo }).from(scans).where(eq(scans.madeBy, SITE));
  const lists = [...canceled, ...deleted, withdrawn, ofFormerHolders];
  const isLate = or(...lists.map((late) => inArray(scans.id, late)));
  const admits = and(eq(scans.kind, 'admit'), eq(scans.practice, false), isLate);
  const ids = db.select({ id: scans.id }).from(scans).where(admits);
  return db
    .select()
    .from(scans)
    .where(or(admits, inArray(scans.refersTo, ids)));
}

/** The current name of the person a row is about. */
async function readNames({ db }: Context, rows: readonly ScanRow[]): Promise<(row: ScanRow) => string> {
  const { id, seat, firstName, lastName } = registrations;
  const ids = rows.flatMap((row) => row.registrationId ?? []);
  const seats = rows.flatMap((row) => row.seat ?? []);
  const [people, named] = [
    await db
      .select({ id, seat, firstName, lastName })
      .from(registrations)
      .where(or(inArray(id, ids), inArray(seat, seats))),
    await db
      .select({ id: scans.id, firstName: scans.firstName, lastName: scans.lastName })
      .from(scans)
      .where(and(eq(scans.kind, 'name'), inArray(scans.id, seats))),
  ];
  return (row) => {
    const found =
      people.find((one) => (row.seat ? one.seat === row.seat : one.id === row.registrationId)) ??
      named.find((one) => one.id === row.seat);
    return found ? `${found.firstName} ${found.lastName}` : 'A deleted person';
  };
}

const whoseKey = (row: ScanRow) => row.seat ?? String(row.registrationId);

function groupsOf(rows: readonly ScanRow[], keyOf: (row: ScanRow) => string): ScanRow[][] {
  return [...Map.groupBy(rows, keyOf).values()];
}

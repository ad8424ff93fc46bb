import type { AdmitView, DoorOrder, DoorTicket } from '#contract/door.ts';
import { HELP_DESK, PAPER_LIST } from '#contract/words/door.ts';
import { registrationNumber } from '#domain/codes.ts';
import { PAID_STATUSES } from '#domain/order.ts';
import { packageLabel } from '#domain/packages.ts';
import { shortCode } from '#domain/short-code.ts';
import { type Standing, seating, standings } from '#domain/standing.ts';
import type { Context } from '../context.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import { fromJson } from '../db/from-json.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { type OrderRow, type RegistrationRow, type ScanRow, scans } from '../db/tables.ts';
import { freeSeatsOf } from '../orders/free-seats.ts';
import { asScan, type Logged, scansOf } from '../scans/read-log.ts';

type StoredPerson = Pick<RegistrationRow, 'id' | 'seat' | 'firstName' | 'lastName' | 'track'> & {
  readonly isVoided: boolean;
  readonly code: string | null;
  readonly replaced: DoorTicket['replaced'] | null;
};

type StoredOrder = Pick<OrderRow, 'id' | 'organization' | 'eventType' | 'paymentStatus' | 'packageSize'> & {
  readonly totalCents: number;
  readonly phoneEnd: string | null;
  readonly freeSeats: number;
  readonly people: StoredPerson[] | null;
  readonly log: Record<string, unknown>[] | null;
};

/**
 * Orders as door phones keep them: those that ever had tickets, or have free seats now. Codes leave the database only
 * as hashes.
 */
export async function readDoorOrders(
  db: Database | Transaction,
  ctx: Pick<Context, 'content'>,
  which: SQL,
): Promise<DoorOrder[]> {
  const { rows } = await db.execute(sql`
    SELECT orders.id, orders.organization, orders.event_type AS "eventType", orders.payment_status AS "paymentStatus",
      orders.package_size AS "packageSize", round(orders.total_amount * 100)::integer AS "totalCents",
      nullif(right(regexp_replace(coalesce(orders.organizer_phone, ''), '\\D', '', 'g'), 4), '') AS "phoneEnd",
      CASE WHEN orders.payment_status IN ${PAID_STATUSES} THEN ${freeSeatsOf()}::integer ELSE 0 END AS "freeSeats",
      people.list AS people, log.rows AS log
    FROM orders
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object(
        'id', r.id, 'seat', r.seat, 'firstName', first_name, 'lastName', last_name, 'track', track,
        'isVoided', voided_at IS NOT NULL, 'code', codes.current, 'replaced', codes.replaced) ORDER BY r.id) AS list
      FROM registrations AS r LEFT JOIN LATERAL (
        SELECT max(hash) FILTER (WHERE replaced_at IS NULL) AS current,
          json_agg(json_build_object('code', hash, 'at', replaced_at, 'because',
            CASE replaced_because WHEN 'address_corrected' THEN 'another_person' ELSE replaced_because END) ORDER BY id)
            FILTER (WHERE replaced_at IS NOT NULL) AS replaced
        FROM (SELECT id, replaced_at, replaced_because, ${HASH} AS hash FROM qr_codes WHERE registration_id = r.id) AS code
      ) AS codes ON true
      WHERE r.order_id = orders.id
    ) AS people ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(to_json(scans)) AS rows FROM scans WHERE order_id = orders.id AND NOT practice
    ) AS log ON true
    WHERE ${which} AND (people.list IS NOT NULL OR orders.payment_status IN ${PAID_STATUSES})
    ORDER BY orders.id`);
  return (rows as unknown as StoredOrder[]).map((row) => presentOrder(ctx, row));
}

/** SHA-256 in base64url, as the phone computes it from what it scans. */
const HASH = inBase64url(sql`sha256(convert_to(qr_code_data, 'UTF8'))`);

export function inBase64url(bytes: SQL): SQL {
  return sql`rtrim(translate(encode(${bytes}, 'base64'), '+/', '-_'), '=')`;
}

function presentOrder(ctx: Pick<Context, 'content'>, row: StoredOrder): DoorOrder {
  const log = (row.log ?? []).map((one) => fromJson(scans, one));
  const people = row.people ?? [];
  // A stored holder keeps the seat, even one whom an earlier name didn't displace. Every other name waits, even if a seat
  // has become free since: it is given only with the next scan about a seat of this order.
  const names = log.filter((one) => one.seat && !people.some(({ seat }) => seat === one.seat));
  const { over } = seating<Logged>(names.map(asScan), 0);
  return {
    order: row.id,
    number: registrationNumber(ctx.content.event.shortCode, row.id),
    organization: row.organization,
    eventType: row.eventType,
    packageLabel: packageLabel({ ...row, totalAmount: row.totalCents }),
    paymentStatus: row.paymentStatus,
    phoneEnd: row.phoneEnd,
    freeSeats: Math.max(0, row.freeSeats),
    over: over.map(({ id: seat, firstName, lastName }) => ({
      seat,
      firstName,
      lastName,
      days: daysOf({ seat }, log),
    })),
    tickets: people.map((person) => presentTicket(person, log)),
  };
}

function presentTicket({ id, replaced, ...person }: StoredPerson, log: readonly ScanRow[]): DoorTicket {
  return {
    ...person,
    registration: id,
    // JSON writes instants in its own format.
    replaced: (replaced ?? []).map((one) => ({ ...one, at: new Date(one.at).toISOString() })),
    shortCode: shortCode(id),
    days: daysOf({ id, seat: person.seat }, log),
  };
}

function daysOf(person: Parameters<typeof scansOf>[0], log: readonly ScanRow[]): DoorTicket['days'] {
  return standings<Logged>(scansOf(person, log)).map(presentDay);
}

function presentDay({ day, admitted, duplicates, settled }: Standing<Logged>): DoorTicket['days'][number] {
  return {
    day,
    admitted: admitted && presentAdmitToPhone(admitted.row),
    duplicates: duplicates.map(({ row }) => presentAdmitToPhone(row)),
    ...(settled.length > 0 && { settledAdmits: settled.map(({ admit }) => presentAdmitToPhone(admit.row)) }),
  };
}

export function presentAdmit({ id, decidedAt, door, madeBy, device }: ScanRow): AdmitView {
  return { id, at: decidedAt.toISOString(), door, by: madeBy, device };
}

/** Phones are the volunteers' own, so the email addresses of staff stay off them. */
export function presentAdmitToPhone(row: ScanRow): AdmitView {
  const by = row.method === 'paper' ? PAPER_LIST : HELP_DESK;
  return { ...presentAdmit(row), ...(row.device === null && { by }) };
}

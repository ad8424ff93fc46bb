import type pg from 'pg';
import { completeness, countSeats, seatsInUse } from '#domain/attendee.ts';
import { readStanding } from './read-standing.ts';

/** What contradicts itself in the tables about seats, codes, badges, money and check-ins, as sentences. */
export async function findBrokenSeats(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<Sum>(SUMS);
  const { rows: days } = await pool.query<{ day: string; counted: number; held: number }>(DAYS);
  const { rows: twice } = await pool.query<{ id: string }>(CLAIMED_TWICE);
  return [
    ...rows.flatMap((order) => brokenOrder(order)),
    ...days.flatMap(({ day, counted, held }) =>
      counted === held ? [] : [`${day} counts ${counted}, orders hold ${held}`],
    ),
    ...twice.map(({ id }) => `link ${id} was claimed twice`),
    ...(await readStanding(pool)),
  ];
}

interface Sum {
  readonly id: number;
  readonly eventType: 'trainer' | 'conference' | 'both';
  readonly paymentStatus: Parameters<typeof seatsInUse>[0]['paymentStatus'];
  readonly teamMemberCount: number;
  readonly seatsReturned: number;
  readonly badge: string;
  readonly people: Parameters<typeof completeness>[0];
  readonly codeless: number;
  readonly captured: number;
  readonly back: number;
  readonly returned: number;
}

function brokenOrder(order: Sum): string[] {
  const { id, people, eventType, badge, codeless, captured, back, returned, seatsReturned } = order;
  const of = (what: string) => `order ${id}: ${what}`;
  const expected = completeness(people, { seats: seatsInUse(order), eventType });
  return [
    ...(people.length > countSeats(order)
      ? [of(`${people.length} people on ${countSeats(order)} seats`)]
      : []),
    ...(codeless > 0 ? [of(`${codeless} people without exactly one current code`)] : []),
    ...(badge === expected ? [] : [of(`badge ${badge} instead of ${expected}`)]),
    ...(back > captured ? [of(`${back} returned of ${captured}`)] : []),
    ...(returned === seatsReturned
      ? []
      : [of(`${seatsReturned} seats returned, ${returned} by its refunds`)]),
  ];
}

const SUMS = `SELECT o.id, o.event_type AS "eventType", o.payment_status AS "paymentStatus",
    o.team_member_count AS "teamMemberCount", o.seats_returned AS "seatsReturned", o.attendee_data_status AS badge,
    (SELECT coalesce(json_agg(json_build_object('id', id, 'firstName', first_name, 'lastName', last_name, 'email', email,
       'track', track)), '[]') FROM registrations WHERE order_id = o.id AND voided_at IS NULL) AS people,
    (SELECT count(*)::int FROM registrations AS r WHERE order_id = o.id AND voided_at IS NULL AND 1 <>
       (SELECT count(*) FROM qr_codes WHERE registration_id = r.id AND replaced_at IS NULL)) AS codeless,
    (SELECT coalesce(sum(amount) FILTER (WHERE kind = 'capture'), 0)::int FROM payment_ledger WHERE order_id = o.id) AS captured,
    (SELECT coalesce(-sum(amount) FILTER (WHERE kind <> 'capture'), 0)::int FROM payment_ledger WHERE order_id = o.id) AS back,
    (SELECT coalesce(sum(seats), 0)::int FROM refunds WHERE order_id = o.id AND state = 'succeeded')
      + (SELECT coalesce(sum(seats), 0)::int FROM cancellations WHERE order_id = o.id) AS returned
  FROM orders AS o`;

const DAYS = `SELECT c.event_date::text AS day, c.current_registrations AS counted, (
    SELECT coalesce(sum(team_member_count - seats_returned), 0)::int FROM orders WHERE seats_held AND event_type IN
      ('both', CASE c.event_date WHEN '2025-09-19' THEN 'trainer' ELSE 'conference' END)) AS held
  FROM event_capacity AS c`;

const CLAIMED_TWICE = `SELECT details ->> 'linkId' AS id FROM registration_audit
  WHERE action = 'seat_claimed' AND details ->> 'forTeam' = 'false' GROUP BY 1 HAVING count(*) > 1`;

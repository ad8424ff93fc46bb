import type pg from 'pg';
import { type Scan, standings } from '#domain/standing.ts';

interface Logged {
  readonly id: string;
  readonly kind: Scan['kind'];
  readonly registration: number | null;
  readonly seat: string | null;
  readonly day: string;
  readonly decidedAt: Date;
  readonly device: string | null;
  readonly role: Scan['role'];
  readonly refersTo: string | null;
  readonly outcome: 'same_person' | 'two_people' | null;
}

interface Listed {
  readonly id: number;
  readonly seat: string | null;
  readonly isIn: boolean;
  /** Ids of the admissions that `check_ins` has as standing. */
  readonly admitted: readonly string[];
}

/** Where `check_ins` and `checked_in` say something else than the log, as sentences. */
export async function readStanding(pool: pg.Pool): Promise<string[]> {
  const { rows: log } = await pool.query<Logged>(
    `SELECT id, kind, registration_id AS registration, seat, day::text, decided_at AS "decidedAt", device, role,
       refers_to AS "refersTo", outcome FROM scans WHERE NOT practice`,
  );
  const { rows: people } = await pool.query<Listed>(
    `SELECT id, seat, checked_in AS "isIn", ARRAY(SELECT press_id::text FROM check_ins
       WHERE registration_id = registrations.id AND undone_at IS NULL ORDER BY press_id) AS admitted
     FROM registrations`,
  );
  return people.flatMap(({ id, seat, isIn, admitted }) => {
    const own = log.filter((row) => (seat ? row.seat === seat : row.registration === id));
    const expected = standings(own.map(toScan)).flatMap(({ admitted: one }) => one?.id ?? []);
    const isSame = expected.toSorted().join() === admitted.join() && isIn === expected.length > 0;
    return isSame ? [] : [`registration ${id}: the log admits ${expected}, check_ins ${admitted}`];
  });
}

function toScan({ decidedAt, ...row }: Logged): Scan {
  return { ...row, decidedAt: decidedAt.getTime(), firstName: '', lastName: '' } as unknown as Scan;
}

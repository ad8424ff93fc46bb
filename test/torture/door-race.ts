import type { Transaction } from '#server/db/open-database.ts';
import { fillHall } from '../bench/door.ts';
import type { Visitor } from '../visitor.ts';
import { type Check, inParallel, type Outcome, type Torture } from './check.ts';
import { openSite, type Site } from './site.ts';
import { type Guard, replace } from './without-guard.ts';

const TICKETS = 500;

const lockOfRegistration: readonly Guard[] = [
  replace('server/check-in/record-check-in.ts', 'lockRegistration', () => async (tx: Transaction, input) => {
    const { eq } = await import('#server/db/drizzle.ts');
    const { qrCodes } = await import('#server/db/tables.ts');
    const [row] = await tx.select().from(qrCodes).where(eq(qrCodes.qrCodeData, input.qrToken));
    return { id: row!.registrationId, replaced: null };
  }),
];

/** R7: the same ticket at several scanners at the same instant. */
export const doorRace: Check = {
  id: 'R7',
  title: `${TICKETS} tickets, each at 2 to 8 scanners at once`,
  goal: 'each is admitted once; the other scanners are told when',
  seconds: 120,
  run: (torture) => scanAll(torture, []),
  control: (torture) => scanAll(torture, lockOfRegistration),
};

async function scanAll(torture: Torture, without: readonly Guard[]): Promise<Outcome> {
  await using site = await openSite(torture.cluster, { processes: 4, now: '2025-09-20T14:10:00Z', without });
  if (without.length > 0) await site.pool.query('DROP INDEX check_ins_once_a_day');
  const tokens = await fillHall(site.pool, torture.count(TICKETS));
  const doors = await Promise.all(Array.from({ length: 8 }, () => site.staff()));
  const responses = await inParallel(tokens, 4, (token) => scanAtOnce(torture, doors, token));
  return judge(site, responses, tokens.length);
}

interface Scan {
  readonly status: number;
  readonly message: string;
}

function scanAtOnce(torture: Torture, doors: readonly Visitor[], qrToken: string): Promise<Scan[]> {
  const width = 2 + Math.floor(torture.random() * 7);
  return Promise.all(
    doors.slice(0, width).map(async (door) => {
      const response = await door.post('/api/admin/check-in', { qrToken, method: 'qr_scan' });
      const { message = '' } = (await response.json()) as { message?: string };
      return { status: response.status, message };
    }),
  );
}

async function judge({ pool }: Site, responses: readonly Scan[][], tickets: number): Promise<Outcome> {
  const admitted = responses.map((scans) => scans.filter(({ status }) => status === 200).length);
  const others = responses.flat().filter(({ status }) => status !== 200);
  const unsaid = others.filter(
    ({ status, message }) => status !== 409 || !/already checked in/i.test(message),
  );
  const { rows } = await pool.query<{ count: number }>('SELECT count(*)::int AS count FROM check_ins');
  const once = admitted.filter((count) => count === 1).length;
  return {
    measured: `${once} of ${tickets} admitted once, ${rows[0]!.count} admissions stored, ${others.length} refused, ${unsaid.length} of them wrongly`,
    passed: once === tickets && rows[0]!.count === tickets && unsaid.length === 0,
  };
}

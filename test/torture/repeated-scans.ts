import { fillHall } from '../bench/door.ts';
import type { Visitor } from '../visitor.ts';
import type { Check, Outcome, Torture } from './check.ts';
import { lockOfRegistration } from './door-race.ts';
import { openSite, type Site } from './site.ts';
import type { Guard } from './without-guard.ts';

const ORDERS = 100;
const SCANNERS = 3;
const TICKETS = 25;
/** The share of scan answers that are lost on the way. */
const LOST = 0.1;

/**
 * R8: a scanner without the site knows no tickets and admits nobody. On a bad line, answers are lost, scans are
 * repeated, and three scanners see the same people in different orders.
 */
export const repeatedScans: Check = {
  id: 'R8',
  title: `${TICKETS} tickets at ${SCANNERS} scanners in ${ORDERS} orders, each scan sent twice, answers lost`,
  goal: 'the same admissions each time, every double told',
  seconds: 300,
  run: (torture) => scanInAllOrders(torture, torture.count(ORDERS), []),
  control: (torture) => scanInAllOrders(torture, 3, lockOfRegistration),
};

async function scanInAllOrders(
  torture: Torture,
  orders: number,
  without: readonly Guard[],
): Promise<Outcome> {
  const site = await openSite(torture.cluster, { processes: 3, now: '2025-09-20T14:10:00Z', without });
  try {
    if (without.length > 0) await site.pool.query('DROP INDEX check_ins_once_a_day');
    const tokens = await fillHall(site.pool, TICKETS);
    const scanners = await Promise.all(Array.from({ length: SCANNERS }, () => site.staff()));
    const wanted = await admittedByAll(site);
    const line = loseAnswers(site, torture);
    const tally = { same: 0, admitted: 0, doubles: 0, unsaid: 0 };
    for (let order = 0; order < orders; order += 1) {
      const answers = await Promise.all(scanners.map((one) => scanAll(torture, one, tokens)));
      const doubles = answers.flat().filter(({ status }) => status !== 200);
      const found = await readAdmissions(site);
      if (found === wanted) tally.same += 1;
      tally.admitted += answers.flat().length - doubles.length;
      tally.doubles += doubles.length;
      tally.unsaid += doubles.filter(
        ({ status, text }) => status !== 409 || !/already checked in/i.test(text),
      ).length;
      await site.pool.query('DELETE FROM check_ins');
    }
    const { same, admitted, doubles, unsaid } = tally;
    return {
      measured: `the same in ${same} of ${orders} orders, ${admitted} told that they are in, ${doubles} that they were, ${unsaid} otherwise, ${line.lost} answers lost`,
      passed: same === orders && admitted <= orders * TICKETS && unsaid === 0 && line.lost > 0,
    };
  } finally {
    site.front.setLine(undefined);
    await site.stop();
  }
}

function loseAnswers({ front }: Site, { random }: Torture): { lost: number } {
  const line = { lost: 0 };
  front.setLine({
    inspect(_piece, direction) {
      if (direction === 'up' || random() >= LOST) return 'pass';
      line.lost += 1;
      return 'cut';
    },
  });
  return line;
}

/** Every ticket twice at once, in the scanner's own order; lost ones are sent again. */
async function scanAll({ random }: Torture, scanner: Visitor, tokens: readonly string[]) {
  const answers: { status: number; text: string }[] = [];
  const shuffled = tokens.map((token) => ({ token, place: random() })).sort((a, b) => a.place - b.place);
  for (const { token } of shuffled) {
    answers.push(...(await Promise.all([scan(scanner, token), scan(scanner, token)])));
  }
  return answers;
}

async function scan(scanner: Visitor, qrToken: string): Promise<{ status: number; text: string }> {
  for (let tries = 1; ; tries += 1) {
    try {
      const answer = await scanner.post('/api/admin/check-in', { qrToken, method: 'qr_scan' });
      return { status: answer.status, text: await answer.text() };
    } catch (error) {
      if (tries === 20) throw error;
    }
  }
}

/** Everybody's registration once, on the event day. */
async function admittedByAll({ pool }: Site): Promise<string> {
  const { rows } = await pool.query<{ id: number }>('SELECT id FROM registrations ORDER BY id');
  return JSON.stringify(rows.map(({ id }) => [id, '2025-09-20']));
}

async function readAdmissions({ pool }: Site): Promise<string> {
  const { rows } = await pool.query<{ id: number; day: string }>(
    `SELECT registration_id AS id, admitted_on::text AS day FROM check_ins
     WHERE undone_at IS NULL ORDER BY registration_id`,
  );
  return JSON.stringify(rows.map(({ id, day }) => [id, day]));
}

import { randomUUID } from 'node:crypto';
import type { SentScan } from '#contract/door.ts';
import { type Scan, standing } from '#domain/standing.ts';
import type { Transaction } from '#server/db/open-database.ts';
import { fillHall } from '../bench/door.ts';
import type { Visitor } from '../visitor.ts';
import type { Check, Outcome, Torture } from './check.ts';
import { openSite, type Site } from './site.ts';
import { type Guard, replace } from './without-guard.ts';

const ROUNDS = 100;
const TICKETS = 25;
const PHONES = 3;
/** The share of responses that are lost on the way. */
const LOST = 0.1;
/** How far a scan may be displaced, in people. */
const DISORDER = 6;
const DAY = '2025-09-20';
const DOORS_OPEN = Date.parse('2025-09-20T13:00:00Z');

const lockOfPeople: readonly Guard[] = [
  replace('server/door/record-scans.ts', 'lockPeople', () => async (tx: Transaction, ids: number[]) => {
    const { inArray } = await import('#server/db/drizzle.ts');
    const { registrations } = await import('#server/db/tables.ts');
    return tx
      .select({ id: registrations.id, seat: registrations.seat })
      .from(registrations)
      .where(inArray(registrations.id, [...ids]));
  }),
];

/**
 * R8: phones that are offline to each other admit the same people and undo some admissions; later they upload their
 * scans in any order, in batches of any size, each twice, with lost responses.
 */
export const offlineDoors: Check = {
  id: 'R8',
  title: `${TICKETS} people at ${PHONES} phones without a network, in ${ROUNDS} orders, each scan uploaded twice, with lost responses`,
  goal: 'standing admissions follow from the set of scans, every duplicate is reported, nothing is lost',
  seconds: 300,
  run: (torture) => bringInAllOrders(torture, torture.count(ROUNDS), []),
  control: (torture) => bringInAllOrders(torture, 5, lockOfPeople),
};

interface Ticket {
  readonly registration: number;
  readonly order: number;
}

async function bringInAllOrders(
  torture: Torture,
  rounds: number,
  without: readonly Guard[],
): Promise<Outcome> {
  await using site = await openSite(torture.cluster, { processes: 3, now: '2025-09-20T20:00:00Z', without });
  try {
    if (without.length > 0) await site.pool.query('DROP INDEX check_ins_once_a_day');
    await fillHall(site.pool, TICKETS * rounds);
    const { rows: hall } = await site.pool.query<Ticket>(
      'SELECT id AS registration, order_id AS order FROM registrations ORDER BY id',
    );
    const phones = await openPhones(site);
    const line = loseResponses(site, torture);
    const tally = { same: 0, doubles: 0, scans: 0, stored: 0 };
    for (let round = 0; round < rounds; round += 1) {
      const tickets = hall.slice(round * TICKETS, (round + 1) * TICKETS);
      // The list in the responses isn't checked here.
      const since = await cursorOf(phones[0]!);
      const decided = phones.map(() => decide(torture, tickets));
      await line.during(() =>
        Promise.all(phones.map((phone, index) => bring(torture, phone, decided[index]!, since))),
      );
      const expected = whatStands(decided);
      const found = await readStanding(site, tickets);
      if (found.state === expected.state) tally.same += 1;
      tally.doubles += expected.doubles;
      tally.scans += decided.flat().length;
      tally.stored += found.stored;
    }
    const { same, doubles, scans, stored } = tally;
    return {
      measured: `the same in ${same} of ${rounds} orders, ${doubles} duplicates reported, ${stored} of ${scans} scans stored, ${line.lost} responses lost`,
      passed: same === rounds && stored === scans && doubles > 0 && line.lost > 0,
    };
  } finally {
    site.front.setLine(undefined);
  }
}

async function openPhones(site: Site): Promise<Visitor[]> {
  const staff = await site.staff();
  const body = { role: 'supervisor', maxPhones: PHONES };
  const { url } = (await (await staff.post('/api/admin/door/invitations', body)).json()) as { url: string };
  const invitation = new URL(url).hash.slice(1);
  return Promise.all(
    Array.from({ length: PHONES }, async (_, index) => {
      const phone = site.visitor();
      await phone.post('/api/door/join', { invitation, person: `Volunteer ${index}`, door: `Door ${index}` });
      return phone;
    }),
  );
}

async function cursorOf(phone: Visitor): Promise<string> {
  const status = { tickets: 0, waiting: 0, isReady: true };
  const response = await phone.post('/api/door/sync', { scans: [], since: null, status });
  return ((await response.json()) as { cursor: string }).cursor;
}

function loseResponses({ front }: Site, { random }: Torture) {
  const line = {
    lost: 0,
    /** Not while a phone gets the whole list, because one of its many pieces would always be lost. */
    async during(work: () => Promise<unknown>): Promise<void> {
      front.setLine({
        inspect(_piece, direction) {
          if (direction === 'up' || random() >= LOST) return 'pass';
          line.lost += 1;
          return 'cut';
        },
      });
      await work();
      front.setLine(undefined);
    },
  };
  return line;
}

/** One phone's decisions while offline: most people once, some twice, some undone. */
function decide({ random }: Torture, tickets: readonly Ticket[]): SentScan[] {
  const scans: SentScan[] = [];
  const made = () => {
    const at = new Date(DOORS_OPEN + Math.floor(random() * 3_600) * 1000).toISOString();
    return { id: randomUUID(), decidedAt: at, phoneClock: at, practice: false, listVersion: null };
  };
  for (const ticket of tickets) {
    const whom = { ...ticket, seat: null };
    for (let times = Math.floor(random() * 3); times > 0; times -= 1) {
      const admit: SentScan = { kind: 'admit', ...made(), ...whom, method: 'qr_scan' };
      scans.push(admit);
      if (random() < 0.2) scans.push({ kind: 'undo', ...made(), ...whom, refersTo: admit.id });
    }
  }
  return scans;
}

/**
 * Uploads every scan twice, in the phone's own order, in batches of one to eight, four at once. All phones start with
 * the same people, so that they collide.
 */
async function bring(
  { random }: Torture,
  phone: Visitor,
  decided: readonly SentScan[],
  since: string,
): Promise<void> {
  const left = [...decided, ...decided]
    .map((scan) => ({ scan, place: scan.order + random() * DISORDER }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ scan }) => scan);
  const batches: SentScan[][] = [];
  while (left.length > 0) batches.push(left.splice(0, 1 + Math.floor(random() * 8)));
  for (let index = 0; index < batches.length; index += 4) {
    await Promise.all(batches.slice(index, index + 4).map((batch) => send(phone, batch, since)));
  }
}

async function send(phone: Visitor, scans: readonly SentScan[], since: string): Promise<void> {
  const body = { scans, since, status: { tickets: 0, waiting: 0, isReady: true } };
  for (let tries = 1; ; tries += 1) {
    try {
      const response = await phone.post('/api/door/sync', body);
      if (response.status === 503) continue;
      const { refused } = (await response.json()) as { refused?: unknown[] };
      if (!response.ok || refused!.length > 0) throw new Error(`a batch returned ${response.status}`);
      return;
    } catch (error) {
      if (tries === 20) throw error;
    }
  }
}

function whatStands(decided: readonly SentScan[][]): { state: string; doubles: number } {
  const rows = decided.flatMap((scans, index) =>
    scans.map((scan) => ({
      ...scan,
      day: DAY,
      decidedAt: Date.parse(scan.decidedAt),
      device: `phone ${index}`,
      role: 'supervisor' as const,
    })),
  ) as (Scan & { registration: number })[];
  const people = [...new Set(rows.map((one) => one.registration))].toSorted((a, b) => a - b);
  const standings = people.map((person) => ({
    person,
    ...standing(
      rows.filter((one) => one.registration === person),
      DAY,
    ),
  }));
  return {
    state: JSON.stringify(
      standings.flatMap(({ person, admitted }) => (admitted ? [[person, admitted.id]] : [])),
    ),
    doubles: standings.reduce((sum, one) => sum + one.duplicates.length, 0),
  };
}

async function readStanding({ pool }: Site, tickets: readonly Ticket[]) {
  const ids = tickets.map((one) => one.registration);
  const { rows } = await pool.query<{ id: number; press: string }>(
    `SELECT registration_id AS id, press_id AS press FROM check_ins
     WHERE undone_at IS NULL AND registration_id = ANY($1) ORDER BY registration_id, press_id`,
    [ids],
  );
  const stored = await pool.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM scans WHERE registration_id = ANY($1)',
    [ids],
  );
  return { state: JSON.stringify(rows.map(({ id, press }) => [id, press])), stored: stored.rows[0]!.count };
}

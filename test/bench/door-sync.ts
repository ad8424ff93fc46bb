import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { SentScan } from '#contract/door.ts';
import { MAX_SCANS } from '#contract/door.ts';
import type { Visitor } from '../visitor.ts';
import type { World } from '../world.ts';
import { openBenchWorld } from './bench-world.ts';
import { fillHall } from './door.ts';
import type { Figure } from './figure.ts';
import { percentile } from './percentile.ts';

const TICKETS = 5_000;
const PHONES = 6;
const BATCHES = 40;
const CHANGES = 20;

/** The server's work for door phones: batches of scans, a change pushed to another phone, and the whole list. */
export async function benchDoorSync(): Promise<Figure[]> {
  await using world = await openBenchWorld({ now: '2025-09-20T20:00:00Z' });
  await fillHall(world.database.pool, TICKETS);
  const { rows: hall } = await world.database.pool.query<Ticket>(
    'SELECT id AS registration, order_id AS order FROM registrations ORDER BY id',
  );
  const phones = await joinPhones(world);
  const list = await sync(phones[0]!, [], null);
  const perMinute = await timeBatches(phones, hall, list.cursor);
  const waits = await timeChanges([phones[0]!, phones[1]!], hall, list.cursor);
  return [
    {
      name: `scans of ${PHONES} phones accepted in batches of ${MAX_SCANS}`,
      goal: 24_000,
      measured: perMinute,
      unit: '/min',
      isFloor: true,
    },
    {
      name: 'a change reaches another online phone (p95)',
      goal: 2_000,
      measured: percentile(waits, 0.95),
      unit: 'ms',
    },
    {
      name: `the list of ${TICKETS} tickets over the wire`,
      goal: 0.5,
      measured: gzipSync(JSON.stringify(list)).length / 1e6,
      unit: 'MB',
    },
  ];
}

interface Ticket {
  readonly registration: number;
  readonly order: number;
}

async function joinPhones(world: World): Promise<Visitor[]> {
  const staff = await world.staff();
  const { url } = (await (
    await staff.post('/api/admin/door/invitations', { role: 'steward', maxPhones: PHONES })
  ).json()) as { url: string };
  const invitation = new URL(url).hash.slice(1);
  return Promise.all(
    Array.from({ length: PHONES }, async (_, index) => {
      const phone = world.visitor();
      await phone.post('/api/door/join', { invitation, person: `Volunteer ${index}`, door: 'Main entrance' });
      return phone;
    }),
  );
}

async function sync(phone: Visitor, scans: readonly SentScan[], since: string | null) {
  const status = { tickets: TICKETS, waiting: 0, isReady: true };
  const response = await phone.post('/api/door/sync', { scans, since, status });
  if (!response.ok) throw new Error(`a batch returned ${response.status}`);
  return (await response.json()) as { cursor: string; orders: { order: number }[] };
}

/** Every phone sends its batches one after the other, as after a day without a network. */
async function timeBatches(
  phones: readonly Visitor[],
  hall: readonly Ticket[],
  since: string,
): Promise<number> {
  const startedAt = performance.now();
  await Promise.all(
    phones.map(async (phone, index) => {
      let cursor = since;
      for (let batch = 0; batch < BATCHES; batch += 1) {
        const from = (index * 977 + batch * MAX_SCANS) % (hall.length - MAX_SCANS);
        ({ cursor } = await sync(phone, hall.slice(from, from + MAX_SCANS).map(admit), cursor));
      }
    }),
  );
  const minutes = (performance.now() - startedAt) / 60_000;
  return (PHONES * BATCHES * MAX_SCANS) / minutes;
}

function admit(ticket: Ticket): SentScan {
  const at = new Date(
    Date.parse('2025-09-20T14:00:00Z') + Math.floor(Math.random() * 3_600_000),
  ).toISOString();
  const made = { id: randomUUID(), decidedAt: at, phoneClock: at, practice: false, listVersion: null };
  return { kind: 'admit', ...made, ...ticket, seat: null, method: 'qr_scan' };
}

/** From a scan sent by one phone to the response in which the other, notified by the stream, receives it. */
async function timeChanges(
  [here, there]: readonly [Visitor, Visitor],
  hall: readonly Ticket[],
  since: string,
): Promise<number[]> {
  const stream = await there.get('/api/door/stream');
  const reader = stream.body!.getReader();
  await reader.read();
  let { cursor } = await sync(there, [], since);
  const waits: number[] = [];
  for (let change = 0; change < CHANGES; change += 1) {
    const ticket = hall[change]!;
    const startedAt = performance.now();
    await sync(here, [admit(ticket)], cursor);
    for (let isTold = false; !isTold; ) {
      await reader.read();
      const response = await sync(there, [], cursor);
      cursor = response.cursor;
      isTold = response.orders.some((one) => one.order === ticket.order);
    }
    waits.push(performance.now() - startedAt);
  }
  await reader.cancel();
  return waits;
}

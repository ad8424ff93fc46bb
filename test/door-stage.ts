import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import type { DoorOrder, SentScan } from '#contract/door.ts';
import { and, eq, isNull } from '#server/db/drizzle.ts';
import { checkIns } from '#server/db/tables.ts';
import { type PaidOrder, storePaid } from './buy.ts';
import { eventually } from './eventually.ts';
import { checkout } from './factories.ts';
import { answerOf, type Visitor } from './visitor.ts';
import { createWorld, type World } from './world.ts';

const ON_SALE = '2025-09-18T16:00:00Z';
const MORNING = '2025-09-20T14:00:00Z';

/** The morning of the event for one file's tests, with actions of staff and phones. */
export function setDoorStage() {
  let world: World;
  let staff: Visitor;
  beforeAll(async () => {
    world = await createWorld({ now: ON_SALE });
    staff = await world.staff();
  });
  afterAll(() => world.stop());
  beforeEach(() => world.moveClock(MORNING));

  async function buy(body: unknown = checkout()): Promise<PaidOrder> {
    world.moveClock(ON_SALE);
    const bought = await storePaid(world, body);
    world.moveClock(MORNING);
    return bought;
  }

  async function invite(body: Record<string, unknown> = {}): Promise<{ id: number; secret: string }> {
    const asked = { role: 'steward', maxPhones: 10, ...body };
    const { invitation, url } = await (await staff.post('/api/admin/door/invitations', asked)).json();
    return { id: invitation.id, secret: new URL(url).hash.slice(1) };
  }

  async function join(secret: string, person = 'Maria', door = 'Main entrance', id?: string) {
    const phone = world.visitor();
    const asked = { id, invitation: secret, person, door };
    return { phone, ...(await answerOf(phone.post('/api/door/join', asked))) };
  }

  async function sync(phone: Visitor, sent: readonly SentScan[] = [], since: string | null = null) {
    const status = { tickets: 3, waiting: 1, isReady: true };
    return answerOf(phone.post('/api/door/sync', { scans: sent, since, status }));
  }

  return {
    get world() {
      return world;
    },
    get staff() {
      return staff;
    },
    buy,
    invite,
    join,
    sync,
    async aPhone(role = 'steward', person = 'Maria', door = 'Main entrance'): Promise<Visitor> {
      return (await join((await invite({ role })).secret, person, door)).phone;
    },
    async orderOf(phone: Visitor, orderId: number): Promise<DoorOrder> {
      const { orders } = (await sync(phone)).body;
      return orders.find((one: DoorOrder) => one.order === orderId);
    },
    /** A cursor after the order's latest change. Other transactions on the same server may hold it back for a moment. */
    async cursorAfter(phone: Visitor, { orderId }: PaidOrder): Promise<string> {
      let { cursor } = (await sync(phone)).body;
      await eventually(async () => {
        const { body } = await sync(phone, [], cursor);
        cursor = body.cursor;
        expect(body.orders.map((one: DoorOrder) => one.order)).not.toContain(orderId);
      });
      return cursor;
    },
    /** A person's check-ins that weren't undone. */
    current: ({ people }: PaidOrder, index = 0) =>
      world.database.db
        .select()
        .from(checkIns)
        .where(and(eq(checkIns.registrationId, people[index]!.id), isNull(checkIns.undoneAt))),
  };
}

let seconds = 0;
/** The common fields of scans. Each is a second later than the previous one, unless a time is given. */
export function made(given: Partial<SentScan> & { at?: string } = {}) {
  seconds += 1;
  const { at = new Date(Date.parse('2025-09-20T12:00:00Z') + seconds * 1000).toISOString(), ...rest } = given;
  return { id: randomUUID(), decidedAt: at, phoneClock: at, practice: false, listVersion: null, ...rest };
}

export function admit(
  { orderId, people }: PaidOrder,
  index = 0,
  given: { at?: string; id?: string } = {},
): SentScan {
  const whom = { order: orderId, registration: people[index]!.id, seat: null };
  return { kind: 'admit', method: 'qr_scan', ...made(given), ...whom } as SentScan;
}

export function admitSeat(order: number, seat: string, code: string | null = null): SentScan {
  return {
    kind: 'admit',
    method: 'manual_lookup',
    ...made(),
    order,
    registration: null,
    seat,
    code,
  } as SentScan;
}

export function undo(scan: SentScan, given: { at?: string } = {}): SentScan {
  const { order, registration, seat } = scan as Extract<SentScan, { kind: 'admit' }>;
  return { kind: 'undo', ...made(given), order, registration, seat, refersTo: scan.id } as SentScan;
}

export function settle(scan: SentScan, given: { at?: string } = {}): SentScan {
  const { order, registration, seat } = scan as Extract<SentScan, { kind: 'admit' }>;
  const about = { order, registration, seat, refersTo: scan.id };
  return { kind: 'settle', ...made(given), ...about, outcome: 'same_person' } as SentScan;
}

export function name(order: number, lastName: string, at?: string): SentScan {
  return { kind: 'name', ...made(at ? { at } : {}), order, firstName: 'Ada', lastName } as SentScan;
}

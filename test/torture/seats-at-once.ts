import { randomUUID } from 'node:crypto';
import { content } from '#content/content.ts';
import type { Cancellation } from '#contract/cancel.ts';
import type { SentScan } from '#contract/door.ts';
import { previewCancellation } from '#domain/refund.ts';
import type { lockOrder } from '#server/attendees/lock-order.ts';
import type { Visitor } from '../visitor.ts';
import { findBrokenSeats } from './broken-seats.ts';
import { type Check, inParallel, type Outcome, type Torture, until } from './check.ts';
import { buySeat } from './paid-orders.ts';
import { openSite, type Site } from './site.ts';
import { type Guard, replace } from './without-guard.ts';

const CALLS = 4_000;
/** Few teams, so that calls meet. */
const TEAMS = [
  ['conference', 10],
  ['both', 10],
  ['trainer', 5],
  ['both', 5],
  ['both', 1],
] as const;
const AT_ONCE = 8;
const ONE_OPEN = { registrationIds: [], freeSeats: 1 };

/** Everybody sees the same free seat, for long enough that others take it. */
const lockOfTheOrder: readonly Guard[] = [
  replace<typeof lockOrder>('server/attendees/lock-order.ts', 'lockOrder', (locked) => async (tx, id) => {
    const select = (...columns: []) => {
      const query = tx.select(...columns);
      const from = query.from.bind(query) as (table: unknown) => object;
      return Object.assign(query, {
        from: (table: unknown) => {
          const rows = from(table);
          return Object.assign(rows, { for: () => rows });
        },
      });
    };
    const seen = await locked(
      new Proxy(tx, {
        get: (target, name) => (name === 'select' ? select : Reflect.get(target, name, target)),
      }),
      id,
    );
    await new Promise((resolve) => setTimeout(resolve, 100));
    return seen;
  }),
];

/**
 * R27: buyers, holders of claim links and tickets, staff, and phones with stale lists change the same few teams at once:
 * they name, correct, replace, invite, claim, give away, return, cancel, refund, check in, undo, and delete.
 */
export const seatsAtOnce: Check = {
  id: 'R27',
  title: `${CALLS} calls of everybody who may change the seats of ${TEAMS.length} teams, ${AT_ONCE} at once`,
  goal: 'no 5xx; seats, codes, counters, badges, check-ins and money agree with each other',
  seconds: 300,
  run: (torture) => changeSeats(torture, torture.count(CALLS), []),
  control: changeUnlockedSeats,
};

/** Whether two calls meet is left to chance, so a round in which everything agrees is followed by others. */
async function changeUnlockedSeats(torture: Torture): Promise<Outcome> {
  for (let round = 1; ; round += 1) {
    const outcome = await changeSeats(torture, 1_000, lockOfTheOrder);
    if (!outcome.passed || round === 4) return outcome;
  }
}

async function changeSeats(torture: Torture, calls: number, without: readonly Guard[]): Promise<Outcome> {
  await using site = await openSite(torture.cluster, { processes: 2, without });
  const cast = await openCast(site, torture);
  await inParallel(TEAMS, 1, (team) => cast.buy(team));
  const codes = new Map<string, number>();
  const faults: string[] = [];
  await inParallel(Array.from({ length: calls }), AT_ONCE, async () => {
    const { name, status } = await cast.act();
    const group = `${Math.floor(status / 100)}xx`;
    codes.set(group, (codes.get(group) ?? 0) + 1);
    if (status >= 500 && status !== 503) faults.push(`${name}: ${status}`);
    if (name === 'delete' && status === 200) await cast.buy(TEAMS[0]);
  });
  await finishRefunds(site);
  const broken = await findBrokenSeats(site.pool);
  const answers = [...codes].toSorted().map(([group, count]) => `${count} ${group}`);
  return {
    measured: `${answers.join(', ')}; ${[...new Set([...faults, ...broken])].slice(0, 5).join('; ') || 'everything agrees'}`,
    passed: faults.length === 0 && broken.length === 0,
  };
}

interface Row {
  readonly id: number;
  readonly transactionId: string;
  readonly people: readonly Person[];
  readonly links: readonly { readonly id: string; readonly key: string }[];
  readonly scans: readonly {
    readonly id: string;
    readonly registration: number | null;
    readonly seat: string | null;
  }[];
}

interface Person {
  readonly id: number;
  readonly seat: string | null;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly track: string | null;
  readonly code: string;
  readonly pageKey: string;
}

interface Cast {
  buy(team: (typeof TEAMS)[number]): Promise<void>;
  /** One call of somebody about some team. */
  act(): Promise<{ readonly name: string; readonly status: number }>;
}

async function openCast(site: Site, { random }: Torture): Promise<Cast> {
  const staff = await site.staff();
  const phones = await Promise.all(['steward', 'supervisor'].map((role) => openPhone(site, staff, role)));
  const pick = <T>(from: readonly T[]): T | undefined => from[Math.floor(random() * from.length)];
  /** Lists that phones and pages took a while ago. */
  const stale: Row[] = [];
  let made = 0;

  const person = () => {
    made += 1;
    return {
      ...{ firstName: `Person ${made}`, lastName: 'Sample', email: `person${made}@example.org` },
      track: pick(['caregivers', 'professionals'])!,
    };
  };
  const visitor = () => site.visitor(`198.18.${Math.floor(random() * 250)}.${Math.floor(random() * 250)}`);
  const seenOf = ({ firstName, lastName, email, track }: Person) => ({ firstName, lastName, email, track });

  type Call = (team: Row, one: Person | undefined) => Promise<Response> | null;
  const scan = (team: Row, more: Record<string, unknown>): SentScan => {
    const at = new Date(site.sandbox.clock.now().getTime() - Math.floor(random() * 3_600_000)).toISOString();
    const fixed = { id: randomUUID(), decidedAt: at, phoneClock: at, practice: false, listVersion: null };
    return { ...fixed, order: team.id, ...more } as SentScan;
  };
  const bring = (...scans: SentScan[]) => {
    const status = { tickets: 1, waiting: scans.length, isReady: true };
    // Each twice.
    return pick(phones)!.post('/api/door/sync', { scans: [...scans, ...scans], since: null, status });
  };
  const whom = ({ id, seat }: Person) => ({ registration: seat ? null : id, seat });

  const calls: Record<string, Call> = {
    name: (team) =>
      visitor().post(`/api/order/${team.transactionId}/team/people`, {
        people: Array.from({ length: 1 + Math.floor(random() * 3) }, person),
        insteadOf: random() < 0.3 ? team.links.slice(0, 1).map(({ id }) => id) : [],
      }),
    add: (team) =>
      visitor().post(`/api/order/${team.transactionId}/attendees`, { ...person(), orderId: team.id }),
    addAtDesk: (team) => staff.post(`/api/admin/orders/${team.id}/add-attendee`, person()),
    correct: (team, one) =>
      one
        ? visitor().post(`/api/order/${team.transactionId}/team/people/${one.id}`, {
            ...seenOf(one),
            ...(random() < 0.5 ? { email: `corrected${one.id}@example.org` } : person()),
            seen: seenOf(one),
          })
        : null,
    correctAtDesk: (_team, one) =>
      one ? staff.post(`/api/admin/registrations/${one.id}`, { ...person(), seen: seenOf(one) }) : null,
    free: (team, one) =>
      one
        ? visitor().post(`/api/order/${team.transactionId}/team/people/${one.id}/free`, { seen: seenOf(one) })
        : null,
    freeAtDesk: (_team, one) =>
      one ? staff.post(`/api/admin/registrations/${one.id}/free-seat`, { seen: seenOf(one) }) : null,
    remove: (_team, one) =>
      one && random() < 0.3
        ? staff.request(`/api/admin/registrations/${one.id}?organizer=true`, { method: 'DELETE' })
        : null,
    invite: (team) =>
      visitor().post(`/api/order/${team.transactionId}/team/links`, {
        id: randomUUID(),
        forTeam: random() < 0.3,
      }),
    withdraw: (team) => {
      const link = pick(team.links);
      return link
        ? visitor().post(`/api/order/${team.transactionId}/team/links/${link.id}/withdraw`, {})
        : null;
    },
    claim: (team) => {
      const link = pick(team.links);
      return link ? visitor().post('/api/claim', { key: link.key, ...person() }) : null;
    },
    change: (_team, one) =>
      one
        ? visitor().post('/api/my-ticket/change', {
            ...seenOf(one),
            ...(random() < 0.5 ? { firstName: `${one.firstName}x` } : person()),
            key: one.pageKey,
            seen: seenOf(one),
          })
        : null,
    giveBack: (_team, one) => (one ? visitor().post('/api/my-ticket/return', { key: one.pageKey }) : null),
    cancel: async (team, one) => {
      const path = `/api/order/${team.transactionId}`;
      const answer = await visitor().get(`${path}/cancellation`);
      if (!answer.ok) return answer;
      const choice = random() < 0.5 && one ? { registrationIds: [one.id], freeSeats: 0 } : ONE_OPEN;
      const at = { zone: content.event.zone, now: site.sandbox.clock.now() };
      const facts = (await answer.json()) as Cancellation;
      const { amount } = previewCancellation(facts, content.refunds, at, choice);
      return visitor().post(`${path}/cancel`, { ...choice, refundId: randomUUID(), amount });
    },
    refund: (team, one) => {
      const choice = random() < 0.5 && one ? { registrationIds: [one.id], freeSeats: 0 } : ONE_OPEN;
      const amount = random() < 0.3 ? 0 : Math.floor(random() * 3_000);
      return staff.post(`/api/admin/orders/${team.id}/refund`, { ...choice, refundId: randomUUID(), amount });
    },
    delete: (team) =>
      random() < 0.1 ? staff.request(`/api/admin/orders/${team.id}`, { method: 'DELETE' }) : null,
    checkIn: (_team, one) =>
      one
        ? staff.post(
            '/api/admin/check-in',
            random() < 0.5
              ? { qrToken: one.code, method: 'qr_scan' }
              : { registrationId: one.id, method: 'manual_lookup' },
          )
        : null,
    undoAtDesk: (_team, one) => (one ? staff.post(`/api/admin/check-in/${one.id}/undo`, {}) : null),
    admit: (team, one) =>
      one ? bring(scan(team, { kind: 'admit', method: 'qr_scan', ...whom(one) })) : null,
    nameAtDoor: (team) => {
      const named = scan(team, { kind: 'name', firstName: 'Door', lastName: `Sample ${made}` });
      const about = { registration: null, seat: named.id };
      return bring(scan(team, { kind: 'admit', method: 'party', ...about }), named);
    },
    undo: (team) => {
      const made = pick(team.scans);
      return made
        ? bring(
            scan(team, { kind: 'undo', refersTo: made.id, registration: made.registration, seat: made.seat }),
          )
        : null;
    },
    settle: (team) => {
      const made = pick(team.scans);
      return made ? staff.post(`/api/admin/door/scans/${made.id}/settle`, { outcome: 'same_person' }) : null;
    },
    read: (team) => visitor().get(`/api/order/${team.transactionId}/team`),
  };
  const names = Object.keys(calls);

  return {
    async buy([eventType, attendeeCount]) {
      const prices = { amount: undefined, finalAmount: undefined };
      const team = { ...prices, ...person(), eventType, attendeeCount };
      const { visitor: buyer, status, transactionId, isPaid } = await buySeat(site, team);
      if (!isPaid) throw new Error(`cannot buy: ${status}`);
      await buyer.get(`/api/registrations/${transactionId}`);
    },
    async act() {
      for (;;) {
        const rows = await readTeams(site);
        if (random() < 0.2) stale.push(...rows);
        const team = (random() < 0.15 && pick(stale)) || pick(rows);
        if (!team) return { name: 'nothing', status: 204 };
        const name = pick(names)!;
        const answer = await calls[name]!(team, pick(team.people));
        if (!answer) continue;
        await answer.text();
        return { name, status: answer.status };
      }
    },
  };
}

async function openPhone(site: Site, staff: Visitor, role: string): Promise<Visitor> {
  const invited = await staff.post('/api/admin/door/invitations', { role, maxPhones: 1 });
  const { url } = (await invited.json()) as { url: string };
  const phone = site.visitor();
  const invitation = new URL(url).hash.slice(1);
  await phone.post('/api/door/join', { invitation, person: `The ${role}`, door: 'Garage' });
  return phone;
}

async function readTeams({ pool }: Site): Promise<Row[]> {
  const { rows } = await pool.query<Row>(
    `SELECT o.id, o.transaction_id AS "transactionId",
       (SELECT coalesce(json_agg(json_build_object('id', r.id, 'seat', r.seat, 'firstName', first_name, 'lastName', last_name,
          'email', email, 'track', track, 'code', qr_code_data, 'pageKey', page_key)), '[]')
        FROM registrations AS r JOIN qr_codes AS q ON q.registration_id = r.id WHERE r.order_id = o.id) AS people,
       (SELECT coalesce(json_agg(json_build_object('id', id, 'key', key)), '[]')
        FROM claim_links WHERE order_id = o.id) AS links,
       (SELECT coalesce(json_agg(json_build_object('id', id, 'registration', registration_id, 'seat', seat)), '[]')
        FROM scans WHERE order_id = o.id AND kind IN ('admit', 'name')) AS scans
     FROM orders AS o`,
  );
  return rows;
}

/** Refunds that wait for the provider end by its messages. */
async function finishRefunds({ pool }: Site): Promise<void> {
  const waiting = "SELECT FROM refunds WHERE state IN ('pending', 'requires_action')";
  await until('no refund is pending', async () => (await pool.query(waiting)).rows.length === 0);
}

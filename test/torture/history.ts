import fc from 'fast-check';
import type { admission } from '#domain/admission.ts';
import type { decideSettlement } from '#domain/settlement.ts';
import type { giveSeatsBack } from '#server/capacity/give-seats-back.ts';
import type { freeHeldCoupon, releaseCountedCoupon } from '#server/coupons/hold-coupon.ts';
import type { waitForLookup } from '#server/payments/look-up-in-turn.ts';
import { type Check, inParallel, type Outcome, type Torture } from './check.ts';
import {
  apply,
  fork,
  freeSeats,
  goodPeople,
  holdsSeats,
  isPaid,
  type Order,
  type State,
} from './history-model.ts';
import {
  type History,
  historyOf,
  type Operation,
  orderOf,
  type Refund,
  refundPart,
  WARES,
  type Wish,
} from './history-operations.ts';
import { linesOf, openActor } from './history-site.ts';
import { moneyAtProviders } from './paid-at-providers.ts';
import { openSite, type Site } from './site.ts';
import { type Guard, replace } from './without-guard.ts';

const SEEDS = 10;
const OPERATIONS = 1_000;
/** Histories, each at its own site. */
const AT_ONCE = 3;
/** After this many operations everything is compared, not only what was touched. */
const LOOK_AT_ALL = 50;
const DONE = /→ (page|done|paid|heard|waited|reconciled|ok|completed)$/;
const WITH_OTHERS = 'at once: ';

/** Each line is removed by itself, in its own history. */
const GUARDS: readonly (readonly Guard[])[] = [
  [
    replace<typeof giveSeatsBack>(
      'server/capacity/give-seats-back.ts',
      'giveSeatsBack',
      () => async () => {},
    ),
  ],
  [replace<typeof freeHeldCoupon>('server/coupons/hold-coupon.ts', 'freeHeldCoupon', () => async () => {})],
  [
    replace<typeof releaseCountedCoupon>(
      'server/coupons/hold-coupon.ts',
      'releaseCountedCoupon',
      () => async () => {},
    ),
  ],
  // A second message about a paid attempt stops before it is settled, so that is removed as well.
  [
    replace<typeof decideSettlement>('domain/settlement.ts', 'decideSettlement', (decide) => (facts) => {
      const payment = { ...facts.payment, alreadyRecorded: false };
      return decide({ ...facts, payment });
    }),
    replace<typeof waitForLookup>(
      'server/payments/look-up-in-turn.ts',
      'waitForLookup',
      () => async () => null,
    ),
  ],
  [
    replace<typeof admission>(
      'domain/admission.ts',
      'admission',
      (admission) => (event, ticket, today) => admission(event, { ...ticket, admittedToday: null }, today),
    ),
  ],
];

/** R6: random histories of everything that moves seats, uses, money and tickets, compared with a model. */
export const histories: Check = {
  id: 'R6',
  title: `${SEEDS} histories of ${OPERATIONS} random operations, some concurrent, compared with a model`,
  goal: 'every response, row and counter matches the model',
  seconds: 300,
  run: (torture) => compareAll(torture),
  control: (torture) => removeEach(torture),
};

async function compareAll(torture: Torture): Promise<Outcome> {
  const seeds = Array.from({ length: SEEDS }, (_, index) => torture.seed + index);
  const ends = await inParallel(seeds, AT_ONCE, (seed) => run(torture, seed, torture.count(OPERATIONS), []));
  const diverged = ends.filter(({ difference }) => difference !== null);
  for (const one of diverged) process.stdout.write(`${tell(one)}\n`);
  const all = ends.flatMap(({ trail }) => trail);
  const done = all.filter((one) => DONE.test(one)).length;
  const atOnce = all.filter((one) => one.startsWith(WITH_OTHERS)).length;
  return {
    measured: `${all.length} operations, ${done} done and the others refused, ${atOnce} of all at once with others: ${diverged.length} divergences`,
    passed: diverged.length === 0,
  };
}

/** Passes if a removed guard went unnoticed, which fails the control. */
async function removeEach(torture: Torture): Promise<Outcome> {
  const ends = await inParallel(GUARDS, AT_ONCE, (guards) => run(torture, torture.seed, OPERATIONS, guards));
  const said = ends.map(({ trail, difference }, index) => {
    const { name } = GUARDS[index]![0]!;
    if (difference === null) return `${name}: nothing seen`;
    return `${name}: at operation ${trail.length}, ${difference.split('\n')[0]}`;
  });
  return { measured: said.join('; '), passed: ends.some(({ difference }) => difference === null) };
}

interface End {
  readonly seed: number;
  /** The operations with their responses, up to the first difference. */
  readonly trail: readonly string[];
  readonly difference: string | null;
}

function tell({ seed, trail, difference }: End): string {
  const steps = trail.map((one, index) => `  ${index + 1}. ${one}`);
  return `seed ${seed} diverges at operation ${trail.length}:\n${steps.join('\n')}\n${difference}`;
}

async function run(torture: Torture, seed: number, count: number, without: readonly Guard[]): Promise<End> {
  const history = fc.sample(historyOf(count), { seed, numRuns: 1 })[0]!;
  const options = { processes: 1, now: history.startsAt, webhooks: false, without };
  await using site = await openSite(torture.cluster, options);
  return { seed, ...(await follow(site, history, count)) };
}

/** Besides the state: the source of new keys, and what may be repeated. */
interface Pen {
  readonly refunds: Refund[];
  readonly people: () => readonly string[];
  count: number;
}

function choose(state: State, pen: Pen, wish: Wish, focus?: Order): Operation {
  const { kind, which, how, much } = wish;
  pen.count += 1;
  const key = `o${pen.count}`;
  const checkoutId = `00000000-0000-4000-8000-${String(pen.count).padStart(12, '0')}`;
  const anew: Operation = {
    ...{ kind: 'buy', order: key, checkoutId, ware: which % WARES.length, others: much % 3 },
    coupon: [null, null, 'TENTH', 'FREE', 'HALF'][how % 5]!,
    provider: how % 3 === 0 ? 'square' : 'stripe',
  };
  const orders = [...state.orders.values()];
  const pick = (wanted: (order: Order) => boolean) => {
    const fit = orders.filter(wanted);
    const from = fit.length === 0 || how % 8 === 0 ? orders : fit.slice(-20);
    return focus ?? from[which % from.length];
  };
  if (kind === 'wait') return { kind, minutes: [20, 20, 20, 60, 20, 20, 240][how % 7]! };
  if (kind === 'buy' || kind === 'reconcile') return kind === 'buy' ? anew : { kind };
  if (kind === 'buy again') {
    const before = pick(({ status }) => status === 'pending');
    const isSame = how % 2 === 0 && before && holdsSeats(before);
    return isSame ? before.bought : { ...anew, checkoutId: before?.checkoutId ?? checkoutId };
  }
  if (kind === 'scan' || kind === 'undo' || kind === 'remove') {
    const ofOrder = pick(isPaid)?.people.map((one) => one.name) ?? [];
    const people = ofOrder.length === 0 || how % 9 === 0 ? pen.people() : ofOrder;
    const person = people[(focus ? which : much) % Math.max(1, people.length)];
    if (person === undefined) return anew;
    if (kind === 'remove') return { kind, person, alsoOrganizer: how % 4 === 0 };
    return kind === 'scan' ? { kind, person, byCode: how % 2 === 0 } : { kind, person };
  }
  const order = pick((one) => {
    if (kind === 'pay') return one.page === 'open';
    const isNews = one.status === 'pending' && one.page === 'paid';
    return kind === 'tell' || kind === 'return' ? isNews : isPaid(one);
  });
  if (!order) return anew;
  const at = { order: order.key };
  if (kind === 'pay' && order.page === 'none') return { kind: 'return', ...at };
  if (kind === 'pay')
    return { kind, ...at, isGood: how % 5 !== 0, provider: order.provider, amount: order.total };
  if (kind === 'tell') return { kind, ...at, times: 1 + (much % 3) };
  if (kind === 'return' || kind === 'delete') return { kind, ...at };
  if (kind === 'name')
    return { kind, ...at, person: `${order.key}p${100 + pen.count}`, byStaff: much % 2 === 0 };
  return { kind: 'refund', ...chooseRefund(state, pen, order, wish) };
}

function chooseRefund(state: State, pen: Pen, order: Order, wish: Wish): Refund {
  const again = pen.refunds.at(-1 - (wish.much % 5));
  if (wish.how % 10 === 0 && again) return again;
  const good = goodPeople(state, order).map(({ name }) => name);
  const all = order.people.map(({ name }) => name);
  const facts = { ...order, good, all, freeSeats: freeSeats(state, order) };
  const id = `00000000-0000-4000-9000-${String(pen.count).padStart(12, '0')}`;
  const refund = { order: order.key, id, ...refundPart(facts, wish) };
  pen.refunds.push(refund);
  return refund;
}

async function follow(site: Site, history: History, count: number): Promise<Omit<End, 'seed'>> {
  let state = await prepare(site, history);
  const actor = await openActor(site, state.now);
  const pen: Pen = { refunds: [], people: actor.people, count: 0 };
  const trail: string[] = [];
  for (const { wishes, together } of history.steps) {
    if (trail.length >= count) break;
    const operations = chooseAll(state, pen, wishes, together);
    const isLookedOver = trail.length % LOOK_AT_ALL < operations.length;
    const keys = isLookedOver ? null : touched(state, operations);
    const responses = await Promise.all(operations.map(actor.perform));
    const sign = operations.length === 1 ? '' : WITH_OTHERS;
    trail.push(...operations.map((one, index) => `${sign}${JSON.stringify(one)} → ${responses[index]}`));
    const found = explain(state, operations, responses, await actor.look(keys), keys);
    if ('difference' in found) return { trail, difference: found.difference };
    state = found.state;
  }
  apply(state, { kind: 'reconcile' });
  await actor.perform({ kind: 'reconcile' });
  const difference =
    differenceOf(linesOf(state, null), await actor.look(null)) ??
    differenceOf(new Map([['money', state.money]]), new Map([['money', await moneyAtProviders(site)]]));
  return { trail, difference };
}

function chooseAll(state: State, pen: Pen, wishes: readonly Wish[], together: boolean): Operation[] {
  const [first] = wishes as [Wish];
  const teams = [...state.orders.values()].filter((one) => isPaid(one) && one.seats > 1);
  const focus = together ? teams[first.which % teams.length] : undefined;
  const operations = wishes.map((wish) => choose(state, pen, wish, focus));
  if (wishes.length === 1) return operations;
  if (first.how % 4 === 0) operations.push(secondClick(operations[0]!));
  // A Square refund requested twice at once is paid out by the second, or not yet.
  const isUnclear = (one: Operation, index: number) =>
    (one.kind === 'pay' && one.provider === 'square') ||
    (one.kind === 'refund' &&
      state.orders.get(one.order)?.provider === 'square' &&
      operations.findIndex((other) => 'id' in other && other.id === one.id) < index);
  const instead = (one: Operation): Operation => ({ kind: 'return', order: orderOf(one)! });
  return operations.map((one, index) => (isUnclear(one, index) ? instead(one) : one));
}

/** A repeat. A person named twice is two people, each with a key. */
function secondClick(operation: Operation): Operation {
  return operation.kind === 'name' ? { ...operation, person: `${operation.person}b` } : operation;
}

/** The orders that may have changed; null if any may. */
function touched(state: State, operations: readonly Operation[]): string[] | null {
  if (operations.some((one) => orderOf(one) === null)) return null;
  const keys = operations.flatMap((one) => {
    if (one.kind !== 'buy') return [orderOf(one)!];
    const ofCheckout = [...state.orders.values()].filter(({ checkoutId }) => checkoutId === one.checkoutId);
    return [one.order, ...ofCheckout.map(({ key }) => key)];
  });
  return [...new Set(keys)];
}

/** The state after one possible order of the operations, if any explains all responses and observations. */
function explain(
  before: State,
  operations: readonly Operation[],
  responses: readonly string[],
  seen: ReadonlyMap<string, string>,
  keys: readonly string[] | null,
): { state: State } | { difference: string } {
  let difference = '';
  const go = (state: State, left: readonly number[]): State | null => {
    if (left.length === 0) {
      const found = differenceOf(linesOf(state, keys), seen);
      difference ||= found ?? '';
      return found === null ? state : null;
    }
    for (const index of left) {
      const next = fork(state, keys ?? [...state.orders.keys()]);
      const response = apply(next, operations[index]!);
      if (roughly(response, operations) !== roughly(responses[index]!, operations)) {
        difference ||= `got ${responses[index]}, the model says ${response}: ${JSON.stringify(operations[index])}`;
        continue;
      }
      const rest = left.filter((one) => one !== index);
      const end = go(next, rest);
      if (end) return end;
    }
    return null;
  };
  const state = go(before, [...operations.keys()]);
  return state ? { state } : { difference };
}

/**
 * Simultaneous operations may find a refund still on its way, or already paid out: a later refund and the naming of a seat
 * are refused for either reason.
 */
function roughly(response: string, { length }: readonly Operation[]): string {
  if (length > 1 && /^(refund_too_large|order_not_refundable)$/.test(response)) return 'no money left';
  return length > 1 && /^(no_slots_left|order_not_paid)$/.test(response) ? 'no seats left' : response;
}

function differenceOf<Line>(
  model: ReadonlyMap<string, Line>,
  site: ReadonlyMap<string, Line>,
): string | null {
  for (const key of new Set([...model.keys(), ...site.keys()])) {
    const [should, is] = [model.get(key), site.get(key)];
    if (should !== is) return `${key}\n  the site:  ${is}\n  the model: ${should}`;
  }
  return null;
}

/** Small halls and few coupon uses, so that they run out again and again. */
async function prepare({ pool }: Site, { startsAt, seats, uses }: History): Promise<State> {
  const days: State['days'] = {
    '2025-09-19': { taken: 0, most: seats[0] },
    '2025-09-20': { taken: 0, most: seats[1] },
  };
  // Only the operations reconcile, not the site every minute.
  await pool.query("DELETE FROM jobs.schedule WHERE name = 'reconcile-payments'");
  for (const [day, { most }] of Object.entries(days))
    await pool.query('UPDATE event_capacity SET max_capacity = $2 WHERE event_date = $1', [day, most]);
  const coupons: State['coupons'] = {};
  const add = async (code: string, percent: number, limit: number | null) => {
    coupons[code] = { percent, limit, held: 0, used: 0 };
    await pool.query(
      `INSERT INTO coupons (code, description, discount_type, discount_value, usage_limit, event_types, created_at, updated_at)
       VALUES ($1, $1, 'percentage', $2, $3, '{conference,trainer,both}', now(), now())`,
      [code, percent, limit],
    );
  };
  await add('TENTH', 10, uses[0]);
  await add('FREE', 100, uses[1]);
  await add('HALF', 50, null);
  const empty = { orders: new Map(), underWay: [], refunds: new Set<string>(), ledger: 0, money: 0 };
  return { now: Date.parse(startsAt), days, coupons, ...empty };
}

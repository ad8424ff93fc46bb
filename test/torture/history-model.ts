import type { EventType } from '#domain/packages.ts';
import {
  type Naming,
  type Operation,
  orderOf,
  type Purchase,
  type Refund,
  WARES,
} from './history-operations.ts';

// An independent model of the product: no tables, no network and none of its code, only seats, uses, money and tickets.

const DAYS: Record<EventType, readonly string[]> = {
  conference: ['2025-09-20'],
  trainer: ['2025-09-19'],
  both: ['2025-09-19', '2025-09-20'],
};
const MINUTE = 60_000;
/** A provider's page; an unused card form of our own; and how long that form stays usable. */
const PAGE_HOLD = 45 * MINUTE;
const FORM_HOLD = 15 * MINUTE;
const FORM_OPEN = 35 * MINUTE;
const TRAINING_SALE_ENDS = Date.parse('2025-09-19T15:00:00Z');
const CLOSES = Date.parse('2025-09-21T06:00:00Z');
const DENVER = -6 * 60 * MINUTE;

export interface Person {
  readonly name: string;
  hasEnded: boolean;
  /** Admissions that were not undone. */
  days: string[];
}

export interface Order extends Pick<Purchase, 'checkoutId' | 'coupon' | 'provider'> {
  readonly key: string;
  readonly bought: Operation;
  readonly eventType: EventType;
  readonly seats: number;
  readonly total: number;
  readonly placedAt: number;
  holdUntil: number;
  status: 'pending' | 'completed' | 'partially_refunded' | 'refunded' | 'expired' | 'cancelled';
  /** The provider that has the money. */
  page: 'none' | 'open' | 'paid' | 'closed';
  hasDeclined: boolean;
  /** Names at the checkout; the people, once it is paid. */
  readonly named: readonly string[];
  people: Person[];
  returned: number;
  captured: number;
  refunded: number;
  badge: 'needed' | 'partial' | 'complete';
}

export interface State {
  now: number;
  readonly days: Record<string, { taken: number; readonly most: number }>;
  readonly coupons: Record<
    string,
    { readonly percent: number; readonly limit: number | null; held: number; used: number }
  >;
  readonly orders: Map<string, Order>;
  /** Not yet confirmed as paid out by the provider. */
  readonly underWay: Refund[];
  /** Ids of all accepted refunds. */
  readonly refunds: Set<string>;
  ledger: number;
  /** Net, at the providers. */
  money: number;
}

/** An independent copy of the state of these orders. */
export function fork(state: State, keys: readonly string[]): State {
  const orders = new Map(state.orders);
  for (const key of keys) if (orders.has(key)) orders.set(key, structuredClone(orders.get(key)!));
  const { days, coupons } = structuredClone({ days: state.days, coupons: state.coupons });
  return { ...state, days, coupons, orders, underWay: [...state.underWay], refunds: new Set(state.refunds) };
}

export const isPaid = ({ status }: Order) => status === 'completed' || status === 'partially_refunded';
export const holdsSeats = (order: Order) => order.status === 'pending' || isPaid(order);
export const today = ({ now }: State) => new Date(now + DENVER).toISOString().slice(0, 10);
/** On days other than the event's two, the door rehearses with everybody. */
export const isFor = ({ eventType }: Order, day: string) =>
  !DAYS.both.includes(day) || DAYS[eventType].includes(day);
/** Unnamed seats that are not being refunded. */
export function freeSeats(state: State, order: Order): number {
  const promised = state.underWay.filter((one) => one.order === order.key);
  const seats = promised.reduce((sum, one) => sum + one.people.length + one.freeSeats, 0);
  return order.seats - order.returned - seats - goodPeople(state, order).length;
}
/** People whose ticket is not being refunded. */
export function goodPeople(state: State, order: Order): Person[] {
  const leaving = state.underWay.flatMap((one) => one.people);
  return order.people.filter(({ name, hasEnded }) => !hasEnded && !leaving.includes(name));
}

/** Applies the operation to the state and returns the expected response. */
export function apply(state: State, operation: Operation): string {
  const { kind } = operation;
  if (kind === 'buy') return buy(state, operation);
  if (kind === 'wait') return wait(state, operation.minutes);
  if (kind === 'reconcile') return reconcile(state);
  const order = state.orders.get(orderOf(operation)!);
  if (kind === 'scan' || kind === 'undo' || kind === 'remove') return atPerson(state, order, operation);
  if (kind === 'return' || kind === 'tell') {
    if (order) settle(state, order);
    return kind === 'tell' ? 'heard' : (order?.status ?? 'registration_not_found');
  }
  // A repeated refund gets the first response again, whatever became of its order.
  if (!order) return kind === 'refund' && state.refunds.has(operation.id) ? 'ok' : 'order_not_found';
  if (kind === 'pay') return pay(state, order, operation.isGood);
  if (kind === 'delete') return remove(state, order);
  return kind === 'refund' ? refund(state, order, operation) : name(state, order, operation);
}

function buy(state: State, operation: { readonly kind: 'buy' } & Purchase): string {
  const { order: key, checkoutId, coupon: code, provider, others } = operation;
  const [eventType, seats, price] = WARES[operation.ware]!;
  const earlier = [...state.orders.values()].findLast(
    (one) => one.checkoutId === checkoutId && holdsSeats(one),
  );
  if (earlier && isPaid(earlier)) return 'done';
  if (state.now >= CLOSES) return 'registration_closed';
  if (eventType !== 'conference' && state.now >= TRAINING_SALE_ENDS) return 'sale_ended';
  const coupon = code === null ? undefined : state.coupons[code]!;
  const isUsedUp = () => coupon?.limit != null && coupon.held + coupon.used >= coupon.limit;
  // The use held by the same checkout is its own.
  if (isUsedUp() && earlier?.coupon !== code) return 'coupon_used_up';
  if (earlier?.key === key) return 'page';
  // What the earlier order holds belongs to its checkout; a change that does not fit leaves that order alone.
  const isOwn = (day: string) => earlier !== undefined && DAYS[earlier.eventType].includes(day);
  const freeOn = (day: string) => {
    const { taken, most } = state.days[day]!;
    return most - taken + (isOwn(day) ? earlier!.seats : 0);
  };
  if (DAYS[eventType].some((day) => freeOn(day) < seats)) return 'sold_out';
  if (earlier) {
    settle(state, earlier);
    if (isPaid(earlier)) return 'done';
    release(state, earlier, 'cancelled');
  }
  if (isUsedUp()) return 'coupon_used_up';
  if (coupon) coupon.held += 1;
  const total = price - (coupon ? (price * coupon.percent) / 100 : 0);
  const order: Order = {
    ...{ key, bought: operation, checkoutId, coupon: code, provider, eventType, seats, total },
    ...{
      placedAt: state.now,
      holdUntil: state.now + (provider === 'stripe' ? PAGE_HOLD : FORM_HOLD),
      status: 'pending',
      page: total === 0 ? 'none' : 'open',
    },
    ...{ hasDeclined: false, people: [], returned: 0, captured: 0, refunded: 0, badge: 'needed' },
    named: Array.from({ length: Math.min(others, seats - 1) + 1 }, (_, index) => `${key}p${index}`),
  };
  state.orders.set(key, order);
  moveSeats(state, order, seats);
  if (total > 0) return 'page';
  complete(state, order);
  return 'done';
}

function moveSeats(state: State, { eventType }: Order, by: number): void {
  for (const day of DAYS[eventType]) state.days[day]!.taken += by;
}

function complete(state: State, order: Order): void {
  order.status = 'completed';
  order.people = order.named.map((one) => ({ name: one, hasEnded: false, days: [] }));
  order.captured = order.total;
  state.ledger += order.total;
  mark(order);
  if (!order.coupon) return;
  state.coupons[order.coupon]!.held -= 1;
  state.coupons[order.coupon]!.used += 1;
}

function release(state: State, order: Order, status: 'expired' | 'cancelled'): void {
  order.status = status;
  order.page = 'closed';
  order.badge = 'complete';
  if (order.coupon) state.coupons[order.coupon]!.held -= 1;
  moveSeats(state, order, -order.seats);
}

/** What the site does with any news of the order's money. */
function settle(state: State, order: Order): void {
  if (order.status === 'pending' && order.page === 'paid') complete(state, order);
}

function mark(order: Order): void {
  const good = order.people.filter(({ hasEnded }) => !hasEnded).length;
  const seats = order.seats - order.returned;
  if (seats === 0 || good === seats) order.badge = 'complete';
  else order.badge = good === 0 ? 'needed' : 'partial';
}

function pay(state: State, order: Order, isGood: boolean): string {
  const isOurForm = order.provider === 'square';
  if (isOurForm && isPaid(order)) return 'paid';
  if (order.page === 'paid') return isOurForm ? whyNotOpen(state, order) : 'paid';
  if (order.page !== 'open') return isOurForm ? whyNotOpen(state, order) : 'closed';
  if (!isGood) {
    const response = isOurForm && order.hasDeclined ? 'card_token_used' : 'payment_declined';
    if (isOurForm && !order.hasDeclined) {
      order.holdUntil = Math.max(
        order.holdUntil,
        Math.min(order.placedAt + FORM_OPEN, state.now + FORM_HOLD),
      );
    }
    order.hasDeclined = true;
    return response;
  }
  order.page = 'paid';
  state.money += order.total;
  if (isOurForm) settle(state, order);
  return 'paid';
}

function whyNotOpen(state: State, order: Order): string {
  const all = [...state.orders.values()];
  const later = all.slice(all.indexOf(order) + 1);
  const isReplaced = later.some((one) => one.checkoutId === order.checkoutId && holdsSeats(one));
  return isReplaced ? 'order_replaced' : 'payment_not_open';
}

function wait(state: State, minutes: number): string {
  state.now += minutes * MINUTE;
  for (const order of state.orders.values()) {
    if (order.status !== 'pending' || order.holdUntil > state.now) continue;
    settle(state, order);
    if (order.status === 'pending') release(state, order, 'expired');
  }
  return 'waited';
}

function reconcile(state: State): string {
  for (const order of state.orders.values()) settle(state, order);
  for (const one of state.underWay.splice(0)) payOut(state, one);
  return 'reconciled';
}

function remove(state: State, order: Order): string {
  if (order.status === 'pending') {
    settle(state, order);
    if (order.status !== 'pending') return 'changed_meanwhile';
    release(state, order, 'cancelled');
  }
  if (holdsSeats(order)) moveSeats(state, order, order.returned - order.seats);
  state.orders.delete(order.key);
  return 'ok';
}

function refund(state: State, order: Order, wish: Refund): string {
  const waiting = state.underWay.findIndex(({ id }) => id === wish.id);
  if (waiting >= 0) payOut(state, ...(state.underWay.splice(waiting, 1) as [Refund]));
  if (state.refunds.has(wish.id)) return 'ok';
  if (!isPaid(order)) return 'order_not_refundable';
  const ofOrder = state.underWay.filter((one) => one.order === order.key);
  const promised = ofOrder.reduce((sum, { amount }) => sum + amount, 0);
  const left = order.captured - order.refunded - promised;
  if (wish.amount > left) return 'refund_too_large';
  const good = goodPeople(state, order).map((one) => one.name);
  if (!wish.people.every((one) => good.includes(one))) return 'registration_not_found';
  if (wish.freeSeats > freeSeats(state, order)) return 'no_such_seats';
  state.refunds.add(wish.id);
  // A refund of the last money reserves every seat.
  const seats = wish.amount === left ? { people: good, freeSeats: freeSeats(state, order) } : {};
  if (order.provider === 'stripe') payOut(state, wish);
  else state.underWay.push({ ...wish, ...seats });
  return 'ok';
}

function payOut(state: State, { order: key, amount, people, freeSeats: open }: Refund): void {
  state.ledger -= amount;
  state.money -= amount;
  const order = state.orders.get(key);
  if (!order) return;
  order.refunded += amount;
  const isWhole = order.refunded === order.captured;
  for (const one of order.people) if (isWhole || people.includes(one.name)) one.hasEnded = true;
  const left = order.seats - order.returned;
  const seats = isWhole ? left : people.length + open;
  order.returned += seats;
  if (order.coupon && left > 0 && seats === left) state.coupons[order.coupon]!.used -= 1;
  order.status = isWhole ? 'refunded' : 'partially_refunded';
  moveSeats(state, order, -seats);
  mark(order);
}

function name(state: State, order: Order, { person, byStaff }: Naming): string {
  if (!byStaff && state.now >= CLOSES) return 'event_over';
  if (!isPaid(order)) return 'order_not_paid';
  const isSingle = order.seats - order.returned === 1;
  if (freeSeats(state, order) <= 0 || (isSingle && !byStaff)) return 'no_slots_left';
  order.people.push({ name: person, hasEnded: false, days: [] });
  mark(order);
  return 'ok';
}

function atPerson(
  state: State,
  order: Order | undefined,
  operation: Extract<Operation, { kind: 'scan' | 'undo' | 'remove' }>,
): string {
  const person = order?.people.find((one) => one.name === operation.person);
  if (!order || !person)
    return operation.kind === 'scan' && operation.byCode ? 'ticket_invalid' : 'registration_not_found';
  const day = today(state);
  if (operation.kind === 'remove') {
    if (person.name.endsWith('p0') && !operation.alsoOrganizer) return 'organizer_stays';
    order.people = order.people.filter((one) => one !== person);
    mark(order);
    return 'ok';
  }
  const isIn = person.days.includes(day);
  if (operation.kind === 'undo') {
    person.days = person.days.filter((one) => one !== day);
    return isIn ? 'ok' : 'not_checked_in';
  }
  if (!isPaid(order) || person.hasEnded) return 'ticket_not_paid';
  if (!isFor(order, day)) return 'ticket_wrong_day';
  if (isIn) return 'already_checked_in';
  person.days.push(day);
  return 'ok';
}

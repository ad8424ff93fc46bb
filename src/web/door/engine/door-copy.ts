import { event } from '#content/event.ts';
import type { DoorOrder } from '#contract/door.ts';
import { isValidOn } from '#domain/admission.ts';
import type { Day } from '#domain/calendar.ts';
import {
  admitIdsOf,
  type DoorPerson,
  type OwnRow,
  othersAtDoor,
  peopleAtDoor,
  standingAtDoor,
  type VerdictAtDoor,
  verdictAtDoor,
} from '#domain/door-verdict.ts';
import { type Findable, findPeople, indexPeople, type PeopleIndex } from '#domain/find-people.ts';
import { isPaid } from '#domain/order.ts';
import type { Replacement } from '#domain/person-change.ts';
import type { DoorState, DoorVerdict, Match, News, OwnScan, Person, PersonKey, Team } from './door-engine.ts';
import { type Change, type Facts, type KeptScan, NO_FACTS } from './door-store.ts';
import { byId, keyOfScan, listOwnScans, rowsByOrder } from './own-scans.ts';

/** Somebody in the copy. */
export interface Found {
  readonly order: DoorOrder;
  readonly person: DoorPerson;
  /** The scanned code was replaced. */
  readonly replaced?: Replacement | null;
}

interface Listed extends Findable {
  readonly key: PersonKey;
}

type Counts = DoorState['counts'];

/** The phone's state in memory: the copy of the list, its own scans, and data derived from both. */
export class DoorCopy {
  #facts = NO_FACTS;
  #tickets = 0;
  readonly #orders = new Map<number, DoorOrder>();
  readonly #scans = new Map<string, KeptScan>();
  /** By the hash of the QR token. */
  readonly #codes = new Map<string, { registration: number; replaced: Replacement | null }>();
  /** By registration and by seat. */
  readonly #orderOf = new Map<number | string, number>();
  /** This phone's rows of which the copy doesn't have everything, by order. */
  #rows: ReadonlyMap<number, readonly OwnRow[]> = new Map();
  // Derived from the above, and invalidated when it changes.
  readonly #people = new Map<number, ReturnType<typeof peopleAtDoor>>();
  readonly #counts = new Map<number, Counts>();
  #countedOn: Day | null = null;
  #total: Counts = { in: 0, expected: 0 };
  #index: PeopleIndex<Listed> | null = null;

  get facts(): Facts {
    return this.#facts;
  }

  get tickets(): number {
    return this.#tickets;
  }

  get orders(): DoorOrder[] {
    return [...this.#orders.values()];
  }

  get scans(): KeptScan[] {
    return [...this.#scans.values()];
  }

  /** In order of creation. */
  get waiting(): KeptScan[] {
    return this.scans.filter((one) => one.state === 'waiting').toSorted(byId);
  }

  /** Without those of practice, which don't matter. */
  get refused(): KeptScan[] {
    return this.scans.filter(({ scan, state }) => state === 'refused' && !scan.practice);
  }

  scan(id: string): KeptScan | undefined {
    return this.#scans.get(id);
  }

  apply(change: Change): void {
    const left = change.isWhole ? [...this.#orders.keys()] : (change.gone ?? []);
    for (const id of left) {
      const before = this.#orders.get(id);
      if (!before) continue;
      this.#index = null;
      this.#remove(before);
    }
    for (const order of change.orders ?? []) this.#keep(order);
    if (change.onlyScans) this.#scans.clear();
    for (const one of [...(change.onlyScans ?? []), ...(change.scans ?? [])]) {
      this.#scans.set(one.scan.id, one);
      this.#touch(one.scan.order);
      if (one.scan.kind === 'name') this.#orderOf.set(one.scan.id, one.scan.order);
      // Adds newly named people to the search, and removes withdrawn names.
      if (one.scan.kind === 'name' || (one.scan.kind !== 'admit' && one.scan.seat)) this.#index = null;
    }
    this.#facts = { ...this.#facts, ...change.facts };
    this.#rows = rowsByOrder(this.scans, this.#facts, this.#orders);
  }

  findCode(hash: string): Found | null {
    const code = this.#codes.get(hash);
    const found = code && this.findPerson({ registration: code.registration });
    return found ? { ...found, replaced: code.replaced } : null;
  }

  /** Whether a code was a ticket's that was deleted since. */
  hasEnded(hash: string): boolean {
    return this.#facts.ended.includes(hash);
  }

  findPerson(key: PersonKey): Found | null {
    const order = this.#orders.get(this.#orderOf.get('seat' in key ? key.seat : key.registration) ?? -1);
    if (!order) return null;
    const person = this.#peopleOf(order).people.find((one) =>
      'seat' in key ? one.seat === key.seat : one.registration === key.registration,
    );
    return person ? { order, person } : null;
  }

  /** The person of an admission or name, whether this phone's or the copy's. */
  findByScan(id: string): Found | null {
    const mine = this.#scans.get(id)?.scan;
    if (mine) return this.findPerson(keyOfScan(mine));
    for (const order of this.#orders.values()) {
      const person = this.#peopleOf(order).people.find(
        (one) => one.seat === id || admitIdsOf(one).includes(id),
      );
      if (person) return { order, person };
    }
    return null;
  }

  verdict(found: Found, today: Day): DoorVerdict {
    const person = this.view(found, today);
    const verdict = this.#judge(found, today);
    if (verdict.kind !== 'already_in') return { ...verdict, person };
    const { id, decidedAt, door, by, device } = verdict.admit;
    const isOwn = device !== null && device === this.#facts.phone?.id;
    const others = othersAtDoor(found.person, this.#rowsOf(found), today);
    return { kind: 'already_in', person, at: decidedAt, door, by, isOwn, scan: id, others };
  }

  view({ order, person }: Found, today: Day): Person {
    const { size, in: teamIn, freeSeats } = this.#seatsOf(order, today);
    return {
      key: keyOf(person),
      firstName: person.firstName,
      lastName: person.lastName,
      organization: order.organization,
      packageLabel: order.packageLabel,
      track: person.track,
      number: order.number,
      order: order.order,
      shortCode: person.shortCode,
      isTeam: size > 1,
      teamSize: size,
      teamIn,
      freeSeats,
    };
  }

  /** Builds the index in advance, so that the first search is fast. */
  prepareSearch(): PeopleIndex<Listed> {
    this.#index ??= indexPeople(
      this.orders.flatMap((order) => this.#peopleOf(order).people.map((one) => listed(order, one))),
      event.shortCode,
    );
    return this.#index;
  }

  find(query: string, today: Day): Match[] {
    return findPeople(this.prepareSearch(), query).flatMap(({ key }) => {
      const found = this.findPerson(key);
      return found ? [this.#match(found, today)] : [];
    });
  }

  team(id: number, today: Day): Team | null {
    const order = this.#orders.get(id);
    if (!order) return null;
    return {
      order: id,
      number: order.number,
      organization: order.organization,
      packageLabel: order.packageLabel,
      ...this.#seatsOf(order, today),
      isWelcome: isPaid(order.paymentStatus) && isValidOn(event, order.eventType, today),
      people: this.#peopleOf(order).people.map((person) => this.#match({ order, person }, today)),
    };
  }

  /** Expected people and those of them who arrived, as on the board, without unnamed seats. */
  counts(today: Day): Counts {
    if (this.#countedOn !== today) {
      this.#countedOn = today;
      this.#counts.clear();
      this.#total = { in: 0, expected: 0 };
    }
    if (this.#counts.size < this.#orders.size) {
      for (const order of this.#orders.values())
        if (!this.#counts.has(order.order)) this.#count(order, today);
    }
    return this.#total;
  }

  /** Latest first. */
  own(): OwnScan[] {
    return listOwnScans(this.scans, (key) => this.findPerson(key)?.person ?? null);
  }

  /** Other doors' admissions of people whom this phone admitted today. */
  news(today: Day): News[] {
    return this.scans.flatMap(({ scan, state, person }) => {
      if (scan.kind !== 'admit' || scan.practice || state === 'refused') return [];
      const found = this.findPerson(keyOfScan(scan));
      if (!found) return [];
      const { admitted, duplicates } = standingAtDoor(found.person, this.#rowsOf(found), today);
      const standing = admitted ? [admitted, ...duplicates] : [];
      if (!standing.some((one) => one.id === scan.id)) return [];
      return standing
        .filter((one) => one.device !== this.#facts.phone?.id)
        .map((one) => ({
          id: `${scan.id} ${one.id}`,
          person,
          at: one.decidedAt,
          door: one.door ?? '',
          by: one.by,
        }));
    });
  }

  #remove(order: DoorOrder): void {
    for (const { code, replaced, registration } of order.tickets) {
      for (const one of [code, ...replaced.map((old) => old.code)]) if (one) this.#codes.delete(one);
      this.#orderOf.delete(registration);
    }
    this.#tickets -= order.tickets.length;
    this.#orders.delete(order.order);
    this.#touch(order.order);
  }

  #keep(order: DoorOrder): void {
    const before = this.#orders.get(order.order);
    if (!before || searched(before) !== searched(order)) this.#index = null;
    if (before) this.#remove(before);
    this.#orders.set(order.order, order);
    this.#touch(order.order);
    this.#tickets += order.tickets.length;
    for (const { registration, seat, code, replaced } of order.tickets) {
      this.#orderOf.set(registration, order.order);
      if (seat) this.#orderOf.set(seat, order.order);
      if (code) this.#codes.set(code, { registration, replaced: null });
      for (const { code: old, at, because } of replaced)
        this.#codes.set(old, { registration, replaced: { at: new Date(at), because } });
    }
    for (const { seat } of order.over) this.#orderOf.set(seat, order.order);
  }

  /** Invalidates the data derived from this order. */
  #touch(id: number): void {
    this.#people.delete(id);
    const counted = this.#counts.get(id);
    if (!counted) return;
    this.#counts.delete(id);
    this.#total = { in: this.#total.in - counted.in, expected: this.#total.expected - counted.expected };
  }

  #count(order: DoorOrder, today: Day): void {
    // Named without a free seat: not counted until a supervisor settles it.
    const seated = this.#peopleOf(order).people.filter((one) => !one.isExcess);
    // A ticket refunded after its admission counts as neither.
    const expected = seated.map((person) => ({ order, person })).filter((one) => this.#isValid(one, today));
    const counts = {
      in: expected.filter((one) => this.#inSince(one, today) !== null).length,
      expected: expected.length,
    };
    this.#counts.set(order.order, counts);
    this.#total = { in: this.#total.in + counts.in, expected: this.#total.expected + counts.expected };
  }

  #peopleOf(order: DoorOrder): ReturnType<typeof peopleAtDoor> {
    const known = this.#people.get(order.order) ?? peopleAtDoor(order, this.#rows.get(order.order) ?? []);
    this.#people.set(order.order, known);
    return known;
  }

  #seatsOf(order: DoorOrder, today: Day): Pick<Team, 'size' | 'in' | 'freeSeats'> {
    const { people, freeSeats } = this.#peopleOf(order);
    const seated = people.filter((one) => !one.isVoided && !one.isExcess);
    const inside = seated.filter((person) => this.#inSince({ order, person }, today) !== null);
    return { size: seated.length + freeSeats, in: inside.length, freeSeats };
  }

  #rowsOf({ order, person }: Found): readonly OwnRow[] {
    return (this.#rows.get(order.order) ?? []).filter((row) =>
      person.seat ? row.seat === person.seat : row.registration === person.registration,
    );
  }

  #judge(found: Found, today: Day): VerdictAtDoor {
    const { order, person, replaced = null } = found;
    return verdictAtDoor(event, { order, person, replaced, own: this.#rowsOf(found) }, today);
  }

  #inSince(found: Found, today: Day): number | null {
    return standingAtDoor(found.person, this.#rowsOf(found), today).admitted?.decidedAt ?? null;
  }

  #isValid(found: Found, today: Day): boolean {
    const { kind } = this.#judge(found, today);
    return kind === 'admit' || kind === 'already_in';
  }

  #match(found: Found, today: Day): Match {
    return {
      person: this.view(found, today),
      inSince: this.#inSince(found, today),
      verdict: this.#judge(found, today).kind,
    };
  }
}

function keyOf(person: DoorPerson): PersonKey {
  return person.seat ? { seat: person.seat } : { registration: person.registration! };
}

function listed(order: DoorOrder, person: DoorPerson): Listed {
  return {
    key: keyOf(person),
    firstName: person.firstName,
    lastName: person.lastName,
    organization: order.organization,
    order: order.order,
    shortCode: person.shortCode,
    phoneEnd: order.phoneEnd,
    isValid: isPaid(order.paymentStatus) && !person.isVoided,
  };
}

/** What a search uses, to detect changes. */
function searched({ organization, phoneEnd, paymentStatus, tickets, over }: DoorOrder): string {
  const names = tickets.map((one) => [
    ...[one.registration, one.seat, one.firstName, one.lastName],
    one.isVoided,
  ]);
  const without = over.map((one) => [one.seat, one.firstName, one.lastName]);
  return JSON.stringify([organization, phoneEnd, isPaid(paymentStatus), names, without]);
}

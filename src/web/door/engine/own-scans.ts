import type { DoorOrder, SentScan } from '#contract/door.ts';
import { admitIdsOf, type DoorPerson, type OwnRow } from '#domain/door-verdict.ts';
import type { OwnScan, PersonKey } from './door-engine.ts';
import type { Facts, KeptScan } from './door-store.ts';

/** The person of a scan. */
export function keyOfScan(scan: SentScan): PersonKey {
  if (scan.kind === 'name') return { seat: scan.id };
  return scan.seat ? { seat: scan.seat } : { registration: scan.registration! };
}

/** Whether a server has stored it. */
export function isSent({ state }: KeptScan): boolean {
  return state === 'stored' || state === 'shown';
}

/** To be sent again, which is harmless: a server that has it changes nothing. */
export function toSendAgain(one: KeptScan): KeptScan {
  return { ...one, state: 'waiting', refusal: null };
}

/** In order of creation. */
export function byId(a: KeptScan, b: KeptScan): number {
  return a.scan.id < b.scan.id ? -1 : 1;
}

/** For the volunteer's list, latest first. `findPerson`: null once the order no longer has the person. */
export function listOwnScans(
  scans: readonly KeptScan[],
  findPerson: (key: PersonKey) => DoorPerson | null,
): OwnScan[] {
  const undone = new Set(
    scans.flatMap(({ scan, state }) => (scan.kind === 'undo' && state !== 'refused' ? [scan.refersTo] : [])),
  );
  // If staff have given the seat to somebody else, withdrawing the name changes nothing, and the admission stands.
  const isUndone = (scan: SentScan, state: KeptScan['state']) => {
    if (scan.kind !== 'admit' || undone.has(scan.id)) return undone.has(scan.id);
    const key = keyOfScan(scan);
    const person = findPerson(key);
    if (!person) return 'seat' in key && undone.has(key.seat);
    // Somebody else has undone it.
    return state === 'shown' && !scan.practice && !admitIdsOf(person).includes(scan.id);
  };
  return scans
    .toSorted((a, b) => byId(b, a))
    .map(({ scan, person, state, refusal }) => ({
      id: scan.id,
      kind: isWithdrawal(scan) ? 'withdraw' : scan.kind,
      key: keyOfScan(scan),
      person,
      at: Date.parse(scan.decidedAt),
      method: scan.kind === 'admit' ? scan.method : null,
      practice: scan.practice ?? false,
      isSent: state !== 'waiting',
      isUndone: isUndone(scan, state),
      refused: refusal,
    }));
}

/** A seat has the id of its name. */
function isWithdrawal(scan: SentScan): scan is Extract<SentScan, { kind: 'undo' }> {
  return scan.kind === 'undo' && scan.refersTo === scan.seat;
}

/** Log rows by order: those that count and of which the copy doesn't have everything. */
export function rowsByOrder(
  scans: readonly KeptScan[],
  { phone }: Facts,
  orders: ReadonlyMap<number, DoorOrder>,
): ReadonlyMap<number, readonly OwnRow[]> {
  const rows = new Map<number, OwnRow[]>();
  if (!phone) return rows;
  const names = new Map(scans.map(({ scan }) => [scan.id, scan]));
  for (const { scan, day, state } of scans) {
    if (scan.practice || state === 'refused') continue;
    const key = keyOfScan(scan);
    const order = orders.get(scan.order);
    // Only the server knows whether this takes the seat from whoever has it by now.
    const name = isWithdrawal(scan) && names.get(scan.refersTo);
    if (name && order?.tickets.some(({ seat }) => seat === name.id) && !isNamedBy(name, order)) continue;
    // An older copy has names without a seat, but not whether those people were admitted.
    const isExcess = 'seat' in key && order?.over.some((one) => one.seat === key.seat && !one.days);
    if (state === 'shown' && !isExcess && !(order && isNamedBy(scan, order))) continue;
    const row = {
      ...scan,
      decidedAt: Date.parse(scan.decidedAt),
      device: phone.id,
      role: phone.role,
      registration: 'registration' in key ? key.registration : null,
      seat: 'seat' in key ? key.seat : null,
      door: phone.door,
      by: phone.person,
      day,
    } satisfies OwnRow & object;
    rows.set(scan.order, [...(rows.get(scan.order) ?? []), row]);
  }
  return rows;
}

/**
 * Whether the person in the copy is the one that this name was given to. The copy doesn't have who gave it, which decides
 * whether a steward may withdraw it. By now staff may have given the seat to somebody else.
 */
function isNamedBy(scan: SentScan, { tickets, over }: DoorOrder): boolean {
  if (scan.kind !== 'name') return false;
  const { id, firstName, lastName } = scan;
  return [...tickets, ...over].some(
    (one) => one.seat === id && one.firstName === firstName && one.lastName === lastName,
  );
}

import type { DoorOrder, SentScan } from '#contract/door.ts';
import type { OwnRow } from '#domain/door-verdict.ts';
import type { Facts, KeptScan } from './door-store.ts';
import type { OwnScan, PersonKey } from './engine.ts';

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
export function unsent(one: KeptScan): KeptScan {
  return { ...one, state: 'waiting', refusal: null };
}

/** In order of creation. */
export function byId(a: KeptScan, b: KeptScan): number {
  return a.scan.id < b.scan.id ? -1 : 1;
}

/** For the volunteer's list, latest first. */
export function listOwnScans(scans: readonly KeptScan[]): OwnScan[] {
  const undone = new Set(
    scans.flatMap(({ scan, state }) => (scan.kind === 'undo' && state !== 'refused' ? [scan.refersTo] : [])),
  );
  return scans
    .toSorted((a, b) => byId(b, a))
    .map(({ scan, person, state, refusal }) => ({
      id: scan.id,
      kind: scan.kind,
      key: keyOfScan(scan),
      person,
      at: Date.parse(scan.decidedAt),
      method: scan.kind === 'admit' ? scan.method : null,
      practice: scan.practice ?? false,
      isSent: state !== 'waiting',
      isUndone: undone.has(scan.id),
      refused: refusal,
    }));
}

/** Log rows by order: those that count and aren't in the copy yet. */
export function rowsByOrder(
  scans: readonly KeptScan[],
  { phone }: Facts,
  orders: ReadonlyMap<number, DoorOrder>,
): ReadonlyMap<number, readonly OwnRow[]> {
  const rows = new Map<number, OwnRow[]>();
  if (!phone) return rows;
  for (const { scan, day, state } of scans) {
    if (scan.practice || state === 'refused') continue;
    const key = keyOfScan(scan);
    // The copy has names without a seat, but not whether those people were admitted.
    const isOver = 'seat' in key && orders.get(scan.order)?.over.some((one) => one.seat === key.seat);
    if (state === 'shown' && !isOver) continue;
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

import type { SentScan } from '#contract/door.ts';
import { fullName } from '#domain/attendee.ts';
import type { Found } from './door-copy.ts';
import type { KeptScan } from './door-store.ts';
import { makeScanId } from './make-scan-id.ts';
import { keyOfScan } from './own-scans.ts';
import type { PhoneTab } from './phone-tab.ts';

type Unsigned = SentScan extends infer S
  ? S extends SentScan
    ? Omit<S, 'id' | 'order' | 'decidedAt' | 'phoneClock' | 'listVersion'>
    : never
  : never;

/** Creates a log row with the current time: `scan` is its content, `found` its person. The caller commits it. */
export function makeScan(tab: PhoneTab, scan: Unsigned, { order, person }: Found): KeptScan {
  const { copy, clock } = tab;
  const now = clock.now();
  return {
    scan: {
      practice: copy.facts.practice,
      ...scan,
      id: makeScanId(now),
      order: order.order,
      decidedAt: new Date(now).toISOString(),
      phoneClock: new Date(clock.raw()).toISOString(),
      listVersion: copy.facts.cursor,
    } as SentScan,
    day: tab.today(),
    person: fullName(person).trim(),
    state: 'waiting',
    refusal: null,
    isUntimed: !clock.isMeasured(),
  };
}

/** The person that a row refers to. */
export function keyColumns({ person: { seat, registration } }: Found) {
  return seat ? { registration: null, seat } : { registration: registration!, seat: null };
}

/** The ticket's current code, as far as this phone knows; people whom only phones have named so far have none. */
export function codeOf({ order, person }: Found): string | null {
  return order.tickets.find((one) => one.registration === person.registration)?.code ?? null;
}

/** The person of one of this phone's scans, rebuilt from the scan once the list doesn't have them. */
export function foundFrom({ scan, person }: KeptScan): Found {
  const key = { registration: null, seat: null, ...keyOfScan(scan) };
  return { order: { order: scan.order }, person: { ...key, firstName: person, lastName: '' } } as Found;
}

import type { DoorCopy } from './door-copy.ts';
import type { Change, DoorStore } from './door-store.ts';

/** Stores changes one at a time, so that each write has what earlier ones failed to store. */
export function keepChanges(store: DoorStore, copy: DoorCopy) {
  const unkept = new Set<string>();
  let isCopyBehind = false;
  let last: Promise<void> = Promise.resolve();

  async function write(change: Change, onProgress?: (part: number) => void): Promise<void> {
    const isOfCopy = Boolean(
      change.isWhole || change.orders?.length || change.gone?.length || change.facts?.cursor !== undefined,
    );
    // As they are by now; those of a wiped phone are gone.
    const late = [...unkept].flatMap((id) => copy.scan(id) ?? []);
    const scans = [...late, ...(change.scans ?? [])];
    // A cursor must not be stored without all earlier changes.
    const whole = isCopyBehind && isOfCopy && { isWhole: true, orders: copy.orders, facts: copy.facts };
    try {
      await store.write({ ...change, scans, ...whole }, onProgress);
      unkept.clear();
      if (isOfCopy) isCopyBehind = false;
    } catch {
      for (const one of change.scans ?? []) unkept.add(one.scan.id);
      isCopyBehind ||= isOfCopy;
    }
  }

  return {
    /** Resolves once the change is stored, or `isFull` is set because it couldn't be. */
    keep(change: Change, onProgress?: (part: number) => void): Promise<void> {
      last = last.then(() => write(change, onProgress));
      return last;
    },
    /** The disk is full. Unstored changes stay in memory and are stored once there is room. */
    isFull: () => isCopyBehind || unkept.size > 0,
    /** Scans that exist only in this page. */
    unkept: () => unkept.size,
  };
}

export type Keeper = ReturnType<typeof keepChanges>;

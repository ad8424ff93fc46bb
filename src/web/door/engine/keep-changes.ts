import type { DoorCopy } from './door-copy.ts';
import type { Change, DoorStore, KeptScan } from './door-store.ts';

export interface Keeper {
  /** Resolves once the change is stored or `isFull` says that it could not be. */
  keep(change: Change, onProgress?: (part: number) => void): Promise<void>;
  /** The disk has no room. What it did not take stays in memory and is stored as soon as there is. */
  isFull(): boolean;
  /** Scans that only this page holds. */
  unkept(): number;
}

/** Stores what changes, and makes up for what could not be stored. */
export function keepChanges(store: DoorStore, copy: DoorCopy): Keeper {
  const unkept = new Map<string, KeptScan>();
  let isCopyBehind = false;
  return {
    async keep(change, onProgress) {
      const isOfCopy = Boolean(
        change.isWhole || change.orders?.length || change.gone?.length || change.facts?.cursor !== undefined,
      );
      const scans = [...unkept.values(), ...(change.scans ?? [])];
      // A cursor may not be stored without all that came before it.
      const whole = isCopyBehind && isOfCopy && { isWhole: true, orders: copy.orders, facts: copy.facts };
      try {
        await store.write({ ...change, scans, ...whole }, onProgress);
        unkept.clear();
        if (isOfCopy) isCopyBehind = false;
      } catch {
        for (const one of change.scans ?? []) unkept.set(one.scan.id, one);
        isCopyBehind ||= isOfCopy;
      }
    },
    isFull: () => isCopyBehind || unkept.size > 0,
    unkept: () => unkept.size,
  };
}

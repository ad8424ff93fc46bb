import type { DoorCopy } from './door-copy.ts';
import type { Change, DoorStore, KeptScan } from './door-store.ts';

export interface Keeper {
  /** Resolves once the change is stored, or `isFull` is set because it couldn't be. */
  keep(change: Change, onProgress?: (part: number) => void): Promise<void>;
  /** The disk is full. Unstored changes stay in memory and are stored once there is room. */
  isFull(): boolean;
  /** Scans that exist only in this page. */
  unkept(): number;
}

/** Stores changes, and retries those that failed. */
export function keepChanges(store: DoorStore, copy: DoorCopy): Keeper {
  const unkept = new Map<string, KeptScan>();
  let isCopyBehind = false;
  return {
    async keep(change, onProgress) {
      const isOfCopy = Boolean(
        change.isWhole || change.orders?.length || change.gone?.length || change.facts?.cursor !== undefined,
      );
      const scans = [...unkept.values(), ...(change.scans ?? [])];
      // A cursor must not be stored without all earlier changes.
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

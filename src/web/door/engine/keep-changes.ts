import type { DoorCopy } from './door-copy.ts';
import type { Change, DoorStore } from './door-store.ts';

/** How long a guest waits for the disk. The whole list takes a slow phone less. */
const WAIT_MS = 3_000;

/**
 * Stores changes one at a time, so that each write has what earlier ones failed to store. `onCaughtUp` is called when a
 * slow disk has stored them all.
 */
export function keepChanges(store: DoorStore, copy: DoorCopy, onCaughtUp: () => void) {
  const unkept = new Set<string>();
  let isCopyBehind = false;
  let isSlow = false;
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
    /** Resolves once the change is stored, or `isFull` or `isSlow` is set because it couldn't be, or not yet. */
    keep(change: Change, onProgress?: (part: number) => void): Promise<void> {
      const written = last
        .then(() => write(change, onProgress))
        .then(() => {
          if (!isSlow || last !== written) return;
          isSlow = false;
          onCaughtUp();
        });
      last = written;
      // Behind a write that may never end, nobody else waits.
      if (isSlow) return Promise.resolve();
      return new Promise((resolve) => {
        const timer = setTimeout(() => {
          isSlow = true;
          resolve();
        }, WAIT_MS);
        void written.then(resolve).finally(() => clearTimeout(timer));
      });
    },
    /** The disk takes too long. Changes stay in memory, and are stored in order if it goes on. */
    isSlow: () => isSlow,
    /** The disk is full. Unstored changes stay in memory and are stored once there is room. */
    isFull: () => isCopyBehind || unkept.size > 0,
    /** Scans that exist only in this page. */
    unkept: () => unkept.size,
  };
}

export type Keeper = ReturnType<typeof keepChanges>;

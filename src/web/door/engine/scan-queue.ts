import { MAX_SCANS } from '#contract/door.ts';
import type { DoorCopy } from './door-copy.ts';
import type { KeptScan } from './door-store.ts';

/**
 * Which of the waiting scans are sent next. A scan that makes the server fail is sent alone and after all others, so that it
 * doesn't hold them up.
 */
export function createScanQueue(copy: DoorCopy) {
  let batchSize = MAX_SCANS;
  /** The last one tried is at the end. */
  const failing = new Set<string>();
  const isFailing = ({ scan }: KeptScan) => failing.has(scan.id);
  return {
    next(): readonly KeptScan[] {
      const { waiting } = copy;
      const others = waiting.filter((one) => !isFailing(one));
      const inTurn = [...failing].flatMap((id) => waiting.find((one) => one.scan.id === id) ?? []);
      return (others.length > 0 ? others : inTurn).slice(0, batchSize);
    },
    hasOnlyFailing: () => copy.waiting.length > 0 && copy.waiting.every(isFailing),
    sendsOneByOne: () => batchSize === 1,
    /** After a failure that one scan of several may have caused. */
    sendOneByOne(): void {
      batchSize = 1;
    },
    sendTogether(): void {
      batchSize = MAX_SCANS;
    },
    putLast({ scan }: KeptScan): void {
      failing.delete(scan.id);
      failing.add(scan.id);
    },
  };
}

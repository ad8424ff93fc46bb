import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DoorOrder } from '#contract/door.ts';
import { DoorCopy } from './door-copy.ts';
import { type Change, type KeptScan, openStore } from './door-store.ts';
import { keepChanges } from './keep-changes.ts';

const orderOf = (order: number) => ({ order, tickets: [], over: [] }) as unknown as DoorOrder;

function scan(id: string, state: KeptScan['state'] = 'waiting'): KeptScan {
  const row = { id, kind: 'admit', order: 1, registration: 10, seat: null } as KeptScan['scan'];
  return { scan: row, day: '2025-09-20', person: 'Ada Sample', state, refusal: null };
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

/** A tab with a disk. */
async function openTab() {
  const store = await openStore();
  const copy = new DoorCopy();
  const onCaughtUp = vi.fn<() => void>();
  const keeper = keepChanges(store, copy, onCaughtUp);
  return {
    keeper,
    onCaughtUp,
    /** The next write waits until the returned function is called. */
    block() {
      const held = Promise.withResolvers<void>();
      const write = store.write.bind(store);
      vi.spyOn(store, 'write').mockImplementationOnce(async (...given) => {
        await held.promise;
        return write(...given);
      });
      return held.resolve;
    },
    keep(change: Change) {
      copy.apply(change);
      return keeper.keep(change);
    },
    /** The next value doesn't fit. */
    fill() {
      vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(() => {
        throw new DOMException('No room', 'QuotaExceededError');
      });
    },
    async onDisk() {
      const { orders, scans, facts } = (await openStore()).kept;
      return {
        orders: orders.map((one) => one.order),
        scans: scans.map((one) => [one.scan.id, one.state]),
        cursor: facts.cursor,
      };
    },
  };
}

describe('what did not fit', () => {
  test('is stored with a smaller change that began before it failed', async () => {
    const { keep, keeper, fill, onDisk } = await openTab();
    fill();
    await Promise.all([keep({ scans: [scan('1')] }), keep({ facts: { cursor: '2' } })]);
    expect([keeper.isFull(), keeper.unkept()]).toEqual([false, 0]);
    expect(await onDisk()).toEqual({ orders: [], scans: [['1', 'waiting']], cursor: '2' });
  });

  test('is stored before a later cursor', async () => {
    const { keep, keeper, fill, onDisk } = await openTab();
    fill();
    await Promise.all([
      keep({ orders: [orderOf(1)], facts: { cursor: '2' } }),
      keep({ orders: [orderOf(2)], facts: { cursor: '3' } }),
    ]);
    expect(keeper.isFull()).toBe(false);
    expect(await onDisk()).toEqual({ orders: [1, 2], scans: [], cursor: '3' });
  });

  test('is said to be missing until it is stored, in its latest state', async () => {
    const { keep, keeper, fill, onDisk } = await openTab();
    fill();
    await keep({ scans: [scan('1')] });
    fill();
    await Promise.all([keep({ scans: [scan('1', 'stored')] }), keep({ scans: [scan('2')] })]);
    expect(await onDisk()).toMatchObject({
      scans: [
        ['1', 'stored'],
        ['2', 'waiting'],
      ],
    });
    fill();
    await keep({ scans: [scan('3')] });
    expect([keeper.isFull(), keeper.unkept()]).toEqual([true, 1]);
  });

  test('is not stored once the phone was wiped', async () => {
    const { keep, keeper, fill, onDisk } = await openTab();
    fill();
    await keep({ scans: [scan('1', 'stored')] });
    await keep({ isWhole: true, orders: [], onlyScans: [] });
    expect([keeper.isFull(), await onDisk()]).toMatchObject([false, { scans: [] }]);
  });
});

describe('a disk that does not answer', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  test('is waited for once, up to three seconds', async () => {
    const { keep, keeper, block } = await openTab();
    block();
    const isDone = vi.fn();
    const first = keep({ scans: [scan('1')] }).then(isDone);
    await vi.advanceTimersByTimeAsync(2_999);
    expect([isDone.mock.calls.length, keeper.isSlow()]).toEqual([0, false]);
    await vi.advanceTimersByTimeAsync(1);
    await first;
    await keep({ scans: [scan('2')] });
    expect([keeper.isSlow(), keeper.isFull()]).toEqual([true, false]);
  });

  test('and then does stores everything in order, and says so', async () => {
    const { keep, keeper, block, onCaughtUp, onDisk } = await openTab();
    const goOn = block();
    const first = keep({ orders: [orderOf(1)], facts: { cursor: '2' } });
    await vi.advanceTimersByTimeAsync(3_000);
    await first;
    await keep({ scans: [scan('1')] });
    await keep({ scans: [scan('1', 'stored')], facts: { cursor: '3' } });
    goOn();
    await new Promise<void>((resolve) => onCaughtUp.mockImplementation(resolve));
    expect([keeper.isSlow(), await onDisk()]).toEqual([
      false,
      { orders: [1], scans: [['1', 'stored']], cursor: '3' },
    ]);
    await keep({ scans: [scan('2')] });
    await vi.advanceTimersByTimeAsync(3_000);
    expect([keeper.isSlow(), onCaughtUp.mock.calls.length]).toEqual([false, 1]);
  });
});

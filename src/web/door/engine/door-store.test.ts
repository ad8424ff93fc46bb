import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { DoorOrder, Phone } from '#contract/door.ts';
import { type KeptScan, NO_FACTS, openStore, STORE_VERSION } from './door-store.ts';

const order = { order: 7, number: 'DSS000007', tickets: [], over: [] } as unknown as DoorOrder;
const phone = { id: 'a', person: 'Maria', door: 'Garage', role: 'steward', endsAt: '' } as Phone;

function scan(id: string, state: KeptScan['state'] = 'waiting'): KeptScan {
  return { scan: { id } as KeptScan['scan'], day: '2025-09-20', person: 'Ada Sample', state, refusal: null };
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

describe('what a phone stores', () => {
  test('is there when the page is reopened', async () => {
    const store = await openStore();
    await store.write({
      orders: [order, { ...order, order: 8 }],
      scans: [scan('1'), scan('2', 'shown')],
      facts: { phone, cursor: '10' },
    });
    await store.write({ gone: [8], scans: [scan('1', 'stored')], facts: { cursor: '11' } });
    expect((await openStore()).kept).toEqual({
      orders: [order],
      scans: [scan('1', 'stored'), scan('2', 'shown')],
      facts: { ...NO_FACTS, phone, cursor: '11' },
    });
  });

  test('is replaced by a complete list, except for the scans, or by complete scans', async () => {
    const store = await openStore();
    await store.write({ orders: [order], scans: [scan('1'), scan('2')] });
    await store.write({ isWhole: true, orders: [{ ...order, order: 9 }] });
    await store.write({ onlyScans: [scan('2')] });
    const { kept } = await openStore();
    expect([kept.orders.map((one) => one.order), kept.scans.map((one) => one.scan.id)]).toEqual([[9], ['2']]);
  });

  test('is stored atomically', async () => {
    const store = await openStore();
    const unstorable = { ...order, order: 8, organization: () => {} } as unknown as DoorOrder;
    await expect(store.write({ orders: [order, unstorable], facts: { cursor: '11' } })).rejects.toThrow();
    expect((await openStore()).kept).toEqual({ orders: [], scans: [], facts: NO_FACTS });
  });

  test('is flushed to the disk', async () => {
    const store = await openStore();
    const transaction = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await store.write({ scans: [scan('1')] });
    expect(transaction.mock.calls.map(([, mode, options]) => [mode, options])).toEqual([
      ['readwrite', { durability: 'strict' }],
    ]);
  });

  test('reports the progress of a long list', async () => {
    const store = await openStore();
    const many = Array.from({ length: 600 }, (_, at) => ({ ...order, order: at + 1 }));
    const parts: number[] = [];
    await store.write({ orders: many }, (part) => parts.push(Math.round(part * 100)));
    expect(parts).toEqual([42, 83, 100]);
  });
});

describe('a new version of the store', () => {
  test('keeps scans and phone, and fetches the list again', async () => {
    const store = await openStore();
    await store.write({ orders: [order], scans: [scan('1')], facts: { phone, cursor: '10' } });
    const newer = await openStore({ version: STORE_VERSION + 1 });
    expect(newer.kept).toEqual({
      orders: [],
      scans: [scan('1')],
      facts: { ...NO_FACTS, phone, cursor: null },
    });
    await newer.write({ orders: [order], facts: { cursor: '11' } });
    expect((await openStore({ version: STORE_VERSION + 1 })).kept.orders).toEqual([order]);
  });

  test('makes an older open page close its connection', async () => {
    const onOutdated = vi.fn();
    await openStore({ onOutdated });
    await openStore({ version: STORE_VERSION + 1 });
    expect(onOutdated).toHaveBeenCalledOnce();
  });

  test('can be rolled back', async () => {
    await (await openStore({ version: STORE_VERSION + 1 })).write({ scans: [scan('1')] });
    const older = await openStore();
    expect([older.isKept, older.kept.scans]).toEqual([true, [scan('1')]]);
    // Nor does the page from before the rollback hold up the next version.
    const newest = await openStore({ version: STORE_VERSION + 2 });
    expect([newest.isKept, newest.kept.scans]).toEqual([true, [scan('1')]]);
  });
});

test('a connection that the browser closed is reopened', async () => {
  const opened: IDBDatabase[] = [];
  const open = IDBFactory.prototype.open;
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...given) {
    const request = open.apply(this, given);
    request.addEventListener('success', () => opened.push(request.result as never));
    return request;
  });
  const store = await openStore();
  opened[0]!.close();
  await store.write({ scans: [scan('1')] });
  expect((await openStore()).kept.scans).toEqual([scan('1')]);
  vi.restoreAllMocks();
});

test.each([
  ['without IndexedDB', undefined],
  [
    'that refuses it',
    {
      open() {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      },
    },
  ],
])('a browser %s stores nothing and says so', async (_, factory) => {
  vi.stubGlobal('indexedDB', factory);
  const store = await openStore();
  await store.write({ scans: [scan('1')] });
  expect([store.isKept, store.kept]).toEqual([false, { orders: [], scans: [], facts: NO_FACTS }]);
});

describe('a store that cannot be opened in time', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  async function giveUp(onOutdated = () => {}) {
    const opening = openStore({ version: STORE_VERSION + 1, onOutdated });
    await vi.advanceTimersByTimeAsync(10_000);
    return opening;
  }

  test('because the browser never answers is given up', async () => {
    vi.stubGlobal('indexedDB', { open: () => new IDBOpenDBRequest() });
    expect(await giveUp()).toMatchObject({ isKept: false, kept: { scans: [] } });
  });

  test('because a sleeping tab holds it is given up, keeps its scans, and reloads nothing when it opens later', async () => {
    await (await openStore()).write({ scans: [scan('1')] });
    const sleeping = await openDB('door', STORE_VERSION);
    const onOutdated = vi.fn();
    expect(await giveUp(onOutdated)).toMatchObject({ isKept: false, kept: { scans: [] } });
    sleeping.close();
    const newest = await openStore({ version: STORE_VERSION + 2 });
    expect([newest.isKept, newest.kept.scans]).toEqual([true, [scan('1')]]);
    expect(onOutdated).not.toHaveBeenCalled();
  });
});

import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, test, vi } from 'vitest';
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
    expect(await (await openStore()).load()).toEqual({
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
    const kept = await store.load();
    expect([kept.orders.map((one) => one.order), kept.scans.map((one) => one.scan.id)]).toEqual([[9], ['2']]);
  });

  test('is stored atomically', async () => {
    const store = await openStore();
    const unstorable = { ...order, order: 8, organization: () => {} } as unknown as DoorOrder;
    await expect(store.write({ orders: [order, unstorable], facts: { cursor: '11' } })).rejects.toThrow();
    expect(await store.load()).toEqual({ orders: [], scans: [], facts: NO_FACTS });
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
    expect(await newer.load()).toEqual({
      orders: [],
      scans: [scan('1')],
      facts: { ...NO_FACTS, phone, cursor: null },
    });
    await newer.write({ orders: [order], facts: { cursor: '11' } });
    expect((await newer.load()).orders).toEqual([order]);
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
    expect([older.isKept, (await older.load()).scans]).toEqual([true, [scan('1')]]);
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
  expect((await store.load()).scans).toEqual([scan('1')]);
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
  expect([store.isKept, await store.load()]).toEqual([false, { orders: [], scans: [], facts: NO_FACTS }]);
});

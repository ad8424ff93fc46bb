import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { DoorOrder, Phone, SentScan } from '#contract/door.ts';
import type { Day } from '#domain/calendar.ts';
import type { KeptClock } from './phone-clock.ts';

/** A scan of this phone. */
export interface KeptScan {
  /** As it is sent. */
  readonly scan: SentScan;
  readonly day: Day;
  /** Whom it is about. */
  readonly person: string;
  /** `stored`: by the server, and the copy doesn't show it yet. `shown`: the copy does. */
  readonly state: 'waiting' | 'stored' | 'shown' | 'refused';
  /** The server's sentence. */
  readonly refusal: string | null;
}

export interface Facts {
  readonly phone: Phone | null;
  /** The hash of the invitation's secret: a lost phone opens no others. */
  readonly invitation: string | null;
  /** Null until the whole list is here. */
  readonly cursor: string | null;
  /** Hashes of codes whose tickets were deleted. */
  readonly ended: readonly string[];
  readonly syncedAt: number | null;
  readonly clock: KeptClock | null;
  readonly isReady: boolean;
  readonly practice: boolean;
  readonly wiped: 'revoked' | 'ended' | null;
}

export const NO_FACTS: Facts = {
  phone: null,
  invitation: null,
  cursor: null,
  ended: [],
  syncedAt: null,
  clock: null,
  isReady: false,
  practice: false,
  wiped: null,
};

/** Everything that changes on this phone at once: stored in one transaction, or not at all. */
export interface Change {
  /** `orders` are all there are. */
  readonly isWhole?: boolean;
  readonly orders?: readonly DoorOrder[];
  readonly gone?: readonly number[];
  /** New ones and changed ones. */
  readonly scans?: readonly KeptScan[];
  /** Only these are kept. */
  readonly onlyScans?: readonly KeptScan[];
  readonly facts?: Partial<Facts>;
}

export interface Kept {
  readonly orders: readonly DoorOrder[];
  readonly scans: readonly KeptScan[];
  readonly facts: Facts;
}

export interface DoorStore {
  /** False for a browser that keeps nothing: all lives as long as the page. */
  readonly isKept: boolean;
  load(): Promise<Kept>;
  /** Resolves once it is on the disk. `onProgress` gets the part that is done. */
  write(change: Change, onProgress?: (part: number) => void): Promise<void>;
}

interface Schema extends DBSchema {
  orders: { key: number; value: DoorOrder };
  scans: { key: string; value: KeptScan };
  facts: { key: string; value: unknown };
}

type Database = IDBPDatabase<Schema>;

const NAME = 'door';
/**
 * The version of what is stored. A new one makes a new copy of the list, which the server can give again, and keeps the
 * scans, which nobody else may have. So a change of `KeptScan` must be able to read what is there.
 */
export const STORE_VERSION = 3;

interface StoreOptions {
  readonly name?: string;
  readonly version?: number;
  /** A newer page wants to change what is stored. */
  readonly onOutdated?: () => void;
}

/** The phone's IndexedDB; if the browser has none or refuses it, a store that keeps nothing. */
export async function openStore(options: StoreOptions = {}): Promise<DoorStore> {
  try {
    let database = await open(options);
    return {
      isKept: true,
      load: () => again((db) => readAll(db)),
      write: (change, onProgress) => again((db) => writeAll(db, change, onProgress)),
    };

    /** Browsers close a connection now and then, phones with little memory above all. */
    async function again<T>(act: (db: Database) => Promise<T>): Promise<T> {
      try {
        return await act(database);
      } catch (error) {
        if (!isClosed(error)) throw error;
        database = await open(options);
        return act(database);
      }
    }
  } catch {
    return { isKept: false, load: async () => NOTHING, write: async () => {} };
  }
}

const NOTHING: Kept = { orders: [], scans: [], facts: NO_FACTS };

async function open({ name = NAME, version = STORE_VERSION, onOutdated }: StoreOptions): Promise<Database> {
  const database = await openDB<Schema>(name, version, {
    upgrade(db, _from, _to, transaction) {
      if (db.objectStoreNames.contains('orders')) {
        db.deleteObjectStore('orders');
        void transaction.objectStore('facts').delete('cursor');
      } else {
        db.createObjectStore('scans', { keyPath: 'scan.id' });
        db.createObjectStore('facts');
      }
      db.createObjectStore('orders', { keyPath: 'order' });
    },
    blocking() {
      database.close();
      onOutdated?.();
    },
  }).catch((error: unknown) => {
    // A newer version was here and has been rolled back.
    if (error instanceof DOMException && error.name === 'VersionError') return openDB<Schema>(name);
    throw error;
  });
  return database;
}

async function readAll(db: Database): Promise<Kept> {
  const transaction = db.transaction(['orders', 'scans', 'facts']);
  const [orders, scans, names, values] = await Promise.all([
    transaction.objectStore('orders').getAll(),
    transaction.objectStore('scans').getAll(),
    transaction.objectStore('facts').getAllKeys(),
    transaction.objectStore('facts').getAll(),
  ]);
  const facts = Object.fromEntries(names.map((name, at) => [name, values[at]]));
  return { orders, scans, facts: { ...NO_FACTS, ...facts } };
}

/** Orders in one go, between two reports of progress. */
const PORTION = 250;

async function writeAll(db: Database, change: Change, onProgress?: (part: number) => void): Promise<void> {
  const transaction = db.transaction(['orders', 'scans', 'facts'], 'readwrite', { durability: 'strict' });
  const orders = transaction.objectStore('orders');
  const scans = transaction.objectStore('scans');
  const facts = transaction.objectStore('facts');
  // Each step is a promise of its own, so that none that fails at once leaves others unobserved.
  const write = async () => {
    await Promise.all([
      change.isWhole && orders.clear(),
      change.onlyScans && scans.clear(),
      ...[...(change.onlyScans ?? []), ...(change.scans ?? [])].map(async (one) => scans.put(one)),
      ...Object.entries(change.facts ?? {}).map(async ([name, value]) => facts.put(value, name)),
      ...(change.gone ?? []).map((id) => orders.delete(id)),
    ]);
    const all = change.orders ?? [];
    for (let from = 0; from < all.length; from += PORTION) {
      await Promise.all(all.slice(from, from + PORTION).map(async (one) => orders.put(one)));
      onProgress?.(Math.min(1, (from + PORTION) / all.length));
    }
  };
  const written = write().catch((error: unknown) => {
    // What can't be stored must not leave half a change behind.
    try {
      transaction.abort();
    } catch {
      // It failed by itself.
    }
    throw error;
  });
  await Promise.all([written, transaction.done]);
}

function isClosed(error: unknown): boolean {
  return error instanceof DOMException && ['InvalidStateError', 'UnknownError'].includes(error.name);
}

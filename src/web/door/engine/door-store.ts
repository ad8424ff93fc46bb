import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { DoorOrder, Phone, SentScan } from '#contract/door.ts';
import type { Day } from '#domain/calendar.ts';
import type { KeptClock } from './phone-clock.ts';

/** A scan of this phone. */
export interface KeptScan {
  /** As it is sent. */
  readonly scan: SentScan;
  readonly day: Day;
  /** The person's name. */
  readonly person: string;
  /** `stored`: the server has it, the copy doesn't yet. `shown`: both have it. */
  readonly state: 'waiting' | 'stored' | 'shown' | 'refused';
  /** The server's sentence. */
  readonly refusal: string | null;
  /** Made before a response with the server's time, and not corrected since. Older scans lack it. */
  readonly isUntimed?: boolean;
}

export interface Facts {
  readonly phone: Phone | null;
  /** The hash of the invitation's secret, so that a lost phone can't add others. */
  readonly invitation: string | null;
  /** What it is joining as, and with the hash of which invitation, until a response says that it has joined. */
  readonly joining: { readonly id: string; readonly invitation: string } | null;
  /** Null until the list is complete. */
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
  joining: null,
  cursor: null,
  ended: [],
  syncedAt: null,
  clock: null,
  isReady: false,
  practice: false,
  wiped: null,
};

/** Changes that are stored in one transaction. */
export interface Change {
  /** `orders` is complete. */
  readonly isWhole?: boolean;
  readonly orders?: readonly DoorOrder[];
  readonly gone?: readonly number[];
  /** New ones and changed ones. */
  readonly scans?: readonly KeptScan[];
  /** Only these scans are kept. */
  readonly onlyScans?: readonly KeptScan[];
  readonly facts?: Partial<Facts>;
}

interface Kept {
  readonly orders: readonly DoorOrder[];
  readonly scans: readonly KeptScan[];
  readonly facts: Facts;
}

export interface DoorStore {
  /** False if the browser stores nothing, so that data lives only as long as the page. */
  readonly isKept: boolean;
  /** What was stored before. */
  readonly kept: Kept;
  /** Resolves once it is on disk. `onProgress` gets the completed fraction. */
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
 * The schema version. A new one drops the list, which the server can send again, and keeps the scans, which may exist
 * nowhere else. So a changed `KeptScan` must be able to read stored ones.
 */
export const STORE_VERSION = 3;

interface StoreOptions {
  readonly name?: string;
  readonly version?: number;
  /** A newer page needs to upgrade the store. */
  readonly onOutdated?: () => void;
}

/** A browser that takes longer may never answer. The whole list takes a slow phone a second or two. */
const TIME_LIMIT_MS = 10_000;

/** The phone's IndexedDB; if the browser has none, refuses it, or can't read it, a store that does nothing. */
export async function openStore(options: StoreOptions = {}): Promise<DoorStore> {
  let database = null as Database | null;
  let isKept = true;

  async function connect(): Promise<Database> {
    // A page that lives in memory must not be reloaded for a connection that opened too late.
    database = await open({ ...options, onOutdated: () => isKept && options.onOutdated?.() });
    return database;
  }

  /** Browsers sometimes close a connection, especially on phones with little memory. */
  async function again<T>(act: (db: Database) => Promise<T>): Promise<T> {
    try {
      return await act(database ?? (await connect()));
    } catch (error) {
      if (!isClosed(error)) throw error;
      return act(await connect());
    }
  }

  try {
    const kept = await inTime(again(readAll));
    return { isKept, kept, write: (change, onProgress) => again((db) => writeAll(db, change, onProgress)) };
  } catch {
    isKept = false;
    return { isKept, kept: NOTHING, write: async () => {} };
  }
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('The browser does not answer.')), TIME_LIMIT_MS);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const NOTHING: Kept = { orders: [], scans: [], facts: NO_FACTS };

async function open({ name = NAME, version = STORE_VERSION, onOutdated }: StoreOptions): Promise<Database> {
  const blocking = () => {
    database.close();
    onOutdated?.();
  };
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
    blocking,
  }).catch((error: unknown) => {
    // A newer version was installed and rolled back.
    if (error instanceof DOMException && error.name === 'VersionError')
      return openDB<Schema>(name, undefined, { blocking });
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

/** Orders per batch, after which progress is reported. */
const PORTION = 250;

async function writeAll(db: Database, change: Change, onProgress?: (part: number) => void): Promise<void> {
  const transaction = db.transaction(['orders', 'scans', 'facts'], 'readwrite', { durability: 'strict' });
  const orders = transaction.objectStore('orders');
  const scans = transaction.objectStore('scans');
  const facts = transaction.objectStore('facts');
  // Awaited one by one, so that an early failure leaves no unhandled rejections.
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
    // A failed write must not leave half a change.
    try {
      transaction.abort();
    } catch {
      // Already aborted.
    }
    throw error;
  });
  await Promise.all([written, transaction.done]);
}

function isClosed(error: unknown): boolean {
  return error instanceof DOMException && ['InvalidStateError', 'UnknownError'].includes(error.name);
}

import { openDB } from 'idb';
import { describe, expect, test, vi } from 'vitest';
import { ada, setPhone, until } from '#test/door-site.ts';

const on = setPhone();
const { goOffline, joined, kill, openPage } = on;

describe('a phone that cannot store', () => {
  test('without IndexedDB works in memory and says so', async () => {
    vi.stubGlobal('indexedDB', undefined);
    const engine = openPage();
    await until(engine, ({ phase }) => phase === 'joining');
    await engine.join('secret', 'Maria', 'Garage');
    expect((await until(engine, ({ phase }) => phase === 'working')).storage).toBe('none');
    await engine.admit([ada], 'qr_scan');
    await until(engine, ({ waiting }) => waiting === 0);
    expect(on.site.sent()).toHaveLength(1);
  });

  test('because its store cannot be read works in memory and says so; stored scans wait for the next start', async () => {
    const engine = await joined();
    await goOffline(engine);
    await engine.admit([ada], 'qr_scan');
    kill();
    on.site.reach = 'up';
    const read = vi.spyOn(IDBObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('Internal error.', 'UnknownError');
    });
    const unread = openPage();
    expect((await until(unread, ({ phase }) => phase === 'joining')).storage).toBe('none');
    await unread.join('secret', 'Maria', 'Garage');
    await until(unread, ({ phase }) => phase === 'working');
    read.mockRestore();
    kill();
    await until(openPage(), ({ phase, waiting }) => phase === 'working' && waiting === 0);
    expect(on.site.sent()).toHaveLength(1);
  });

  test('with a full disk says so, sends from memory, and stores the rest once there is room', async () => {
    const engine = await joined();
    await goOffline(engine);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    await engine.admit([ada], 'qr_scan');
    expect(engine.state()).toMatchObject({ storage: 'full', waiting: 1 });
    put.mockRestore();
    await engine.admit([{ registration: 20 }], 'qr_scan');
    expect(engine.state()).toMatchObject({ storage: 'kept', waiting: 2 });
    kill();
    expect((await until(openPage(), ({ phase }) => phase === 'working')).waiting).toBe(2);
  });
});

describe('a phone whose disk does not answer', () => {
  /** Another program's write holds up this phone's, until the returned function is called. */
  async function blockDisk() {
    const [{ name }] = (await indexedDB.databases()) as [{ name: string }];
    const { store } = (await openDB(name)).transaction('scans', 'readwrite');
    let isBlocked = true;
    const hold = async () => {
      while (isBlocked) await store.get('');
    };
    void hold();
    return () => {
      isBlocked = false;
    };
  }

  /** Two scans made without a network; only the first waits for the disk. */
  async function withTwoScans() {
    const engine = await joined();
    await goOffline(engine);
    const goOn = await blockDisk();
    const from = Date.now();
    const isShown = vi.fn();
    void engine.admit([ada], 'qr_scan').then(isShown);
    await until(engine, () => isShown.mock.calls.length > 0);
    expect(Date.now() - from).toBe(3000);
    await engine.admit([{ registration: 20 }], 'qr_scan');
    expect(engine.state()).toMatchObject({ storage: 'slow', waiting: 2, counts: { in: 2 } });
    return { engine, goOn };
  }

  test('shows its verdicts, says so, and sends from memory', async () => {
    const { engine, goOn } = await withTwoScans();
    const leave = new Event('beforeunload', { cancelable: true });
    dispatchEvent(leave);
    expect(leave.defaultPrevented).toBe(true);
    on.site.reach = 'up';
    await until(engine, ({ waiting, isOnline }) => waiting === 0 && isOnline);
    expect([on.site.sent().length, engine.state().storage]).toEqual([2, 'slow']);
    goOn();
  });

  test('stores them once it answers', async () => {
    const { engine, goOn } = await withTwoScans();
    goOn();
    await until(engine, ({ storage }) => storage === 'kept');
    kill();
    expect((await until(openPage(), ({ phase }) => phase === 'working')).waiting).toBe(2);
  });
});

import { beforeEach, expect, test, vi } from 'vitest';
import { stubStorage } from '#test/stub-storage.ts';

const denied = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
const full = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};

let page: { name: string };

beforeEach(() => {
  page = { name: '' };
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { origin: 'https://summit.example' });
  vi.stubGlobal('document', { referrer: 'https://summit.example/' });
});

/** Reloads the module, as the next page load does. */
async function loadPage() {
  vi.resetModules();
  return import('./storage.ts');
}

function blockStorage() {
  vi.unstubAllGlobals();
  for (const name of ['sessionStorage', 'localStorage']) {
    Object.defineProperty(globalThis, name, { configurable: true, get: denied });
  }
  vi.stubGlobal('window', page);
  vi.stubGlobal('location', { origin: 'https://summit.example' });
  vi.stubGlobal('document', { referrer: 'https://summit.example/' });
}

test('values are stored and removed', async () => {
  const kept = stubStorage();
  const { sessionStore } = await loadPage();
  sessionStore.set('draft', '{"a":1}');
  expect(kept.get('draft')).toBe('{"a":1}');
  expect(sessionStore.getJson('draft')).toEqual({ a: 1 });
  sessionStore.remove('draft');
  expect(kept.size).toBe(0);
  expect(sessionStore.get('draft')).toBeNull();
  expect(sessionStore.getJson('draft')).toBeNull();
});

test('invalid JSON reads as null', async () => {
  stubStorage().set('draft', '{');
  const { sessionStore } = await loadPage();
  expect(sessionStore.getJson('draft')).toBeNull();
});

test.each(['sessionStore', 'localStore'] as const)(
  'when blocked, %s remembers values until the page is closed',
  async (name) => {
    blockStorage();
    const { [name]: store } = await loadPage();
    expect(store.get('draft')).toBeNull();
    store.set('draft', 'Ada');
    expect(store.get('draft')).toBe('Ada');
    store.remove('draft');
    expect(store.get('draft')).toBeNull();
  },
);

test('when full, it returns the latest value, not the stored one', async () => {
  stubStorage({ setItem: full }).set('draft', 'old');
  const { sessionStore } = await loadPage();
  sessionStore.set('draft', 'new');
  expect(sessionStore.get('draft')).toBe('new');
  sessionStore.remove('draft');
  expect(sessionStore.get('draft')).toBeNull();
});

test('an unstored value is carried to the next page, and no further', async () => {
  blockStorage();
  const first = await loadPage();
  first.sessionStore.set('pending', 'Ada');
  first.carryToNextPage();
  const next = await loadPage();
  expect(next.sessionStore.get('pending')).toBe('Ada');
  expect(page.name).toBe('');
  expect((await loadPage()).sessionStore.get('pending')).toBeNull();
});

test('a value that did not fit is carried to the next page', async () => {
  stubStorage({ setItem: full });
  const first = await loadPage();
  first.sessionStore.set('pending', 'Ada');
  first.carryToNextPage();
  const next = await loadPage();
  expect([next.sessionStore.get('pending'), page.name]).toEqual(['Ada', '']);
});

test('a value that could be stored is not carried to the next page', async () => {
  stubStorage();
  const { sessionStore, carryToNextPage } = await loadPage();
  sessionStore.set('pending', 'Ada');
  carryToNextPage();
  expect(page.name).toBe('');
});

test("what another site has put into the window's name is ignored", async () => {
  stubStorage();
  page.name = 'carried:[["toast-on-arrival","{\\"title\\":\\"Pay again at evil.example\\"}"]]';
  vi.stubGlobal('document', { referrer: 'https://evil.example/' });
  const { sessionStore } = await loadPage();
  expect(sessionStore.get('toast-on-arrival')).toBeNull();
  expect(page.name).toBe('');
});

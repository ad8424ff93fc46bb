/**
 * All access to the browser's storage. A browser may block it or run out of space; values then live as long as the
 * page. Nothing here throws.
 */
interface Store {
  get(key: string): string | null;
  set(key: string, text: string): void;
  remove(key: string): void;
  /** Null if missing or not JSON. */
  getJson(key: string): unknown;
  /** Values that the browser refused to store. */
  unstored(): Map<string, string>;
}

/** For this tab. */
export const sessionStore = createStore(() => sessionStorage, takeCarried);
/** For this device. */
export const localStore = createStore(() => localStorage);

const CARRIED = 'carried:';

/**
 * Call before a full page load within this site: carries over values that the browser couldn't store for this tab, in
 * the window's name, which survives a page load. The next page reads and clears it at once.
 */
export function carryToNextPage(): void {
  const unstored = sessionStore.unstored();
  if (unstored.size > 0) window.name = CARRIED + JSON.stringify([...unstored]);
}

function takeCarried(): Map<string, string> {
  const { name } = window;
  if (!name.startsWith(CARRIED)) return new Map();
  window.name = '';
  // Other sites can set a window's name, too.
  if (!document.referrer.startsWith(`${location.origin}/`)) return new Map();
  return new Map(JSON.parse(name.slice(CARRIED.length)) as [string, string][]);
}

function createStore(find: () => Storage, takeEarlier?: () => Map<string, string>): Store {
  let memory: Map<string, string> | undefined;
  const unstored = () => {
    memory ??= takeEarlier?.() ?? new Map();
    return memory;
  };
  const get = (key: string) => unstored().get(key) ?? orUndefined(() => find().getItem(key)) ?? null;
  return {
    get,
    set(key, text) {
      const isStored = orUndefined(() => {
        find().setItem(key, text);
        return true;
      });
      if (isStored) unstored().delete(key);
      else unstored().set(key, text);
    },
    remove(key) {
      unstored().delete(key);
      orUndefined(() => find().removeItem(key));
    },
    getJson: (key) => orUndefined(() => JSON.parse(get(key) ?? 'null')) ?? null,
    unstored,
  };
}

/** Storage is optional: if it is refused, less is remembered. */
function orUndefined<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

// Lets a page start without a network: the door's, and a ticket's own. It serves the files it was built with and nothing
// else: calls and the stream go to the network. A newer one waits until no page of this one is open, so that nothing changes
// during a shift. A ticket's page comes from the server while it can be reached: its calls and files change with an update.

/** Prepended to this script by the build, for each page. The mark changes with any of the files. */
declare const PAGE_BUILD: { readonly name: string; readonly mark: string; readonly files: readonly string[] };

// Types missing in the DOM library.
interface Extended extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface Fetched extends Extended {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}
declare const clients: { claim(): Promise<void> };

const PREFIX = `${PAGE_BUILD.name}-`;
const CACHE = PREFIX + PAGE_BUILD.mark;
/**
 * The page itself, the only file with a stable name: this script's folder. Not imported, because an import would become
 * a separate file, which a service worker can't load.
 */
const PAGE = location.pathname.replace(/\/[^/]*$/, '');

addEventListener('install', (event) => (event as Extended).waitUntil(keepFiles()));
addEventListener('activate', (event) => (event as Extended).waitUntil(takeOver()));
addEventListener('fetch', (event) => {
  const { request } = event as Fetched;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname === PAGE || PAGE_BUILD.files.includes(pathname)) {
    const isNewest = pathname === PAGE && PAGE_BUILD.name === 'my-ticket';
    (event as Fetched).respondWith(
      isNewest ? fromServer(request) : fromCache(pathname, () => fetch(request)),
    );
  }
});

/** The page without a session, so that it contains nothing about a signed-in person. */
const FRESH = { cache: 'reload', credentials: 'omit' } as const;

/** Files cached from an earlier build aren't fetched again. */
async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  await Promise.all(
    [PAGE, ...PAGE_BUILD.files].map(async (path) => {
      const earlier = path === PAGE ? undefined : await caches.match(path);
      const found = earlier ?? (await fetch(path, path === PAGE ? FRESH : {}));
      if (!found.ok) throw new Error(`${path} returned ${found.status}`);
      if (path === PAGE) refuseOther(await found.clone().text());
      await cache.put(path, found);
    }),
  );
}

/** During an update, another process may serve the page of another build. The browser installs this one later. */
function refuseOther(page: string): void {
  for (const [, path] of page.matchAll(/"(\/(?:door\/)?assets\/[^"]*)"/g)) {
    if (!PAGE_BUILD.files.includes(path!)) throw new Error(`${PAGE} is of another build: it names ${path}`);
  }
}

async function takeOver(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith(PREFIX) && name !== CACHE) await caches.delete(name);
  }
  await clients.claim();
}

/** How long the server may take for the page, in ms. At the door, the network may be slow. */
const PATIENCE = 2500;

async function fromServer(request: Request): Promise<Response> {
  // Not aborted when time is up: that would also cut off a page on its way.
  const fetched = fetch(request);
  const isLate = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE, null));
  const response = await Promise.race([fetched, isLate]).catch(() => null);
  return response?.ok ? response : fromCache(PAGE, () => fetched);
}

async function fromCache(path: string, otherwise: () => Promise<Response>): Promise<Response> {
  const cache = await caches.open(CACHE);
  return (await cache.match(path)) ?? otherwise();
}

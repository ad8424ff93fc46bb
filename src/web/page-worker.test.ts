import { expect, onTestFinished, test, vi } from 'vitest';

const FILES = ['/door/assets/door-new.js', '/door/assets/door-new.css'];
const page = (build: string) =>
  `<link rel="manifest" href="/door/manifest.webmanifest"><script id="boot">null</script>
  <script type="module" crossorigin src="/door/assets/door-${build}.js"></script>
  <link rel="stylesheet" crossorigin href="/door/assets/door-${build}.css">`;

/** Installs the worker of the new build, on a site that serves the page of `build`. Resolves with what is kept. */
async function install(build: string): Promise<string[]> {
  const kept: string[] = [];
  const cache = { put: async (path: string) => void kept.push(path) };
  let installed: Promise<unknown> | undefined;
  const globals = {
    PAGE_BUILD: { name: 'door', mark: 'new', files: FILES },
    location: new URL('https://site.example/door/sw.js'),
    caches: { open: async () => cache, match: async () => undefined },
    fetch: async (path: string) => new Response(path === '/door' ? page(build) : ''),
    addEventListener: (type: string, listen: (event: unknown) => void) => {
      if (type !== 'install') return;
      listen({
        waitUntil: (work: Promise<unknown>) => {
          installed = work;
        },
      });
    },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  vi.resetModules();
  await vi.importActual('./page-worker.ts');
  await installed;
  return kept;
}

test('a service worker keeps the page and files of its own build', async () => {
  expect((await install('new')).toSorted()).toEqual(['/door', ...FILES].toSorted());
});

test('it does not install itself while the site serves the page of another build', async () => {
  await expect(install('old')).rejects.toThrow(
    '/door is of another build: it names /door/assets/door-old.js',
  );
});

/** What the worker of a page responds to a request for the page itself. */
async function open(name: string, folder: string, fetchPage: () => Promise<Response>): Promise<string> {
  let response: Promise<Response> | undefined;
  const cache = { match: async () => new Response('kept') };
  const globals = {
    PAGE_BUILD: { name, mark: 'new', files: [] },
    location: new URL(`https://site.example${folder}/sw.js`),
    caches: { open: async () => cache },
    fetch: fetchPage,
    addEventListener: (type: string, listen: (event: unknown) => void) => {
      if (type !== 'fetch') return;
      const respondWith = (given: Promise<Response>) => {
        response = given;
      };
      listen({ request: new Request(`https://site.example${folder}`), respondWith });
    },
  };
  for (const [key, value] of Object.entries(globals)) vi.stubGlobal(key, value);
  vi.resetModules();
  await vi.importActual('./page-worker.ts');
  await vi.runAllTimersAsync();
  return (await response!).text();
}

const served = async () => new Response('served');

test.each([
  ['the server’s, so that an update reaches it', '/my-ticket', served, 'served'],
  [
    'the kept one without a network',
    '/my-ticket',
    () => Promise.reject(new TypeError('Failed to fetch')),
    'kept',
  ],
  ['the kept one if the server fails', '/my-ticket', async () => new Response('', { status: 503 }), 'kept'],
  ['the kept one if the server takes too long', '/my-ticket', () => new Promise<Response>(() => {}), 'kept'],
  ['the kept one at the door, so that nothing changes during a shift', '/door', served, 'kept'],
])('a page that is opened again is %s', async (_, folder, fetchPage, expected) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  expect(await open(folder.slice(1), folder, fetchPage)).toBe(expected);
});

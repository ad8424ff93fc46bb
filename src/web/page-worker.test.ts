import { expect, test, vi } from 'vitest';

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

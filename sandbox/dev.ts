import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer as createViteServer, type Plugin, type ViteDevServer } from 'vite';
import { keepArt } from '#content/art/keep-art.ts';
import type { ArtManifest } from '#contract/art.ts';
import type { PageSource } from '#server/http/pages.ts';
import { openStaticFiles } from '#server/http/static-files.ts';
import { close, listen } from './control/listen.ts';
import { runDemo, startDemoWorld } from './demo-world.ts';

// The demo with live reload. Vite listens on PORT and forwards calls and pages to the site behind it. A change of a
// page shows at once; a change of the server restarts this process (`node --watch`).

const root = fileURLToPath(new URL('../', import.meta.url));

await runDemo(async () => {
  const sitePort = await freePort();
  const site = `http://127.0.0.1:${sitePort}`;
  const port = Number(process.env.PORT || 3000);
  const vite = await createViteServer({
    configFile: `${root}vite.config.ts`,
    // Bundling the config would write a temporary file, and `node --watch` would restart endlessly.
    configLoader: 'native',
    plugins: [pagesOf(site)],
    appType: 'custom',
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      // Not `/api.ts`, which is a source file.
      proxy: {
        '^/(api|health|assets)(/|$)': site,
        '^/(my-ticket/sw.js|door/(sw.js|manifest.webmanifest))$': site,
      },
    },
  });
  const world = await startDemoWorld(process.env, {
    pages: await livePages(vite),
    closedByBuild: process.env.REGISTRATION_CLOSED === 'true',
    listenOn: sitePort,
  });
  const stop = async () => {
    await vite.close();
    await world.stop();
  };
  try {
    await vite.listen();
  } catch (cause) {
    await stop();
    throw new Error(`Vite cannot listen on port ${port}: set PORT to a free one.`, { cause });
  }
  return { ...world, stop };
});

/** Pages straight from the sources. Only the artwork is built, because it takes seconds and rarely changes. */
async function livePages(vite: ViteDevServer): Promise<PageSource> {
  const artFolder = await keepArt();
  const art = JSON.parse(await readFile(join(artFolder, 'art.json'), 'utf8')) as ArtManifest;
  return {
    appPage: () => readFile(`${root}src/web/app.html`, 'utf8'),
    asset: await openStaticFiles(artFolder),
    ticketWorker: async () => '',
    door: {
      page: () => readFile(`${root}src/web/door/door.html`, 'utf8'),
      // Caches nothing, because the sources change.
      worker: async () => '',
      asset: async () => null,
    },
    public: {
      render: async (page, data) =>
        (await vite.ssrLoadModule('/render-page.tsx')).renderPage(page, data) as string,
      style: '',
      script: '/public-page.ts',
      fonts: [],
      art,
    },
  };
}

/** Pages as the site renders them, plus Vite's client, which the built site's content security policy would block. */
function pagesOf(site: string): Plugin {
  return {
    name: 'pages-of-the-site',
    configureServer(vite) {
      return () => {
        vite.middlewares.use(async (request, response, next) => {
          try {
            const url = request.originalUrl ?? '/';
            const { host = '', cookie = '', accept = 'text/html' } = request.headers;
            const page = await fetch(`${site}${url}`, {
              headers: { host, cookie, accept },
              redirect: 'manual',
            });
            const location = page.headers.get('location');
            if (location) {
              response.writeHead(page.status, { location }).end();
              return;
            }
            // What the build inlines into the public pages, as a file that Vite serves.
            const styles = '<link rel="stylesheet" href="/public-page.css?direct">';
            const live = (await page.text()).replace('<style></style>', styles);
            const html = await vite.transformIndexHtml(url, live);
            response.writeHead(page.status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
          } catch (error) {
            next(error);
          }
        });
      };
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  const port = await listen(probe);
  await close(probe);
  return port;
}

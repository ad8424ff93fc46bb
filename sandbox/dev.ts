import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServer as createViteServer, type Plugin } from 'vite';
import { announceDemo, failToStart, startDemoWorld } from './demo-world.ts';

// The demo with live reload. Vite listens on PORT and hands calls and pages on to the site, which listens behind
// it; a change of a page is shown at once, a change of the server restarts this process (`node --watch`).

const root = fileURLToPath(new URL('../', import.meta.url));

try {
  const sitePort = await freePort();
  const site = `http://127.0.0.1:${sitePort}`;
  const world = await startDemoWorld(process.env, {
    pages: {
      appPage: () => readFile(`${root}src/web/app.html`, 'utf8'),
      asset: async () => null,
    },
    closedByBuild: process.env.REGISTRATION_CLOSED === 'true',
    listenOn: sitePort,
  });
  const vite = await createViteServer({
    configFile: `${root}vite.config.ts`,
    plugins: [pagesOf(site)],
    appType: 'custom',
    server: {
      host: '127.0.0.1',
      port: Number(new URL(world.siteUrl).port),
      strictPort: true,
      proxy: { '/api': site, '/health': site },
    },
  });
  await vite.listen();
  const stop = async () => {
    await vite.close();
    await world.stop();
  };
  announceDemo({ ...world, stop });
} catch (error) {
  failToStart(error);
}

/** Pages as the site renders them, with Vite's client put in. The policy of the built site would keep that out. */
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
            const html = await vite.transformIndexHtml(url, await page.text());
            response.writeHead(page.status, { 'content-type': 'text/html; charset=utf-8' }).end(html);
          } catch (error) {
            next(error);
          }
        });
      };
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

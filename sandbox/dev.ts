import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createServer as createViteServer, type Plugin } from 'vite';
import { announceDemo, failToStart, startDemoWorld } from './demo-world.ts';

// The demo with live reload. Pages come from Vite on PORT, which asks the site for everything else; a change of
// server code restarts this process (`node --watch`), a change of a page is shown at once.

const root = fileURLToPath(new URL('../', import.meta.url));

try {
  const port = Number(process.env.PORT || 3000);
  const sitePort = await freePort();
  const template = () => readFile(`${root}src/web/app.html`, 'utf8');
  const world = await startDemoWorld(process.env, {
    pages: { appPage: template, asset: async () => null },
    closedByBuild: process.env.REGISTRATION_CLOSED === 'true',
    listenOn: sitePort,
  });
  const site = `http://127.0.0.1:${sitePort}`;
  const vite = await createViteServer({
    configFile: `${root}vite.config.ts`,
    plugins: [pagesFrom(site)],
    appType: 'custom',
    server: { host: '127.0.0.1', port, strictPort: true, proxy: { '/api': site, '/health': site } },
  });
  await vite.listen();
  announceDemo({
    ...world,
    stop: async () => {
      await vite.close();
      await world.stop();
    },
  });
} catch (error) {
  failToStart(error);
}

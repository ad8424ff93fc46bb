import { readFile } from 'node:fs/promises';
import { type Context, Hono } from 'hono';
import type { Env } from '#sandbox/answer-call.ts';
import type { Core } from '../core.ts';
import { cardPage } from './card-page.ts';
import { tokenize } from './tokenize.ts';

/** The script that the site's page loads, the frame that the script puts there, and where the frame gets tokens. */
export function webRoutes(core: Core): Hono<Env> {
  const app = new Hono<Env>();
  serveFile(app, '/web/v1/square.js', 'square.js', 'text/javascript');
  serveFile(app, '/web/card-frame.js', 'card-frame.js', 'text/javascript');
  serveFile(app, '/web/card-frame.css', 'card-frame.css', 'text/css');

  app.get('/web/card', (c) => {
    const { applicationId, locationId } = c.req.query();
    const { seller } = core;
    const isKnown = applicationId === seller.applicationId && locationId === seller.locationId;
    return c.html(cardPage(isKnown), 200, {
      'Cache-Control': 'no-store',
      'Content-Security-Policy':
        "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'",
    });
  });

  app.post('/web/tokens', async (c) => {
    // JSON from another origin would need a permission that is never given: only the frame gets tokens.
    if (!c.req.header('content-type')?.startsWith('application/json')) return c.json({}, 415);
    return c.json(tokenize(core, await c.req.json()), 200, { 'Cache-Control': 'no-store' });
  });
  return app;
}

function serveFile(app: Hono<Env>, path: string, file: string, type: string): void {
  app.get(path, async (c: Context<Env>) => {
    const text = await readFile(new URL(file, import.meta.url), 'utf8');
    return c.body(text, 200, {
      'Content-Type': `${type}; charset=utf-8`,
      'Cache-Control': 'no-store',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    });
  });
}

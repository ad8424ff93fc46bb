import { Hono } from 'hono';
import type { FaultSettings, Faults } from '../faults.ts';

/** Faults by HTTP: read, set (other settings stay), clear. */
export function faultRoutes<S extends FaultSettings>(faults: Faults<S>): Hono {
  const app = new Hono();
  app.get('/', (c) => c.json(faults.get()));
  app.post('/', async (c) => {
    try {
      faults.set(faults.parse(await c.req.json()));
      return c.json(faults.get());
    } catch (error) {
      return c.json({ error: error instanceof Error ? error.message : String(error) }, 400);
    }
  });
  app.delete('/', (c) => {
    faults.clear();
    return c.json(faults.get());
  });
  return app;
}

import { Hono } from 'hono';
import * as z from 'zod';
import type { FaultSettings, Faults } from '../faults.ts';

/** Faults by HTTP: read, set (other settings stay), clear. */
export function faultRoutes<S extends FaultSettings>(faults: Faults<S>): Hono {
  const app = new Hono();
  app.get('/', (c) => c.json(faults.get()));
  app.post('/', async (c) => {
    const { data, error } = faults.settings.safeParse(await c.req.json());
    if (error) return c.json({ error: z.prettifyError(error) }, 400);
    faults.set(data);
    return c.json(faults.get());
  });
  app.delete('/', (c) => {
    faults.clear();
    return c.json(faults.get());
  });
  return app;
}

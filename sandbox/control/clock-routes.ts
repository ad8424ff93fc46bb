import { type Context, Hono } from 'hono';
import type { Clock } from '../clock.ts';
import { fromFieldValue } from './zoned-time.ts';

/** Reads and moves the demo clock, by JSON or by the control page's form. */
export function clockRoutes(options: { clock: Clock; timeZone: string }): Hono {
  const { clock, timeZone } = options;
  const routes = new Hono();

  routes.get('/', (c) => c.json({ now: clock.now().toISOString() }));

  routes.post('/', async (c) => {
    const isForm = !c.req.header('content-type')?.includes('json');
    const { now, local } = isForm ? await c.req.parseBody() : await readJson(c);
    const date = local ? fromFieldValue(String(local), timeZone) : readInstant(now);
    if (!date) return c.text(`'${local || now || ''}' is not a date and time the clock can be set to.`, 400);
    clock.set(date);
    return isForm ? c.redirect('/#clock', 303) : c.json({ now: clock.now().toISOString() });
  });

  return routes;
}

async function readJson(c: Context): Promise<{ now?: unknown; local?: unknown }> {
  const body: unknown = await c.req.json().catch(() => null);
  return typeof body === 'object' && body !== null ? body : {};
}

/** Requires a zone or `Z`, unless it is only a day, because a time without a zone would depend on the computer's. */
function readInstant(value: unknown): Date | null {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:?\d\d))?$/.test(value)) return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

import { Hono } from 'hono';
import type { Clock } from '../clock.ts';
import { fromFieldValue } from './zoned-time.ts';

/** Moves the demo clock by the control page's forms: to a preset (`now`), or to what was typed (`local`). */
export function clockRoutes({ clock, timeZone }: { clock: Clock; timeZone: string }): Hono {
  const routes = new Hono();
  routes.post('/', async (c) => {
    const { now, local } = await c.req.parseBody();
    const date = local ? fromFieldValue(String(local), timeZone) : new Date(String(now));
    if (!date || Number.isNaN(date.getTime()))
      return c.text(`'${local || now || ''}' is not a date and time the clock can be set to.`, 400);
    clock.set(date);
    return c.redirect('/#clock', 303);
  });
  return routes;
}

import { Hono } from 'hono';
import * as z from 'zod';
import type { Clock } from '../clock.ts';
import { type MailServer, smtpModes } from '../mailbox/smtp.ts';
import { fromFieldValue } from './zoned-time.ts';

interface Controlled {
  readonly clock: Clock;
  readonly timeZone: string;
  readonly mailServer: MailServer;
}

/** The clock and the mail server, as the control page's forms set them; the latter by JSON, too. */
export function controlRoutes({ clock, timeZone, mailServer }: Controlled): Hono {
  const routes = new Hono();

  // To a preset (`now`), or to what was typed (`local`).
  routes.post('/clock', async (c) => {
    const { now, local } = await c.req.parseBody();
    const date = local ? fromFieldValue(String(local), timeZone) : new Date(String(now));
    if (!date || Number.isNaN(date.getTime()))
      return c.text(`'${local || now || ''}' is not a date and time the clock can be set to.`, 400);
    clock.set(date);
    return c.redirect('/#clock', 303);
  });

  routes.get('/control/smtp', (c) => c.json({ mode: mailServer.mode() }));

  routes.post('/control/smtp', async (c) => {
    const isForm = !c.req.header('content-type')?.includes('json');
    const { data } = smtpSetting.safeParse(isForm ? await c.req.parseBody() : await c.req.json());
    if (!data) return c.text(`The mode is one of ${smtpModes.join(', ')}.`, 400);
    mailServer.setMode(data.mode);
    return isForm ? c.redirect('/#mail', 303) : c.json(data);
  });

  return routes;
}

const smtpSetting = z.object({ mode: z.enum(smtpModes) });

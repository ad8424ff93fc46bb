import { Hono } from 'hono';
import * as z from 'zod';
import { type MailServer, smtpModes } from '../mailbox/smtp.ts';

const setting = z.object({ mode: z.enum(smtpModes) });

/** Reads and sets how the mail server behaves, by JSON or by the control page's form. */
export function smtpRoutes(mailServer: MailServer): Hono {
  const routes = new Hono();

  routes.get('/', (c) => c.json({ mode: mailServer.mode() }));

  routes.post('/', async (c) => {
    const isForm = !c.req.header('content-type')?.includes('json');
    const { data } = setting.safeParse(isForm ? await c.req.parseBody() : await c.req.json());
    if (!data) return c.text(`The mode is one of ${smtpModes.join(', ')}.`, 400);
    mailServer.setMode(data.mode);
    return isForm ? c.redirect('/#mail', 303) : c.json(data);
  });

  return routes;
}

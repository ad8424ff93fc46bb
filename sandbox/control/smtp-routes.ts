import { type Context, Hono } from 'hono';
import { type MailServer, type SmtpMode, smtpModes } from '../mailbox/smtp.ts';

/** Reads and sets how the mail server behaves, by JSON or by the control page's form. */
export function smtpRoutes(mailServer: MailServer): Hono {
  const routes = new Hono();

  routes.get('/', (c) => c.json({ mode: mailServer.mode() }));

  routes.post('/', async (c) => {
    const isForm = !c.req.header('content-type')?.includes('json');
    const mode = await readMode(c, isForm);
    if (!mode) return c.text(`The mode is one of ${smtpModes.join(', ')}.`, 400);
    mailServer.setMode(mode);
    return isForm ? c.redirect('/#mail', 303) : c.json({ mode });
  });

  return routes;
}

async function readMode(c: Context, isForm: boolean): Promise<SmtpMode | undefined> {
  const body: unknown = await (isForm ? c.req.parseBody() : c.req.json().catch(() => null));
  const wanted = typeof body === 'object' && body !== null && 'mode' in body ? body.mode : undefined;
  return smtpModes.find((mode) => mode === wanted);
}

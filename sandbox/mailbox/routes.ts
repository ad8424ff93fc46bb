import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { renderPage } from '../page.ts';
import type { Archive } from './archive.ts';
import { attachmentBytes, attachmentName, htmlWithImages, listMessages } from './message.ts';
import { mailboxPage, messagePage } from './pages.ts';

/** The received mail, for people and tests. Mounted at `/mailbox`. */
export function mailboxRoutes(options: { archive: Archive; timeZone: string }): Hono {
  const { archive, timeZone } = options;
  const routes = new Hono();

  async function open(c: Context) {
    const mail = archive.find(Number(c.req.param('id')));
    return mail && { mail, email: await archive.parse(mail) };
  }

  routes.get('/', (c) => c.html(mailboxPage(archive.list(), c.req.query('q') ?? '', timeZone)));

  routes.get('/messages', async (c) => c.json(await listMessages(archive)));

  routes.post('/clear', (c) => {
    archive.clear();
    return c.redirect('/mailbox', 303);
  });

  routes.get('/:id{\\d+}', async (c) => {
    const found = await open(c);
    if (!found) return noSuchMail(c);
    const view = c.req.query('view') === 'text' || !found.email.html ? 'text' : 'html';
    return c.html(messagePage(found.mail, found.email, view, timeZone));
  });

  routes.get('/:id{\\d+}/html', async (c) => {
    const found = await open(c);
    if (!found) return noSuchMail(c);
    // The mail is untrusted: no scripts, no requests, and links open in a new tab.
    c.header('content-security-policy', strangersPolicy);
    return c.html(linksBeside(htmlWithImages(found.email)));
  });

  routes.get('/:id{\\d+}/source', (c) => {
    const mail = archive.find(Number(c.req.param('id')));
    if (!mail) return noSuchMail(c);
    return send(c, Buffer.from(mail.raw, 'base64'), 'text/plain; charset=utf-8');
  });

  routes.get('/:id{\\d+}/attachments/:n{\\d+}', async (c) => {
    const at = Number(c.req.param('n'));
    const part = (await open(c))?.email.attachments[at];
    if (!part) return noSuchMail(c);
    const name = encodeURIComponent(attachmentName(part, at)).replace(/['()*]/g, percentEncoded);
    c.header('content-disposition', `attachment; filename*=UTF-8''${name}`);
    const charset = part.mimeType.startsWith('text/') ? '; charset=utf-8' : '';
    return send(c, attachmentBytes(part), part.mimeType + charset);
  });

  return routes;
}

const strangersPolicy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; font-src data:; base-uri 'none'; form-action 'none'; sandbox allow-popups allow-popups-to-escape-sandbox";

/** After the doctype, if there is one: before it the mail would render in quirks mode. */
function linksBeside(mail: string): string {
  const base = '<base target="_blank">';
  return /<head[^>]*>/i.test(mail) ? mail.replace(/<head[^>]*>/i, (head) => head + base) : base + mail;
}

function send(c: Context, bytes: Buffer, type: string): Response {
  return c.body(new Uint8Array(bytes), 200, { 'content-type': type, 'x-content-type-options': 'nosniff' });
}

function percentEncoded(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function noSuchMail(c: Context): Response | Promise<Response> {
  const main = html`<h1>No such email</h1><p>It may have been emptied. <a href="/mailbox">All emails</a></p>`;
  return c.html(renderPage({ title: 'No such email', main }), 404);
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { describe, expect, test } from 'vitest';
import { start } from '#test/sandbox/test-sandbox.ts';
import type { Sandbox } from '../sandbox.ts';

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nSUMMARY:Café\r\nEND:VCALENDAR\r\n';

describe('mailbox', () => {
  test('a mail arrives complete, with recipients, both bodies and attachments', async () => {
    const sandbox = await start({ startAt: new Date('2025-08-01T12:00:00Z') });
    await send(sandbox, ticketMail);
    await send(sandbox, { to: 'b@example.org', subject: 'Second', text: 'Hello' });

    const response = await fetch(`${sandbox.url}/mailbox/messages`);
    const messages = await response.json();
    expect(messages).toEqual(await sandbox.mailbox.messages());
    expect(messages).toMatchObject([
      {
        id: 1,
        to: 'ana@example.org, bo@example.org, hidden@example.org',
        from: 'tickets@example.org',
        subject: 'Your ticket – Café',
        text: 'Here is your ticket.\n',
        html: '<p>Here is your <img src="cid:qr@summit" alt="QR"></p>\n',
        attachments: [
          { filename: 'qr.png', contentType: 'image/png', contentId: 'qr@summit', size: pixel.length },
          { filename: 'Tag der Öffnung.ics', contentType: 'text/calendar' },
        ],
      },
      { id: 2, to: 'b@example.org', subject: 'Second', html: '', text: 'Hello\n', attachments: [] },
    ]);
    expect(messages[0].receivedAt.slice(0, 16)).toBe('2025-08-01T12:00');
  });

  test('the HTML view contains its images, runs no scripts, and opens links in a new tab', async () => {
    const sandbox = await start();
    await send(sandbox, ticketMail);
    const response = await fetch(`${sandbox.url}/mailbox/1/html`);
    const inlined = `<p>Here is your <img src="data:image/png;base64,${pixel.toString('base64')}" alt="QR"></p>\n`;
    expect(await response.text()).toBe(`<base target="_blank">${inlined}`);
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(expect.arrayContaining(["default-src 'none'", 'img-src data:']));
    expect(policy).not.toContain('script');
  });

  test('attachments and source are served as they were sent', async () => {
    const sandbox = await start();
    await send(sandbox, ticketMail);
    const image = await fetch(`${sandbox.url}/mailbox/1/attachments/0`);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(Buffer.from(await image.arrayBuffer())).toEqual(pixel);

    const ics = await fetch(`${sandbox.url}/mailbox/1/attachments/1`);
    expect(ics.headers.get('content-type')).toBe('text/calendar; charset=utf-8');
    expect(ics.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''Tag%20der%20%C3%96ffnung.ics",
    );
    expect(await ics.text()).toBe(calendar);

    const source = await fetch(`${sandbox.url}/mailbox/1/source`);
    expect(source.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await source.text()).toContain('\r\nTo: ana@example.org, Bo <bo@example.org>\r\n');
    for (const path of ['2', '2/html', '2/source', '1/attachments/2']) {
      expect([path, (await fetch(`${sandbox.url}/mailbox/${path}`)).status]).toEqual([path, 404]);
    }
  });

  test('the list is newest first, escaped and searchable, and ids continue after it is emptied', async () => {
    const sandbox = await start();
    for (const subject of ['One <b>bold</b>', 'Two'])
      await send(sandbox, { to: 'a@example.org', subject, text: '.' });
    const page = await (await fetch(`${sandbox.url}/mailbox`)).text();
    expect(subjectsIn(page)).toEqual(['Two', 'One &lt;b&gt;bold&lt;/b&gt;']);
    expect(subjectsIn(await (await fetch(`${sandbox.url}/mailbox?q=BOLD`)).text())).toEqual([
      'One &lt;b&gt;bold&lt;/b&gt;',
    ]);

    await fetch(`${sandbox.url}/mailbox/clear`, { method: 'POST' });
    expect(await sandbox.mailbox.messages()).toEqual([]);
    await send(sandbox, { to: 'a@example.org', subject: 'Three', text: '.' });
    expect(await sandbox.mailbox.messages()).toMatchObject([{ id: 3, subject: 'Three' }]);
  });

  test('mail survives a restart, and ids continue', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'sandbox-'));
    const storeFile = join(directory, 'store.jsonl');
    const first = await start({ storeFile });
    await send(first, ticketMail);
    const before = await first.mailbox.messages();
    await first.stop();

    const second = await start({ storeFile });
    expect(await second.mailbox.messages()).toEqual(before);
    await send(second, { to: 'b@example.org', subject: 'Later', text: '.' });
    expect((await second.mailbox.messages()).map(({ id }) => id)).toEqual([1, 2]);
    await second.stop();
    await rm(directory, { recursive: true });
  });

  test('a fault makes the server refuse mail temporarily or permanently, or takes it down, until it is cleared', async () => {
    const sandbox = await start();
    const mail = { to: 'a@example.org', subject: 'Fault', text: '.' };
    await setSmtp(sandbox, 'tempfail');
    await expect(send(sandbox, mail)).rejects.toMatchObject({ responseCode: 451 });
    await setSmtp(sandbox, 'reject');
    await expect(send(sandbox, mail)).rejects.toMatchObject({ responseCode: 550 });
    await setSmtp(sandbox, 'down');
    await expect(send(sandbox, mail)).rejects.toThrow(/closed|ECONNRESET/i);
    expect(await sandbox.mailbox.messages()).toEqual([]);

    await setSmtp(sandbox, 'ok');
    await send(sandbox, mail);
    expect(await sandbox.mailbox.messages()).toHaveLength(1);
    const wrong = await fetch(`${sandbox.url}/control/smtp`, {
      method: 'POST',
      body: new URLSearchParams({ mode: 'x' }),
    });
    expect([wrong.status, await wrong.text()]).toEqual([
      400,
      'The mode is one of ok, down, tempfail, reject.',
    ]);
  });

  test('a pooled connection notices that the server goes down', async () => {
    const sandbox = await start();
    const pool = createTransport(`${sandbox.smtpUrl}?pool=true&maxConnections=1`);
    await pool.sendMail({ from: 'a@example.org', to: 'b@example.org', text: '1' });
    await setSmtp(sandbox, 'down');
    await expect(pool.sendMail({ from: 'a@example.org', to: 'b@example.org', text: '2' })).rejects.toThrow();
    pool.close();
    expect(await sandbox.mailbox.messages()).toHaveLength(1);
  });
});

const ticketMail = {
  from: 'Summit <tickets@example.org>',
  to: 'ana@example.org, Bo <bo@example.org>',
  bcc: 'hidden@example.org',
  subject: 'Your ticket – Café',
  text: 'Here is your ticket.',
  html: '<p>Here is your <img src="cid:qr@summit" alt="QR"></p>',
  attachments: [
    { filename: 'qr.png', content: pixel, cid: 'qr@summit' },
    { filename: 'Tag der Öffnung.ics', content: calendar, contentType: 'text/calendar; charset=utf-8' },
  ],
};

function send(sandbox: Sandbox, mail: object) {
  return createTransport(sandbox.smtpUrl).sendMail({ from: 'site@example.org', ...mail });
}

async function setSmtp(sandbox: Sandbox, mode: string) {
  const response = await fetch(`${sandbox.url}/control/smtp`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode }),
  });
  expect(await response.json()).toEqual({ mode });
  expect(await (await fetch(`${sandbox.url}/control/smtp`)).json()).toEqual({ mode });
}

function subjectsIn(page: string): string[] {
  return [...page.matchAll(/<strong>(.*?)<\/strong>\n<span>/g)].map(([, subject = '']) => subject);
}

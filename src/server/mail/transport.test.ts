import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import {
  MailNotTaken,
  MailRefused,
  type MailTransport,
  type OutgoingMail,
  openMailTransport,
} from './transport.ts';

const MAIL: OutgoingMail = {
  messageId: '5f0c8e9a-0000-4000-8000-000000000001@summit.example.org',
  from: { name: 'Summit: Tickets', address: 'tickets@example.org' },
  to: 'ana@example.org',
  replyTo: 'hello@example.org',
  subject: 'Ein Gruß',
  html: '<p>Hello <img src="cid:one@summit.example.org"></p>',
  text: 'Hello',
  attachments: [
    {
      filename: 'one.png',
      content: Buffer.from('png'),
      contentType: 'image/png',
      cid: 'one@summit.example.org',
    },
    {
      filename: 'summit.ics',
      content: 'BEGIN:VCALENDAR',
      contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
    },
  ],
};

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

test('a mail arrives complete: sender, id, both texts, the inline image and the attached calendar', async () => {
  const { transport, received } = await startServer();
  await transport.send(MAIL);
  const [mail] = received;
  expect(mail!.messageId).toBe(`<${MAIL.messageId}>`);
  expect(mail!.from).toEqual({ name: 'Summit: Tickets', address: 'tickets@example.org' });
  expect(mail!.replyTo).toEqual([{ name: '', address: 'hello@example.org' }]);
  expect(mail!.subject).toBe('Ein Gruß');
  expect(mail!.text?.trim()).toBe('Hello');
  expect(mail!.html?.trim()).toBe(MAIL.html);
  expect(
    mail!.attachments.map(({ filename, mimeType, disposition, contentId }) => ({
      filename,
      mimeType,
      disposition,
      contentId,
    })),
  ).toEqual([
    {
      filename: 'one.png',
      mimeType: 'image/png',
      disposition: 'inline',
      contentId: '<one@summit.example.org>',
    },
    { filename: 'summit.ics', mimeType: 'text/calendar', disposition: 'attachment', contentId: undefined },
  ]);
});

test('an unknown recipient is a permanent failure', async () => {
  const { transport } = await startServer({ code: 550, message: 'No such user' });
  const refused = await transport.send(MAIL).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(MailRefused);
  expect((refused as MailRefused).reason).toBe('550 No such user');
});

test('a full mailbox is a temporary failure', async () => {
  const { transport } = await startServer({ code: 452, message: 'ana@example.org is full' });
  const problem = await transport.send(MAIL).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(MailNotTaken);
  expect((problem as Error).message).toBe('The mail server did not accept the email (RCPT TO 452).');
});

test('a server that refuses us, and says so only at the recipient, is a temporary failure', async () => {
  const { transport } = await startServer({ code: 554, message: '5.7.1 Relay access denied' });
  await expect(transport.send(MAIL)).rejects.toThrow(MailNotTaken);
});

test.each([
  [550, '5.7.60 SMTP; Client does not have permissions to send as this sender'],
  [554, '5.2.252 SendAsDenied; tickets@example.org not allowed to send as hello@example.org'],
  [554, 'Message rejected: Email address is not verified.'],
])(
  'a server that refuses our sender only after the mail, with %i %s, is a temporary failure',
  async (code, message) => {
    const { transport } = await startServer({ code, message, after: 'mail' });
    await expect(transport.send(MAIL)).rejects.toThrow(MailNotTaken);
  },
);

test.each([
  [552, '5.3.4 Message too big'],
  [550, '5.7.1 Our policy refuses this attachment'],
])('a mail that the server refuses as such, with %i %s, is a permanent failure', async (code, message) => {
  const { transport } = await startServer({ code, message, after: 'mail' });
  await expect(transport.send(MAIL)).rejects.toThrow(MailRefused);
});

test('a wrong SMTP password is a temporary failure', async () => {
  const { port } = await startServer();
  const transport = open(`smtp://user:wrong@127.0.0.1:${port}`);
  await expect(transport.send(MAIL)).rejects.toThrow(MailNotTaken);
});

test('a server that is down is a temporary failure', async () => {
  const { server, port } = await startServer();
  await new Promise<void>((done) => server.close(done));
  const problem = await open(`smtp://127.0.0.1:${port}`)
    .send(MAIL)
    .catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(MailNotTaken);
  expect((problem as Error).message).toContain('ECONNREFUSED 127.0.0.1');
});

function open(smtpUrl: string): MailTransport {
  const transport = openMailTransport({ smtpUrl });
  closing.push(() => transport.close());
  return transport;
}

/** It refuses the recipient or, `after` the mail, that. */
async function startServer(refusal?: { code: number; message: string; after?: 'mail' }) {
  const received: Email[] = [];
  const fault = refusal && Object.assign(new Error(refusal.message), { responseCode: refusal.code });
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) =>
      done(Object.assign(new Error('Wrong password'), { responseCode: 535 })),
    onRcptTo: (_address, _session, done) => done(refusal?.after === undefined ? fault : null),
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        received.push(await PostalMime.parse(Buffer.concat(chunks)));
        done(fault);
      });
    },
  });
  const { port } = await new Promise<AddressInfo>((listening) => {
    server.listen(0, '127.0.0.1', () => listening(server.server.address() as AddressInfo));
  });
  closing.push(() => server.close(() => undefined));
  return { server, port, received, transport: open(`smtp://127.0.0.1:${port}`) };
}

import { createServer, type Server, type Socket } from 'node:net';
import { SMTPServer, type SMTPServerSession } from 'smtp-server';
import type { Archive } from './archive.ts';

export const smtpModes = ['ok', 'down', 'tempfail', 'reject'] as const;

/**
 * How the mail server behaves: `down` drops every connection before it greets, `tempfail` sends 451
 * to each sender, `reject` sends 550 to each recipient.
 */
export type SmtpMode = (typeof smtpModes)[number];

export interface MailServer {
  /** Not listening yet: the caller chooses host and port. */
  server: Server;
  mode(): SmtpMode;
  setMode(mode: SmtpMode): void;
  /** Closes open connections, pooled ones included. */
  dropConnections(): void;
}

/** An SMTP server that accepts any mail for anyone, without TLS, with any password or none. */
export function createMailServer(options: { archive: Archive; log: (text: string) => void }): MailServer {
  const sockets = new Set<Socket>();
  let mode: SmtpMode = 'ok';

  const smtp = new SMTPServer({
    logger: false,
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onAuth: ({ username }, _session, done) => done(null, { user: username ?? 'anyone' }),
    onMailFrom: (_from, _session, done) => done(mode === 'tempfail' ? refusal(451) : null),
    onRcptTo: (_to, _session, done) => done(mode === 'reject' ? refusal(550) : null),
    onData: (stream, session, done) => {
      receive(options.archive, stream, session).then((response) => done(null, response), done);
    },
  });
  smtp.on('error', (error) => options.log(`smtp: ${error.message}`));

  // smtp-server itself never listens: connections come through this server, which can drop them.
  const server = createServer((socket) => {
    if (mode === 'down') return socket.destroy();
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    smtp.server.emit('connection', socket);
  });
  const dropConnections = () => {
    for (const socket of sockets) socket.destroy();
  };

  return {
    server,
    mode: () => mode,
    setMode(next) {
      mode = next;
      if (next === 'down') dropConnections();
    },
    dropConnections,
  };
}

async function receive(archive: Archive, stream: AsyncIterable<Buffer>, { envelope }: SMTPServerSession) {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  const { id } = await archive.receive(Buffer.concat(chunks), {
    from: envelope.mailFrom ? envelope.mailFrom.address : '',
    to: envelope.rcptTo.map(({ address }) => address),
  });
  return `Kept as number ${id}`;
}

function refusal(responseCode: 451 | 550): Error {
  const text = responseCode === 451 ? 'Try again later (sandbox fault)' : 'No such mailbox (sandbox fault)';
  return Object.assign(new Error(text), { responseCode });
}

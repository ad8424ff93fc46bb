import { createSecureServer, type ServerHttp2Session } from 'node:http2';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { close, listen } from '#sandbox/control/listen.ts';
import type { Authority } from '#sandbox/wallet/certificates.ts';

interface Push {
  readonly token: string;
  readonly topic: string;
  readonly body: string;
  /** The pass type in the sender's certificate. */
  readonly sender: string;
}

export interface PushServer {
  readonly url: string;
  readonly pushes: readonly Push[];
  /** What Apple says to the next pushes to that token; null takes them. */
  answer(token: string, refusal: { status: number; reason: string } | null): void;
  stop(): Promise<void>;
}

/** Apple's push server: HTTP/2, and only for senders with a certificate of the authority. */
export async function startPushServer(authority: Authority): Promise<PushServer> {
  const own = await authority.issue({ name: '127.0.0.1', address: '127.0.0.1' });
  const pushes: Push[] = [];
  const refusals = new Map<string, { status: number; reason: string }>();
  const sessions = new Set<ServerHttp2Session>();
  const server = createSecureServer({
    key: own.key,
    cert: own.certificate,
    ca: authority.certificate,
    requestCert: true,
    rejectUnauthorized: true,
  });
  server.on('session', (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
  });
  server.on('stream', async (stream, headers) => {
    const token = String(headers[':path']).split('/').at(-1)!;
    const sender = String((stream.session!.socket as TLSSocket).getPeerCertificate().subject.UID);
    const body = await text(stream);
    pushes.push({ token, topic: String(headers['apns-topic']), body, sender });
    const refusal = refusals.get(token);
    stream.respond({ ':status': refusal?.status ?? 200 });
    stream.end(refusal ? JSON.stringify({ reason: refusal.reason }) : '');
  });
  const port = await listen(server);
  return {
    url: `https://127.0.0.1:${port}`,
    pushes,
    answer(token, refusal) {
      if (refusal) refusals.set(token, refusal);
      else refusals.delete(token);
    },
    stop() {
      for (const session of sessions) session.destroy();
      return close(server);
    },
  };
}

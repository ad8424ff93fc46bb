import { createPublicKey, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { jwtVerify } from 'jose';
import { close, listen } from '#sandbox/control/listen.ts';

type Fields = Record<string, unknown>;

export interface GoogleServer {
  readonly url: string;
  readonly tokenUrl: string;
  /** The settings' service account, whose key signs links and requests. */
  trust(account: { readonly email: string; readonly key: string }): void;
  /** What Google does when somebody opens a link and presses Save. */
  save(link: string): Promise<string>;
  /** Saved passes by id. */
  readonly objects: ReadonlyMap<string, Fields>;
  /** What passes of one kind share, by the class's id. */
  readonly classes: ReadonlyMap<string, Fields>;
  /** The status of the next changes; null takes them. */
  respondWith(status: number | null): void;
  stop(): Promise<void>;
}

const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer';

/** Google's wallet: access for a signed request, classes, objects from signed links, and changes of those. */
export async function startGoogleServer(): Promise<GoogleServer> {
  const objects = new Map<string, Fields>();
  const classes = new Map<string, Fields>();
  const tokens = new Set<string>();
  let account: { email: string; key: string } | null = null;
  let refusal: number | null = null;
  let url = '';
  const verify = async (jwt: string, audience: string) => {
    const { payload } = await jwtVerify(jwt, createPublicKey(account!.key), {
      issuer: account!.email,
      audience,
      // The site's clock is the test's.
      currentDate: new Date(0),
    });
    return payload;
  };
  const handle = async (method: string, path: string, request: IncomingMessage) => {
    const body = await text(request);
    if (method === 'POST' && path === '/token') {
      const { scope } = await verify(new URLSearchParams(body).get('assertion') ?? '', `${url}/token`);
      if (scope !== SCOPE) return { status: 400 };
      const token = randomUUID();
      tokens.add(token);
      return { status: 200, body: { access_token: token, token_type: 'Bearer', expires_in: 3599 } };
    }
    if (!tokens.has(request.headers.authorization?.replace('Bearer ', '') ?? '')) return { status: 401 };
    const fields = JSON.parse(body) as Fields;
    if (method === 'POST' && path === '/walletobjects/v1/eventTicketClass') {
      if (refusal) return { status: refusal };
      return { status: insert(classes, fields) ? 200 : 409 };
    }
    const id = /^\/walletobjects\/v1\/eventTicketObject\/([\w.-]+)$/.exec(path)?.[1];
    if (method !== 'PATCH' || !id) return { status: 400 };
    if (refusal) return { status: refusal };
    const before = objects.get(id);
    if (!before || !classes.has((fields.classId ?? before.classId) as string)) return { status: 404 };
    const after = Object.entries({ ...before, ...fields });
    objects.set(id, Object.fromEntries(after.filter(([, value]) => value !== null)));
    return { status: 200, body: objects.get(id) };
  };
  const server = createServer((request, response) => {
    handle(request.method!, request.url!, request)
      .catch(() => ({ status: 401, body: undefined }))
      .then(({ status, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body ?? {}));
      });
  });
  url = `http://127.0.0.1:${await listen(server)}`;
  return {
    url,
    tokenUrl: `${url}/token`,
    objects,
    classes,
    trust: (one) => {
      account = one;
    },
    async save(link) {
      const { payload } = await verify(link.split('/').at(-1)!, 'google');
      const { eventTicketClasses, eventTicketObjects } = payload as Record<string, Fields[]>;
      insert(classes, eventTicketClasses![0]!);
      insert(objects, eventTicketObjects![0]!);
      return eventTicketObjects![0]!.id as string;
    },
    respondWith: (status) => {
      refusal = status;
    },
    stop() {
      server.closeAllConnections();
      return close(server);
    },
  };
}

/** Whether it was new. Nothing changes what is there: no link, and no second class with an id. */
function insert(kept: Map<string, Fields>, fields: Fields): boolean {
  const id = fields.id as string;
  if (kept.has(id)) return false;
  kept.set(id, { ...fields });
  return true;
}

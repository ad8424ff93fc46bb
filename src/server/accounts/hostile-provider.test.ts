import { createHash, createHmac, createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { users } from '../db/tables.ts';

const CLIENT = { clientId: 'summit', clientSecret: 'summit-secret' };
const own = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });

type Claims = Record<string, unknown>;

/** A provider whose responses a test can corrupt. */
class Provider {
  issuer = '';
  /** Builds the next response from the correct claims. */
  mint: (claims: Claims) => string = (claims) => signed(claims);
  userInfo: Claims = {};
  /** The path that fails, and its status; 0 drops the connection. */
  broken: { path: string; status: number } | null = null;
  methods: string[] | undefined = ['client_secret_basic', 'client_secret_post'];
  secrets: string[] = [];
  subject = 'person-1';
  #asked = new URLSearchParams();
  readonly #server: Server = createServer((request, response) => {
    void this.#answer(request).then((answer) => {
      if (answer.status === 0) return request.socket.destroy();
      response.writeHead(answer.status, { 'content-type': 'application/json' });
      return response.end(JSON.stringify(answer.body));
    });
  });

  async start(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    this.issuer = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** The response that the person's browser ends up with. */
  authorize(address: string): string {
    this.#asked = new URL(address).searchParams;
    return `/api/callback?code=a-code&state=${this.#asked.get('state')}`;
  }

  claims(): Claims {
    const now = Math.floor(Date.now() / 1000);
    return {
      iss: this.issuer,
      sub: this.subject,
      aud: CLIENT.clientId,
      iat: now,
      exp: now + 300,
      nonce: this.#asked.get('nonce'),
      email: 'admin@example.org',
      email_verified: true,
    };
  }

  async #answer(request: IncomingMessage): Promise<{ status: number; body: unknown }> {
    const path = request.url!;
    if (this.broken?.path === path) return { status: this.broken.status, body: { error: 'invalid_grant' } };
    if (path === '/.well-known/openid-configuration') return { status: 200, body: this.#metadata() };
    if (path === '/jwks')
      return {
        status: 200,
        body: { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'k1', use: 'sig' }] },
      };
    if (path === '/userinfo') return { status: 200, body: { sub: this.subject, ...this.userInfo } };
    const form = new URLSearchParams(Buffer.concat(await request.toArray()).toString());
    this.secrets.push(request.headers.authorization ? 'header' : String(form.get('client_secret')));
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (challenge !== this.#asked.get('code_challenge'))
      return { status: 400, body: { error: 'invalid_grant' } };
    const token = { access_token: 'a-token', token_type: 'Bearer', id_token: this.mint(this.claims()) };
    return { status: 200, body: token };
  }

  #metadata() {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      userinfo_endpoint: `${issuer}/userinfo`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: this.methods,
    };
  }
}

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(claims: Claims, key: KeyObject = own.privateKey, kid = 'k1'): string {
  const text = `${part({ alg: 'RS256', kid })}.${part(claims)}`;
  return `${text}.${createSign('RSA-SHA256').update(text).sign(key).toString('base64url')}`;
}

function macced(claims: Claims, key: string): string {
  const text = `${part({ alg: 'HS256', kid: 'k1' })}.${part(claims)}`;
  return `${text}.${createHmac('sha256', key).update(text).digest('base64url')}`;
}

const provider = new Provider();
let world: World;
beforeAll(async () => {
  await provider.start();
  world = await createWorld({ settings: { oidc: { issuer: provider.issuer, ...CLIENT } } });
});
afterAll(async () => {
  await world.stop();
  await provider.stop();
});
beforeEach(() => {
  provider.mint = (claims) => signed(claims);
  provider.subject = 'person-1';
  provider.userInfo = {};
  provider.secrets = [];
});
afterEach(async () => {
  provider.broken = null;
  await world.database.db.delete(users);
});

async function signIn(visitor: Visitor = world.visitor()): Promise<{ status: number; visitor: Visitor }> {
  const login = await visitor.get('/api/login');
  if (login.status !== 302) return { status: login.status, visitor };
  return { status: (await visitor.get(provider.authorize(login.headers.get('location')!))).status, visitor };
}

const whoAmI = async (visitor: Visitor) => (await visitor.get('/api/auth/user')).status;

test('an honest response signs in', async () => {
  const { status, visitor } = await signIn();
  expect([status, await whoAmI(visitor), provider.secrets]).toEqual([302, 200, ['summit-secret']]);
});

describe('a response that is forged or wrong', () => {
  const past = () => Math.floor(Date.now() / 1000) - 3600;
  test.each([
    ['another nonce', (claims: Claims) => signed({ ...claims, nonce: 'x' }), 400],
    ['no nonce', ({ nonce: _nonce, ...claims }: Claims) => signed(claims), 400],
    ['another issuer', (claims: Claims) => signed({ ...claims, iss: 'https://accounts.google.com' }), 400],
    ['for another site', (claims: Claims) => signed({ ...claims, aud: 'another' }), 400],
    [
      'for two sites, meant for the other',
      (claims: Claims) => signed({ ...claims, aud: ['summit', 'b'], azp: 'b' }),
      400,
    ],
    ['outdated', (claims: Claims) => signed({ ...claims, iat: past(), exp: past() + 60 }), 400],
    ['without an end', ({ exp: _exp, ...claims }: Claims) => signed(claims), 400],
    ['without a person', ({ sub: _sub, ...claims }: Claims) => signed(claims), 400],
    ['the right key id and another key', (claims: Claims) => signed(claims, foreign.privateKey), 400],
    ['a key that nobody published', (claims: Claims) => signed(claims, foreign.privateKey, 'k2'), 400],
    [
      'claims changed after signing',
      (claims: Claims) => {
        const [header, , signature] = signed({ ...claims, email: 'visitor@example.org' }).split('.');
        return `${header}.${part(claims)}.${signature}`;
      },
      400,
    ],
    ['no signature', (claims: Claims) => `${part({ alg: 'none' })}.${part(claims)}.`, 400],
    ['a code made with the client secret', (claims: Claims) => macced(claims, CLIENT.clientSecret), 400],
    [
      'a code made with the public key',
      (claims: Claims) => macced(claims, own.publicKey.export({ type: 'spki', format: 'pem' }).toString()),
      400,
    ],
    ['rubbish', () => 'rubbish', 400],
    [
      'an address that nobody verified',
      (claims: Claims) => signed({ ...claims, email_verified: false }),
      403,
    ],
    ['verified in words', (claims: Claims) => signed({ ...claims, email_verified: 'true' }), 403],
    ['no address', ({ email: _email, ...claims }: Claims) => signed(claims), 403],
  ])('signs nobody in: %s', async (_name, mint, expected) => {
    provider.mint = mint;
    const { status, visitor } = await signIn();
    expect([status, await whoAmI(visitor)]).toEqual([expected, 401]);
    expect(await world.database.db.select().from(users)).toEqual([]);
  });

  test.each([
    // Cyrillic and fullwidth letters, the dotless i, and addresses with the right start or end only.
    ['\u0430dmin@example.org', 302, 403],
    ['\uFF41dmin@example.org', 302, 403],
    ['adm\u0131n@example.org', 302, 403],
    ['admin@example.org.evil.example', 302, 403],
    ['admin+1@example.org', 302, 403],
    ['admin@example.org ', 403, 401],
    ['admin@EXAMPLE.ORG\u0000', 403, 401],
  ])('%j is not on the list', async (email, expected, call) => {
    provider.mint = (claims) => signed({ ...claims, email });
    const { status, visitor } = await signIn();
    expect([status, (await visitor.get('/api/admin/stats')).status]).toEqual([expected, call]);
  });

  test('a Kelvin sign is not a k', async () => {
    provider.mint = (claims) => signed({ ...claims, email: 'des\u212A@example.org' });
    const { status, visitor } = await signIn();
    expect([status, (await visitor.get('/api/admin/stats')).status]).toEqual([302, 403]);
    provider.mint = (claims) => signed({ ...claims, email: 'DesK@Example.org' });
    const staff = await signIn();
    expect((await staff.visitor.get('/api/admin/stats')).status).toBe(200);
  });
});

test('an address that is only in the user info counts if the subject is the same', async () => {
  provider.mint = ({ email: _email, email_verified: _verified, ...claims }) => signed(claims);
  provider.userInfo = { email: 'admin@example.org', email_verified: true };
  expect(await whoAmI((await signIn()).visitor)).toBe(200);
  provider.userInfo = { ...provider.userInfo, sub: 'person-2' };
  const { status, visitor } = await signIn();
  expect([status, await whoAmI(visitor)]).toEqual([400, 401]);
});

describe('addresses move', () => {
  test('to another account: its previous owner is signed out', async () => {
    const before = await signIn();
    provider.subject = 'person-2';
    const after = await signIn();
    expect([await whoAmI(before.visitor), await whoAmI(after.visitor)]).toEqual([401, 200]);
    expect((await before.visitor.get('/api/admin/stats')).status).toBe(401);
    const rows = await world.database.db.select().from(users);
    expect(rows.map(({ subject, email }) => [subject, email])).toEqual([['person-2', 'admin@example.org']]);
  });

  test('away from an account: its other sessions lose the address’s permissions', async () => {
    const before = await signIn();
    const same = await signIn();
    provider.mint = (claims) => signed({ ...claims, email: 'visitor@example.org' });
    const after = await signIn();
    const answers = [before, same, after].map(
      async ({ visitor }) => (await visitor.get('/api/admin/stats')).status,
    );
    expect(await Promise.all(answers)).toEqual([401, 401, 403]);
    const rows = await world.database.db.select().from(users);
    expect(rows.map(({ subject, email }) => [subject, email])).toEqual([['person-1', 'visitor@example.org']]);
  });

  test('one person can have several sessions', async () => {
    const [one, two] = [await signIn(), await signIn()];
    expect([await whoAmI(one.visitor), await whoAmI(two.visitor)]).toEqual([200, 200]);
  });
});

describe('a provider that is down', () => {
  test.each([
    ['/token', 500, 503],
    ['/token', 0, 503],
    ['/token', 400, 400],
  ])('%s with %i: %i', async (path, status, expected) => {
    provider.broken = { path, status };
    const { status: given, visitor } = await signIn();
    expect([given, await whoAmI(visitor)]).toEqual([expected, 401]);
  });

  test('at startup is tried again at the next sign-in, and a page says so', async () => {
    const late = await createWorld({ settings: { oidc: { issuer: provider.issuer, ...CLIENT } } });
    provider.broken = { path: '/.well-known/openid-configuration', status: 500 };
    const visitor = late.visitor();
    const response = await visitor.get('/api/login');
    const text = await response.text();
    expect([response.status, /<h1>(.*)<\/h1>/.exec(text)?.[1]]).toEqual([
      503,
      'You cannot sign in right now',
    ]);
    expect(text).toContain('<a class="main" href="/api/login">Try again</a>');
    expect(text).not.toContain('Error');

    const signedOut = await visitor.request('/api/logout', { method: 'POST' });
    expect([signedOut.status, signedOut.headers.get('location')]).toEqual([303, '/']);

    provider.broken = null;
    provider.methods = undefined;
    const { status } = await signIn(visitor);
    expect([status, await whoAmI(visitor), provider.secrets]).toEqual([302, 200, ['header']]);
    provider.methods = ['client_secret_post'];
    await late.stop();
  });
});

test('a busy provider that says so in the redirect counts as down', async () => {
  const visitor = world.visitor();
  const back = provider.authorize((await visitor.get('/api/login')).headers.get('location')!);
  const { status } = await visitor.get(`${back.replace('code=a-code&', '')}&error=temporarily_unavailable`);
  expect(status).toBe(503);
});

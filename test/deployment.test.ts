import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import pino from 'pino';
import { describe, expect, inject, test } from 'vitest';
import { openDatabase } from '#server/db/open-database.ts';
import { openQueue } from '#server/jobs/queue.ts';
import { administer, databaseUrl } from './start-postgres.ts';

const read = (file: string) => readFile(new URL(`../${file}`, import.meta.url), 'utf8');
const conf = await read('deploy/nginx.conf');
const compose = await read('compose.yaml');
const directives = conf.replaceAll(/^\s*#.*$/gm, '');

test('the image has the Node version that package.json pins', async () => {
  const { node } = JSON.parse(await read('package.json')).dependencies;
  const images = [...(await read('Dockerfile')).matchAll(/^FROM (\S+)/gm)].map(([, image]) => image);
  expect(images).toEqual(Array(2).fill(`node:${node}-bookworm-slim`));
});

describe('what the proxy logs', () => {
  test('has visitor, time, part of the site and result, but never the full address', () => {
    const formats = [...directives.matchAll(/log_format (\w+)([^;]*);/g)];
    expect(formats.map(([, name]) => name)).toEqual(['plain']);
    expect([...formats[0]![2]!.matchAll(/\$\w+/g)].map(String).toSorted()).toEqual([
      '$body_bytes_sent',
      '$log_path',
      '$remote_addr',
      '$request_method',
      '$request_time',
      '$status',
      '$time_iso8601',
      '$upstream_addr',
      '$upstream_response_time',
      '$upstream_status',
    ]);
    expect([...directives.matchAll(/access_log ([^;]*);/g)].map(([, where]) => where)).toEqual([
      '/dev/stdout plain',
    ]);
  });

  const KEY = '0123456789ABCDEFGHJKMNPQRSTV';
  test.each([
    ['/', '/'],
    ['/?utm_source=a', '/'],
    ['/register', '/register'],
    ['/assets/app-1a2b.js', '/assets'],
    ['/api/packages', '/api/packages'],
    ['/api/admin/orders?search=jane@example.org', '/api/admin'],
    [`/confirmation?orderId=${KEY}`, '/confirmation'],
    [`/registration/${KEY}`, '/registration'],
    [`/api/registrations/${KEY}`, '/api/registrations'],
    [`/api/orders/transaction/${KEY}`, '/api/orders'],
    [`/${KEY}`, '/...'],
    [`/api/${KEY}`, '/api'],
    [`/${KEY.toLowerCase()}`, '/...'],
    ['/cs_test_a1b2c3', '/...'],
    ['/jane@example.org', '/...'],
  ])('%s is logged as %s', (uri, logged) => {
    const map = /map \$request_uri \$log_path \{\s*"~([^"]+)" \$words;\s*default "([^"]+)";\s*\}/.exec(
      directives,
    )!;
    expect(new RegExp(map[1]!).exec(uri)?.groups?.words ?? map[2]).toBe(logged);
  });

  test('has no error log for failed requests, because its lines quote the request', () => {
    const http = directives.slice(directives.indexOf('http {'));
    expect([...http.matchAll(/error_log ([^;]*);/g)].map(([, where]) => where)).toEqual([
      '/dev/stderr emerg',
    ]);
  });
});

test('the proxy resolves the site’s address again as often as containers may move', () => {
  expect(directives).toMatch(/resolver 127\.0\.0\.11 valid=5s/);
  const servers = [...directives.matchAll(/^\s*server (site-\d:3000[^;]*);/gm)].map(([, server]) => server);
  expect(servers).toHaveLength(2);
  expect(servers.every((server) => / resolve /.test(server!))).toBe(true);
});

test('a file that one process lacks, as during an update, is fetched from the other', () => {
  const [, pattern, body] = /location ~ (\S+) \{([^}]*)\}/.exec(directives)!;
  const paths = ['/assets/app-1a2b.js', '/door/assets/door-1a2b.js', '/api/packages', '/a/assets/b.js'];
  expect(paths.map((path) => new RegExp(pattern!).test(path))).toEqual([true, true, false, false]);
  expect(body).toContain('proxy_pass http://site;');
  expect(body).toMatch(/proxy_next_upstream [^;]*\bhttp_404\b/);
  // Those of the server apply to every location only while none has its own.
  expect(directives.slice(directives.indexOf('location /'))).not.toContain('proxy_set_header');
});

test('an outage of the shared database counts against neither process, so visitors get the site’s own 503', () => {
  const retried = [...directives.matchAll(/proxy_next_upstream ([^;]*);/g)].map(([, when]) => when);
  expect(retried).toEqual(['error timeout', 'error timeout http_404']);
});

test('the proxy closes its idle connections to the site before the site does', () => {
  const [, upstream] = /upstream site \{([^}]*)\}/.exec(directives)!;
  const [, seconds] = /keepalive_timeout (\d+)s;/.exec(upstream!) ?? [];
  expect(Number(seconds) * 1000).toBeLessThan(createServer().keepAliveTimeout);
});

test('the proxy’s limit on connections is far above what the people at a venue, who share one address, need', () => {
  const [, limit] = /limit_conn connections (\d+);/.exec(directives)!;
  expect(Number(limit)).toBeGreaterThanOrEqual(2000);
});

test('the proxy serves IPv4 only, because Docker would give all IPv6 visitors one address', () => {
  const ports = /ports: (\[.*\])/.exec(compose)![1]!;
  expect(JSON.parse(ports)).toEqual(['0.0.0.0:80:80', '0.0.0.0:443:443']);
  expect([...directives.matchAll(/listen (\S+)/g)].map(([, where]) => where)).toEqual(['80', '443']);
});

test('the database’s container gives the site a role that is no superuser and can make all it needs', async () => {
  const service = /^ {2}database:\n((?: {4}.*\n)+)/m.exec(compose)![1]!;
  expect(service).not.toMatch(/POSTGRES_(USER|DB)/);
  expect(service).toContain('- ./deploy/database.sql:/docker-entrypoint-initdb.d/database.sql:ro');
  const script = await read('deploy/database.sql');
  const name = `summit_${randomUUID().replaceAll('-', '')}`;
  const statements = script.match(/^[A-Z].*;$/gm)!.map((line) => line.replaceAll(/\bsummit\b/g, name));
  // The last one would lock the tests out of their own database.
  expect(statements.pop()).toBe('ALTER ROLE postgres PASSWORD NULL;');
  const { url: cluster } = inject('postgres');
  for (const line of statements) await administer(cluster, line.replace(":'password'", "'secret'"));
  const own = new URL(databaseUrl(cluster, name));
  Object.assign(own, { username: name, password: 'secret' });
  const database = await openDatabase(own.href, () => {});
  await (await openQueue(database.jobsPool, pino({ level: 'silent' }))).stop();
  const { rows } = await database.pool.query(
    'SELECT rolname AS name, rolsuper AS super FROM pg_roles WHERE rolname = current_user',
  );
  await database.close();
  await administer(cluster, `DROP DATABASE ${name} WITH (FORCE)`);
  await administer(cluster, `DROP ROLE ${name}`);
  expect(rows).toEqual([{ name, super: false }]);
});

test('the manual runs each operator command in a container, where there are no npm commands', async () => {
  const { scripts } = JSON.parse(await read('package.json')) as { scripts: Record<string, string> };
  const commands = Object.values(scripts).flatMap(
    (line) => /^node (src\/server\/\S+(?: [a-z]+)?)$/.exec(line)?.[1] ?? [],
  );
  const manual = (await read('docs/operations.md')).replaceAll(/\s+/g, ' ');
  const run = manual.matchAll(
    /docker compose (?:exec|run)[^`]*? node (src\/server\/\S+(?: [a-z]+(?=[ `]))?)/g,
  );
  expect(new Set([...run].map(([, command]) => command))).toEqual(new Set(commands));
});

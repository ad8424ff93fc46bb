import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { routes } from '#contract/routes.ts';
import { ANONYMOUS } from '#domain/access.ts';
import type { Context } from '../context.ts';
import { createLog } from '../log.ts';
import { bindDownload } from './bind.ts';
import type { HttpEnv } from './http-env.ts';
import type { Session } from './sessions.ts';

const lines: string[] = [];
const log = createLog('debug', { write: (line) => void lines.push(line) });
const STAFF = { ...ANONYMOUS, email: 'staff@example.org', isAdmin: true };
let parts: () => AsyncGenerator<string>;

const app = new Hono<HttpEnv>();
app.use(async (c, next) => {
  const ctx: Partial<Context> = { log, requestId: 'asked', actor: STAFF };
  c.set('ctx', ctx as Context);
  c.set('session', {} as Session);
  await next();
});
bindDownload(app, routes.exportRegistrations, async () => ({
  fileName: 'list.csv',
  type: 'text/csv',
  body: parts(),
}));
app.onError((error, c) => c.json({ message: error.message }, 503));

const server = createAdaptorServer({ fetch: app.fetch });
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => server.close(resolve)));

const ask = () =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${routes.exportRegistrations.path}`);

test('a download arrives complete, in parts', async () => {
  parts = async function* () {
    yield 'one\r\n';
    yield 'two\r\n';
  };
  const response = await ask();
  expect([response.status, response.headers.get('content-disposition'), await response.text()]).toEqual([
    200,
    'attachment; filename="list.csv"',
    'one\r\ntwo\r\n',
  ]);
});

test('a failure before the first part is answered as an error', async () => {
  // biome-ignore lint/correctness/useYield: it throws first
  parts = async function* () {
    throw new Error('away');
  };
  const response = await ask();
  expect([response.status, await response.json()]).toEqual([503, { message: 'away' }]);
});

test('a later failure cuts the download off and is only logged', async () => {
  const printed = vi.spyOn(console, 'error');
  const arrived = Promise.withResolvers<void>();
  parts = async function* () {
    yield 'one\r\n';
    await arrived.promise;
    throw new Error('Failed query: select; params: jane@example.org');
  };
  const response = await ask();
  const read: string[] = [];
  const reading = (async () => {
    for await (const piece of response.body!) {
      read.push(Buffer.from(piece).toString());
      arrived.resolve();
    }
  })();
  await expect(reading).rejects.toThrow('terminated');
  expect(read).toEqual(['one\r\n']);
  expect(printed).not.toHaveBeenCalled();
  const told = JSON.parse(lines.at(-1)!);
  expect([told.msg, told.requestId, told.err.message]).toEqual([
    'a download was cut off',
    'asked',
    'Failed query: select; params: …@…',
  ]);
});

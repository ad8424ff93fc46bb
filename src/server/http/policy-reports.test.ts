import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, noPages, type World } from '#test/world.ts';
import { createApp } from '../app.ts';
import { createLog } from '../log.ts';

const KEY = '7ZQ4M2K9V0T3X8B6N1J5H4G7F2D0';

let world: World;
let lines: string[];
let send: (body: unknown, headers?: Record<string, string>) => Promise<number>;
beforeAll(async () => {
  const start = new Date();
  world = await createWorld({ protocolNow: () => start });
  lines = [];
  const log = createLog('warn', { write: (line: string) => void lines.push(line) });
  const app = createApp({ ...world.dependencies, log }, noPages);
  send = async (body, headers = {}) => {
    const response = await app.request(
      `${world.siteUrl}/api/policy-reports`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/csp-report', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      },
      {},
    );
    return response.status;
  };
});
afterAll(() => world.stop());

function takeLines(): unknown[] {
  const taken = lines.map((line) => {
    const { page, directive, blocked, msg } = JSON.parse(line) as Record<string, string>;
    return [page, directive, blocked, msg];
  });
  lines.length = 0;
  return taken;
}

const report = (address: string, blocked: string, directive = 'script-src-elem') => ({
  'csp-report': { 'document-uri': address, 'blocked-uri': blocked, 'effective-directive': directive },
});
const TOLD = 'the security policy of a page blocked something';

test.each([
  ['/checkout', 'inline', '/checkout', 'inline'],
  [
    `/checkout/square-payment?orderId=${KEY}`,
    'https://evil.example/skim.js?card=4111111111111111',
    '/checkout/square-payment',
    'https://evil.example',
  ],
  [`/registration/${KEY}`, 'eval', '/registration', 'eval'],
  ['/jane@example.org', 'data:text/javascript,4111111111111111', 'unknown', 'data:'],
  ['/', 'Jane Sample', '/', 'unknown'],
])('%s and %s are logged as %s and %s', async (path, blocked, page, shown) => {
  expect(await send(report(`https://summit.example.org${path}`, blocked))).toBe(204);
  const [line] = lines;
  expect(takeLines()).toEqual([[page, 'script-src-elem', shown, TOLD]]);
  expect(line).not.toMatch(new RegExp(`${KEY}|skim|4111111111111111|jane|Jane`));
});

test.each([
  ['nothing of a report', {}],
  ['no object', 'null'],
  ['members of another kind', { 'csp-report': { 'effective-directive': 7, 'document-uri': {} } }],
  [
    'a directive that is a text',
    report('https://summit.example.org/', 'inline', 'Jane <jane@example.org>\n'),
  ],
])('%s is accepted and not logged', async (_name, body) => {
  expect([await send(body), takeLines()]).toEqual([204, []]);
});

test("a report that isn't JSON or has another content type is refused", async () => {
  expect(await send('{')).toBe(400);
  expect(await send({}, { 'content-type': 'text/plain' })).toBe(415);
  expect(takeLines()).toEqual([]);
});

test('only twenty reports per minute and address are logged, and the response does not change', async () => {
  await world.database.db.execute('DELETE FROM rate_limits');
  const statuses = [];
  for (let n = 0; n < 25; n += 1) {
    statuses.push(await send(report('https://summit.example.org/register', 'inline')));
  }
  expect([new Set(statuses), takeLines().length]).toEqual([new Set([204]), 20]);
});

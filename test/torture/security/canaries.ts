import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { headersFor } from '#server/http/security-headers.ts';
import { openBrowser } from '../../browser.ts';
import { checkout } from '../../factories.ts';
import { allRoutes, pathOf } from '../../intruder.ts';
import { environmentOf, ownEnvironment } from '../../outside.ts';
import { type Check, type Outcome, type Torture, until } from '../check.ts';
import { startProxy } from '../proxy.ts';
import type { Site } from '../site.ts';
import { through } from '../wiretap.ts';
import { type Guard, replace } from '../without-guard.ts';
import {
  buyAtStripe,
  type Cast,
  KEYS_OF_PEOPLE,
  type Orders,
  PERSON,
  provoke,
  walkEveryFlow,
} from './canary-flows.ts';
import { findForged, forgeLines } from './forged-lines.ts';
import { seeLoaded } from './script-watch.ts';
import { outcomeOf, withSite } from './with-site.ts';
import { startListeningLine, type Told, WatchedVisitor, type Witness } from './witness.ts';

/** Controls: a log of bodies and whole addresses, pages that send a full Referer, errors that quote the input. */
const discretion: readonly Guard[] = [
  replace('server/http/bind.ts', 'readCall', (readCall) => async (c, route) => {
    const call = (await readCall(c, route)) as { readonly body?: object };
    process.stdout.write(`${Object.values(call.body ?? {}).join(' ')}\n`);
    return call;
  }),
  replace('server/http/bind.ts', 'demand', () => () => {}),
  replace('server/app.ts', 'answerFault', (answerFault) => async (fault, c, log) => {
    log.error({ path: c.req.url }, 'a request failed');
    const response = answerFault(fault, c, log) as Response;
    const body = (await response.json()) as { readonly message: string };
    return Response.json({ ...body, message: `${body.message} ${c.req.url}` }, response);
  }),
  replace<typeof headersFor>(
    'server/http/security-headers.ts',
    'headersFor',
    (original) => (settings) => (path, hashes) => ({
      ...original(settings)(path, hashes),
      'referrer-policy': 'unsafe-url',
    }),
  ),
];

/** S17: secrets and personal data, followed through everything the site does. */
export const canaries: Check = {
  id: 'S17',
  title: 'secrets, personal data and keys in every flow, error and outage; forged log lines in every input',
  goal: "none in a log, a URL or Referer sent elsewhere, an error or a stranger's page; no log line forged",
  seconds: 180,
  run: (torture) => watch(torture),
  control: (torture) => watch({ ...torture, count: (full) => Math.ceil(full / 20) }, discretion),
};

/** Secrets in the settings; those that the sandbox fixes are in `test/outside.ts`. */
const SECRETS = [
  'sk_test_world',
  'whsec_world',
  'summit-secret',
  'sandbox-token-world',
  'signature-key-world',
  'canary-of-the-database',
  'canary-of-the-mail',
  'canary-of-the-metrics-token',
];

async function watch(torture: Torture, without: readonly Guard[] = []): Promise<Outcome> {
  const witness: Witness = { errors: [], addresses: [] };
  await using database = await startProxy([]);
  await using providers = await startListeningLine(witness);
  const options = {
    processes: 1,
    without,
    databaseUrl: (url: string) => through(database, url).replace('postgres@', `postgres:${SECRETS[5]}@`),
    environment(sandbox: Site['sandbox']) {
      providers.setTargets([sandbox.port]);
      const api = `http://127.0.0.1:${providers.port}`;
      return {
        LOG_LEVEL: 'debug',
        SMTP_URL: sandbox.smtpUrl.replace('//', `//mailer:${SECRETS[6]}@`),
        METRICS_TOKEN: SECRETS[7]!,
        STRIPE_API_URL: api,
        SQUARE_API_URL: api,
      };
    },
  };
  const lines = { database, providers };
  return await withSite(torture, options, (site) => follow(site, torture, witness, lines));
}

type Line = Awaited<ReturnType<typeof startProxy>>;

async function follow(
  site: Site,
  torture: Torture,
  witness: Witness,
  lines: { readonly database: Line; readonly providers: Line },
): Promise<Outcome> {
  let visitors = 0;
  const stranger = () => new WatchedVisitor(site.url, witness, `198.19.${visitors >> 8}.${visitors++ & 255}`);
  const [buyer, staff] = [stranger(), stranger()];
  await staff.signIn('admin@example.org');
  const cast: Cast = { site, buyer, staff, stranger, keys: new Set([staff.cookie('session')!]) };
  const orders = await walkEveryFlow(cast);
  cast.keys.add(buyer.cookie('session')!);
  await browse(cast, orders, witness);
  const pages = await readAsStranger(cast);
  await provoke(staff);
  await breakTheMail(cast);
  for (const line of [lines.providers, lines.database]) {
    await away(line, async () => {
      await provoke(staff);
      await buyer.post('/api/create-checkout-session', {});
      await buyer.get(`/api/registrations/${orders.openSquare}`);
      await buyer.get(`/confirmation/${orders.stripe}`);
    });
    await untilWell(site);
  }
  await withoutTable(site, () => provoke(staff));
  const cookie = `session=${staff.cookie('session')}`;
  const forgeries = await forgeLines(site, cookie, torture);
  await away(lines.database, () => forgeLines(site, cookie, { ...torture, count: () => 200 }));
  await buyer.get('/checkout?cancelled=1');
  site.moveClock('2025-07-15T18:00:00Z');
  await untilWell(site);
  await deleteUnpaid(cast);
  const said = await erase(site, PERSON.email);
  return judge(cast, witness, [...pages, { at: 'the erasure', text: said }], forgeries);
}

/** Rejected for good, then temporarily, then no server. */
async function breakTheMail(cast: Cast): Promise<void> {
  const set = (mode: string) =>
    fetch(`${cast.site.sandbox.url}/control/smtp`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ mode }),
    });
  for (const mode of ['reject', 'tempfail', 'down', 'ok']) {
    await set(mode);
    await buyAtStripe(cast, checkout(PERSON));
    await sleep(1_000);
  }
}

async function away(line: Line, work: () => Promise<unknown>): Promise<void> {
  line.setDown(true);
  line.cutAll();
  await work();
  line.setDown(false);
}

/** An unexpected fault. */
async function withoutTable({ pool }: Site, work: () => Promise<unknown>): Promise<void> {
  await pool.query('ALTER TABLE orders RENAME TO gone');
  await work();
  await pool.query('ALTER TABLE gone RENAME TO orders');
}

async function untilWell(site: Site): Promise<void> {
  await until('the site recovers', async () => (await site.visitor().get('/health')).ok);
}

/** Failed refunds: while one is open, nobody in it can be erased. */
async function deleteUnpaid({ site, staff }: Cast): Promise<void> {
  const { rows } = await site.pool.query<{ id: number }>(
    `SELECT id FROM orders WHERE payment_status = 'pending'`,
  );
  for (const { id } of rows) await staff.request(`/api/admin/orders/${id}`, { method: 'DELETE' });
}

/** Runs the command as an operator does; returns its output. */
async function erase({ databaseUrl, sandbox, url }: Site, email: string): Promise<string> {
  const environment = environmentOf(sandbox, url, databaseUrl);
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['src/server/privacy-command.ts', 'erase', email, '--even-with-ticket'],
    { env: { ...ownEnvironment, ...environment } },
  );
  return stdout + stderr;
}

/** Opens the pages with a key or a name in a browser, and leaves each by an external link. */
async function browse({ site, staff }: Cast, orders: Orders, witness: Witness): Promise<void> {
  await using browser = await openBrowser();
  const page = await browser.open({ expected: [/./] });
  const origin = new URL(site.url).origin;
  await page.context().addCookies([{ name: 'session', value: staff.cookie('session')!, url: site.url }]);
  const asked: Promise<void>[] = [];
  page.context().on('request', (request) => {
    if (request.url().startsWith(`${origin}/`) || request.url().startsWith('data:')) return;
    const note = async () => {
      const { referer = '' } = await request.allHeaders();
      witness.addresses.push({ at: 'browser', text: request.url() }, { at: 'Referer', text: referer });
    };
    asked.push(note());
  });
  for (const path of [
    `/checkout-success?id=${orders.stripe}`,
    `/confirmation/${orders.stripe}`,
    `/registration/${orders.square}`,
    `/checkout/square-payment?orderId=${orders.openSquare}`,
    `/admin?tab=orders&q=${encodeURIComponent(PERSON.email)}`,
  ]) {
    await page.goto(site.url + path);
    await seeLoaded(page);
    await page.evaluate((href) => {
      const link = document.createElement('a');
      link.href = href;
      document.body.append(link);
      link.click();
    }, `${site.sandbox.url}/mailbox`);
    await page.waitForURL(`${site.sandbox.url}/**`);
  }
  await Promise.all(asked);
}

/** Everything public, and everything for staff, requested by somebody who has bought nothing. */
async function readAsStranger({ stranger }: Cast): Promise<Told[]> {
  const who = stranger();
  const addresses = [
    ...['/', '/register', '/checkout', '/checkout-success', '/confirmation/1', '/registration/1', '/admin'],
    ...['/health', '/metrics', '/participant-guide.pdf', '/api/last-order'],
    ...allRoutes.filter(([, route]) => route.method === 'GET').map(([, route]) => pathOf(route, '1')),
  ];
  const pages: Told[] = [];
  for (const at of addresses) pages.push({ at, text: await (await who.get(at)).text() });
  return pages;
}

function judge({ site, keys }: Cast, witness: Witness, pages: readonly Told[], forgeries: number): Outcome {
  const log = site.log();
  const lines = log.split('\n').filter((line) => line !== '');
  const all = [...SECRETS, ...KEYS_OF_PEOPLE, ...keys];
  // The site asks the provider about them by its own ids.
  const foreign = all.filter((one) => !/^(cs_|cnon:)/.test(one));
  const found = {
    log: leaks(
      lines.map((text) => ({ at: 'log', text })),
      all,
    ),
    addresses: leaks(witness.addresses, foreign),
    errors: leaks(witness.errors, all),
    pages: leaks(pages, all),
    forged: findForged(log, site.processes[0]!.child.pid!),
    unprovoked: unprovoked(log, witness),
  };
  const counts = Object.entries(found).map(([name, { length }]) => `${name} ${length}`);
  return outcomeOf(
    `${lines.length} log lines, ${witness.addresses.length} addresses, ${witness.errors.length} errors, ${pages.length} pages, ${forgeries} forgeries: ${counts.join(', ')}`,
    // Shows one of each kind.
    Object.values(found).flatMap((some) => some.slice(0, 1)),
  );
}

/** People by the word in everything they typed; the rest letter by letter. */
function leaks(told: readonly Told[], secrets: readonly string[]): string[] {
  return told.flatMap(({ at, text }) => {
    const plain = `${text} ${decoded(text)}`;
    const secret = secrets.find((one) => plain.includes(one)) ?? /\bcanary.{0,20}/i.exec(plain)?.[0];
    return secret ? [`${at} tells ${secret}: ${text.slice(0, 200)}`] : [];
  });
}

function decoded(text: string): string {
  return text.replaceAll('+', ' ').replaceAll(/%[0-7][0-9a-f]/gi, decodeURIComponent);
}

/** A run without any error proves nothing. */
function unprovoked(log: string, { errors, addresses }: Witness): string[] {
  const wanted = [
    'a request failed',
    'a mail was sent',
    'a mail cannot be sent',
    'did not respond',
    'refused',
  ];
  const statuses = [' 400', ' 401', ' 402', ' 404', ' 409', ' 415', ' 500', ' 503'];
  return [
    ...wanted.filter((text) => !log.includes(text)),
    ...statuses.filter((status) => !errors.some(({ at }) => at.endsWith(status))),
    ...(addresses.some(({ at }) => at === 'browser') ? [] : ['no request of a browser']),
    ...(addresses.some(({ text }) => text.startsWith('/v1/')) ? [] : ['no request to Stripe']),
    ...(addresses.some(({ text }) => text.startsWith('/v2/')) ? [] : ['no request to Square']),
  ].map((text) => `not provoked: ${text}`);
}

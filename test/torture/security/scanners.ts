import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod/mini';
import type { Route } from '#contract/route.ts';
import type { limitKeyGuesses, takeLimit } from '#server/http/limits.ts';
import type { listOrders } from '#server/orders/list-orders.ts';
import { allRoutes, CHECKOUT_ID, type Intruder, pathOf, routesWithBody } from '../../intruder.ts';
import { type Check, inParallel, type Outcome, type Torture } from '../check.ts';
import type { Site } from '../site.ts';
import { type Guard, replace } from '../without-guard.ts';
import { buy, intruderAt, outcomeOf, withSite } from './with-site.ts';

/** What the program prints. */
async function run(program: string, args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { cwd: ROOT, maxBuffer: 64 << 20 });
  return stdout;
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SQLMAP =
  '--batch --ignore-stdin --disable-coloring --dbms=PostgreSQL --time-sec=2 --ignore-code=400,401,402,403,404,409,410,422,429'.split(
    ' ',
  );
/** Without modules that ask servers on the internet. */
const WAPITI =
  '-m all,-nikto,-wapp,-ssrf,-xxe,-brute_login_form --flush-session --no-bugreport --max-scan-time 10 -v 1 -f json'.split(
    ' ',
  );
const FFUF = '-s -mc all -fc 400,404 -of json'.split(' ');
const PROGRAMS = ['sqlmap', 'wapiti', 'ffuf'];

/** Limits would hide what is behind them. */
const limits: readonly Guard[] = [
  replace<typeof takeLimit>('server/http/limits.ts', 'takeLimit', () => async () => true),
  replace<typeof limitKeyGuesses>('server/http/limits.ts', 'limitKeyGuesses', () => async () => undefined),
];

/** Control: a search that puts what was typed into its SQL. */
const parameters: readonly Guard[] = [
  replace<typeof listOrders>(
    'server/orders/list-orders.ts',
    'listOrders',
    (listOrders) => async (ctx, query, headers) => {
      const { sql } = await import('#server/db/drizzle.ts');
      const typed = sql.raw(`SELECT 1 FROM orders WHERE organizer_last_name <> '${query.search ?? ''}'`);
      const { rows } = await ctx.db.execute(typed);
      return rows.length === 0 ? [] : listOrders(ctx, query, headers);
    },
  ),
];

/** S19: what public scanners find. */
export const scanners: Check = {
  id: 'S19',
  title:
    'sqlmap in every field of every call, wapiti from the landing page, ffuf with the paths of all our files',
  goal: 'no finding that isn’t explained',
  seconds: 2_400,
  run: (torture) => ifInstalled(() => scan(torture)),
  control: (torture) =>
    withSite(torture, { processes: 1, without: parameters }, async (site) => {
      // An order is there to be found.
      await buy(site, '198.18.0.1');
      const requests = requestsTo((name) => name === 'listOrders');
      return outcomeOf('one search', await inject(site, await intruderAt(site), requests));
    }),
};

async function ifInstalled(work: () => Promise<Outcome>): Promise<Outcome> {
  const found = await Promise.all(
    PROGRAMS.map((name) =>
      run('which', [name]).then(
        () => [],
        () => [name],
      ),
    ),
  );
  const missing = found.flat();
  if (missing.length === 0) return work();
  return {
    measured: `not run: install ${missing.join(', ')} (Debian has a package of each name)`,
    passed: false,
    isSkipped: true,
  };
}

async function scan(torture: Torture): Promise<Outcome> {
  return withSite(torture, { processes: 2, without: limits }, async (site) => {
    const { transactionId } = await buy(site, '198.18.0.1');
    const intruder = await intruderAt(site);
    const requests = requestsTo(() => true).slice(0, torture.count(1_000));
    const injected = await inject(site, intruder, requests);
    const crawled = await crawl(site, transactionId);
    const served = await lookForFiles(site);
    const tried = `${requests.length} requests with sqlmap, ${crawled.pages} pages with wapiti, ${served.paths} paths with ffuf`;
    return outcomeOf(tried, [...injected, ...crawled.faults, ...served.faults]);
  });
}

interface Sent {
  readonly name: string;
  readonly method: string;
  /** sqlmap tries every parameter, or what `*` marks. */
  readonly path: string;
  readonly body?: unknown;
}

/** Each call with its query, with its body, and with a marked path, if it has them. */
function requestsTo(isWanted: (name: string) => boolean): Sent[] {
  const samples = new Map<string, unknown>(routesWithBody);
  return allRoutes.flatMap(([name, route]) => {
    if (!isWanted(name)) return [];
    const { method } = route;
    const body = samples.get(name);
    const path = pathOf(route, '1');
    const query = queryOf(route);
    return [
      ...(query ? [{ name, method, path: `${path}?${query}` }] : []),
      ...(body ? [{ name, method, path, body }] : []),
      ...(path === route.path ? [] : [{ name, method, path: pathOf(route, '1*') }]),
    ];
  });
}

/** A valid value for each parameter that takes one of these. */
function queryOf({ query }: Route): string {
  if (!(query instanceof z.ZodMiniObject)) return '';
  const values = ['jane', '1', 'true', CHECKOUT_ID];
  return Object.keys(query.shape)
    .flatMap((key) => {
      const value = values.find((one) => query.safeParse({ [key]: one }).success);
      return value ? [`${key}=${value}`] : [];
    })
    .join('&');
}

async function inject(site: Site, { cookie }: Intruder, requests: readonly Sent[]): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'summit-scan-'));
  const found = await inParallel(requests, 2, async ({ name, method, path, body }, index) => {
    const file = join(folder, `${index}.txt`);
    const head = [
      `${method} ${path} HTTP/1.1`,
      `Host: ${new URL(site.url).host}`,
      `Cookie: ${cookie}`,
      'Content-Type: application/json',
    ];
    await writeFile(file, [...head, '', body ? JSON.stringify(body) : ''].join('\r\n'));
    const places = ['-r', file, '--output-dir', join(folder, String(index))];
    // sqlmap exits with 1 if the site refuses every value of a parameter.
    const told = await run('sqlmap', [...places, ...SQLMAP]).catch(
      (error: { stdout: string }) => error.stdout,
    );
    if (told.includes('sqlmap identified the following injection point'))
      return [`${name}: ${/Parameter: (.*)/.exec(told)?.[1]} is open to SQL injection`];
    if (told.includes('all tested parameters do not appear to be injectable')) return [];
    return [`${name} ${path}: sqlmap did not finish: ${/\[(?:CRITICAL|ERROR)\].*/.exec(told)?.[0]}`];
  });
  await rm(folder, { recursive: true, force: true });
  return found.flat();
}

interface WapitiReport {
  readonly vulnerabilities: Record<
    string,
    { readonly method: string; readonly path: string; readonly info: string }[]
  >;
  readonly anomalies: WapitiReport['vulnerabilities'];
}

const EXPLAINED = [
  // These pages are the same for every key; what they show comes from calls, which refuse an unknown one.
  /^Backup file: GET \/(confirmation|registration)\//,
  // Browsers have removed their filters.
  /X-XSS-Protection is not set/,
  // Sent over HTTPS only, as the standard demands; src/server/http/security-headers.test.ts.
  /Strict-Transport-Security is not set/,
];

async function crawl(site: Site, transactionId: string): Promise<{ pages: number; faults: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'summit-scan-'));
  const report = join(folder, 'report.json');
  const starts = [
    '/register',
    '/checkout',
    `/confirmation/${transactionId}`,
    `/registration/${transactionId}`,
  ];
  const places = ['-u', `${site.url}/`, ...starts.flatMap((path) => ['-s', site.url + path])];
  const stdout = await run('wapiti', [...places, '-o', report, '--store-session', folder, ...WAPITI]);
  const { vulnerabilities, anomalies } = JSON.parse(await readFile(report, 'utf8')) as WapitiReport;
  await rm(folder, { recursive: true, force: true });
  const faults = [vulnerabilities, anomalies]
    .flatMap((kind) => Object.entries(kind))
    .flatMap(([kind, found]) => found.map(({ method, path, info }) => `${kind}: ${method} ${path}: ${info}`))
    .filter((fault) => !EXPLAINED.some((one) => one.test(fault)));
  const pages = new Set(stdout.match(/^\[\+\] .*$/gm)).size;
  return { pages, faults: pages > 0 ? faults : [...faults, 'wapiti found no page'] };
}

/** What a careless server would hand out besides our own files. */
const TEMPTING = `
  .env .env.local .git/HEAD .git/config .npmrc .DS_Store backup.sql dump.sql server-status phpinfo.php wp-login.php
  config.json swagger.json openapi.json graphql actuator/env debug cgi-bin/ node_modules/pg/package.json
  ..%2fpackage.json %2e%2e/package.json assets/..%2f..%2fpackage.json assets/%2e%2e/%2e%2e/package.json
  assets/..%5c..%5cpackage.json assets/%00 proc/self/environ`
  .trim()
  .split(/\s+/);
/** Shows that ffuf reaches the site. */
const SERVED = ['register', 'robots.txt'];

async function lookForFiles(site: Site): Promise<{ paths: number; faults: string[] }> {
  const stdout = await run('git', ['ls-files']);
  const files = stdout.trim().split('\n');
  const paths = [
    ...new Set([...files, ...files.map((file) => file.split('/').at(-1)!), ...TEMPTING, ...SERVED]),
  ];
  const folder = await mkdtemp(join(tmpdir(), 'summit-scan-'));
  const [words, report] = [join(folder, 'words.txt'), join(folder, 'report.json')];
  await writeFile(words, paths.join('\n'));
  await run('ffuf', ['-u', `${site.url}/FUZZ`, '-w', words, '-o', report, ...FFUF]);
  const { results } = JSON.parse(await readFile(report, 'utf8')) as {
    results: { status: number; input: { FUZZ: string } }[];
  };
  await rm(folder, { recursive: true, force: true });
  const seen = results.map(({ status, input }) => `/${input.FUZZ}: ${status}`).sort();
  const expected = SERVED.map((path) => `/${path}: 200`);
  return {
    paths: paths.length,
    faults: [
      ...seen.filter((one) => !expected.includes(one)),
      ...expected.filter((one) => !seen.includes(one)).map((one) => `ffuf did not see ${one}`),
    ],
  };
}

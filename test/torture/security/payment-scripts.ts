import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page, Response } from 'playwright-core';
import { openBrowser, type TestBrowser } from '../../browser.ts';
import { goToCardForm } from '../../journeys/card-form.ts';
import type { Check, Outcome, Torture } from '../check.ts';
import type { Site } from '../site.ts';
import { type Guard, replace } from '../without-guard.ts';
import { type Approved, isApproved, readApproved, type Script } from './approved-scripts.ts';
import { outcomeOf, withSite } from './with-site.ts';

const PAGES = ['/register', '/checkout', '/checkout/square-payment'] as const;
type PaymentPage = (typeof PAGES)[number];

const scriptPolicy: readonly Guard[] = [
  replace<(...given: unknown[]) => string>(
    'server/http/security-headers.ts',
    'contentSecurityPolicy',
    (policy) =>
      (...given) =>
        policy(...given).replace(/script-src [^;]*/, "script-src * 'unsafe-inline'"),
  ),
];

/** S11: scripts that run beside a buyer's card, checked against the list in docs/threat-model.md. */
export const paymentScripts: Check = {
  id: 'S11',
  title: 'scripts in the HTML and loaded by it, and headers, of the form and both payment pages in Chromium',
  goal: 'all approved and as built, headers as expected; injected scripts are blocked and reported',
  seconds: 120,
  run: (torture) => look(torture, []),
  control: (torture) => look(torture, scriptPolicy),
};

function look(torture: Torture, without: readonly Guard[]): Promise<Outcome> {
  return withSite(torture, { processes: 1, environment: { LOG_LEVEL: 'warn' }, without }, async (site) => {
    await using browser = await openBrowser();
    const approved = await readApproved();
    const visited = await visitPages(site, browser, approved);
    const planted = await plant(site, browser, approved, visited.orderId);
    const unexplained = approved.filter(({ reason, fixedBy }) => reason === '' || fixedBy === '');
    return outcomeOf(`${visited.scripts} scripts on ${PAGES.length} pages, 6 planted`, [
      ...unexplained.map(({ script }) => `${script} has no reason`),
      ...planted,
      ...visited.faults,
    ]);
  });
}

/** One buyer from form to card; each page is also loaded directly, for its own headers and scripts. */
async function visitPages(site: Site, browser: TestBrowser, approved: readonly Approved[]) {
  const page = await browser.open();
  const loads: Promise<Loaded | null>[] = [];
  page.on('response', (response) => {
    const isOurs = response.request().resourceType() === 'script' && response.frame() === page.mainFrame();
    if (isOurs) loads.push(read(response, new URL(page.url()).pathname));
  });
  // A route handler disables the browser's cache.
  await page.route('**/assets/*', (route) => route.continue());
  await goToCardForm(page, site.url, { firstName: 'Jane', lastName: 'Sample', email: 'jane@example.org' });
  const card = page.url();
  const faults: string[] = [];
  const inDocument: Script[] = [];
  for (const path of PAGES) {
    const response = await page.goto(path === '/checkout/square-payment' ? card : `${site.url}${path}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    if (path === '/checkout/square-payment') {
      await page.frameLocator('iframe').getByLabel('Card number').waitFor();
    }
    faults.push(...headerFaults(site, path, response!.headers(), await response!.text()));
    inDocument.push(...(await scriptsOf(page, path)));
  }
  const loaded = (await Promise.all(loads)).filter((one) => one !== null);
  const all = [...inDocument, ...loaded];
  faults.push(
    ...all.filter((one) => !isApproved(approved, one, site)).map((one) => `unlisted on ${nameOf(one)}`),
    ...(await changedFiles(loaded, site)),
    ...missing(approved, all, site),
  );
  return { faults, scripts: all.length, orderId: new URL(card).searchParams.get('orderId')! };
}

interface Loaded extends Script {
  readonly sha256: string;
}

/** Null when the page was left before the whole script had come: then it did not run there. */
async function read(response: Response, page: string): Promise<Loaded | null> {
  const body = response.ok() ? await response.body().catch(() => null) : Buffer.alloc(0);
  return body && { page, address: response.url(), id: '', type: '', handler: '', sha256: hashOf(body) };
}

/** Script elements, and attributes with script. */
function scriptsOf(page: Page, path: PaymentPage): Promise<Script[]> {
  return page.evaluate((name) => {
    const elements = [...document.scripts].map(({ src, id, type }) => ({
      page: name,
      address: src,
      id,
      type,
      handler: '',
    }));
    const attributes = [...document.querySelectorAll('*')].flatMap((one) =>
      one
        .getAttributeNames()
        .filter(
          (attribute) => attribute.startsWith('on') || /^\s*javascript:/i.test(one.getAttribute(attribute)!),
        )
        .map((attribute) => ({ page: name, address: '', id: '', type: '', handler: attribute })),
    );
    return [...elements, ...attributes];
  }, path);
}

function nameOf({ page, address, id, handler }: Script): string {
  return `${page}: ${address || handler || `an inline script ${id}`}`;
}

/** The site's own files must be the build's, byte for byte. */
async function changedFiles(loaded: readonly Loaded[], site: Site): Promise<string[]> {
  const assets = new URL('../../../dist/web/assets/', import.meta.url);
  const faults: string[] = [];
  for (const one of loaded.filter(({ address }) => address.startsWith(site.url))) {
    const built = await readFile(new URL(new URL(one.address).pathname.split('/').at(-1)!, assets)).catch(
      () => null,
    );
    if (!built || hashOf(built) !== one.sha256) faults.push(`${nameOf(one)} is not as built`);
  }
  return faults;
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('base64');
}

/** Entries of the list that nothing matches anymore. Scripts from the internet are not part of this run. */
function missing(approved: readonly Approved[], found: readonly Script[], site: Site): string[] {
  return approved
    .filter(({ script }) => !script.startsWith('https:'))
    .flatMap((row) =>
      row.pages
        .filter((page) => !found.some((one) => one.page === page && isApproved([row], one, site)))
        .map((page) => `${row.script} is listed for ${page} and not there`),
    );
}

/** Spelled out, so that changing these pages' headers means changing them here too. */
function expectedHeaders(site: Site, path: PaymentPage, html: string): Record<string, string> {
  const isCard = path === '/checkout/square-payment';
  const isRendered = path === '/register';
  const [, style = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
  const provider = isCard ? ` ${site.sandbox.url}` : '';
  return {
    'content-security-policy': [
      "default-src 'self'",
      `script-src 'self'${provider}`,
      `style-src 'self'${isRendered ? ` 'sha256-${hashOf(Buffer.from(style))}'` : ''}`,
      "style-src-attr 'unsafe-inline'",
      "img-src 'self' data: blob:",
      "font-src 'self'",
      `connect-src 'self'${provider}`,
      ...(isCard ? [`frame-src 'self'${provider}`] : []),
      "media-src 'self' blob:",
      "worker-src 'self'",
      `form-action 'self' ${new URL(site.sandbox.oidcIssuer).origin}`,
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      'report-uri /api/policy-reports',
    ].join('; '),
    'content-type': `text/html; charset=${isRendered ? 'utf-8' : 'UTF-8'}`,
    'x-content-type-options': 'nosniff',
    'referrer-policy': isCard ? 'no-referrer' : 'same-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    'cache-control': isCard ? 'no-store' : 'private, no-cache',
    ...(isRendered
      ? { vary: 'accept-encoding, cookie', 'content-encoding': 'br' }
      : { 'x-robots-tag': 'noindex' }),
  };
}

const OF_EACH_RESPONSE = ['connection', 'content-length', 'date', 'keep-alive', 'transfer-encoding', 'x-now'];

function headerFaults(site: Site, path: PaymentPage, given: Record<string, string>, html: string): string[] {
  const expected = expectedHeaders(site, path, html);
  const names = new Set([...Object.keys(expected), ...Object.keys(given)]);
  return [...names]
    .filter((name) => !OF_EACH_RESPONSE.includes(name) && given[name] !== expected[name])
    .map((name) => `${path}: ${name} is ${given[name]}`);
}

/** CallResponse within the browser, so that only the policy can stop its script. */
const ELSEWHERE = 'https://scripts.example.org';

/** The pages were modified in transit: one inline script and one from elsewhere. */
async function plant(
  site: Site,
  browser: TestBrowser,
  approved: readonly Approved[],
  orderId: string,
): Promise<string[]> {
  let fetched = 0;
  const evil = `<script>window.ranInline = true</script><script src="${ELSEWHERE}/skim.js"></script></head>`;
  const faults: string[] = [];
  for (const path of PAGES) {
    const page = await browser.open({ expected: [/./] });
    await page.route(`${site.url}${path}*`, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace('</head>', evil) });
    });
    await page.route(`${ELSEWHERE}/*`, async (route) => {
      fetched += 1;
      await route.fulfill({ contentType: 'text/javascript', body: 'window.ranForeign = true' });
    });
    await page.goto(`${site.url}${path}?orderId=${orderId}`);
    const found = await scriptsOf(page, path);
    const seen = found.filter((one) => !isApproved(approved, one, site)).length;
    if (seen !== 2) faults.push(`${path}: ${seen} of 2 planted scripts are seen`);
    const ran = await page.evaluate(() => Object.keys(window).filter((name) => /^ran[IF]/.test(name)));
    if (ran.length > 0) faults.push(`${path}: ${ran.join(' and ')}`);
    for (const blocked of ['inline', ELSEWHERE]) {
      if (!(await isReported(site, path, blocked))) faults.push(`${path}: ${blocked} was not reported`);
    }
    await page.context().close();
  }
  if (fetched > 0) faults.push(`the foreign script was fetched ${fetched} times`);
  const told = ['skim', orderId, 'jane@example.org'].filter((one) => site.log().includes(one));
  return [...faults, ...told.map((one) => `the log tells ${one}`)];
}

/** One line of the site's log reports it. */
async function isReported(site: Site, page: string, blocked: string): Promise<boolean> {
  for (let left = 50; left > 0; left -= 1) {
    const isThere = site
      .log()
      .split('\n')
      .some((line) => line.includes(`"page":"${page}"`) && line.includes(`"blocked":"${blocked}"`));
    if (isThere) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}

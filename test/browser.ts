import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { chromiumFlags, findHeadlessShell } from './chromium.ts';

export interface TestBrowser extends AsyncDisposable {
  /** A page with its own cookies and storage. */
  open(options?: PageOptions): Promise<Page>;
  /** Errors in any page since the last call, except expected ones, one line each. */
  takeTrouble(): string[];
  /** What each page currently shows, for the report of a failed journey. */
  describePages(): Promise<string>;
  /** Closes the pages opened since `mark`, which would otherwise keep polling and drawing. */
  closePages(): Promise<void>;
  /** Pages open now survive `closePages`. */
  mark(): void;
  /** Closes every page, marked or not. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export interface PageOptions extends Omit<BrowserContextOptions, 'reducedMotion'> {
  /**
   * Reduced by default, because Playwright waits half a second before it retries a click on something that is
   * scrolling. A journey about motion asks for 'no-preference'.
   */
  readonly reducedMotion?: 'reduce' | 'no-preference';
  /** Error lines that the journey expects, such as the 402 of a declined card. */
  readonly expected?: readonly RegExp[];
  /** A first-time browser: nothing cached, and a clock that the journey may install. */
  readonly isFirstVisit?: boolean;
}

export interface BrowserOptions {
  readonly flags?: readonly string[];
}

/** A page lives for seconds, in which optimizing its scripts takes longer than it saves. */
const WITHOUT_OPTIMIZER = '--js-flags=--no-opt,--no-maglev';

/** One visitor's browser context, reused by one journey after another. */
interface Visitor {
  readonly context: BrowserContext;
  readonly isReusable: boolean;
  readonly origins: Set<string>;
  expected: readonly RegExp[];
  /** The page kept for the next journey, because opening a window takes longer than loading a page. */
  parked: Page | null;
  /** A journey added scripts to its page, which can't be removed. */
  isScripted: boolean;
}

/**
 * One Chromium. Contexts and their first page are reused with cookies, storage and permissions cleared, so scripts are
 * fetched and compiled once per file. Options that a page can't change get their own context. The caller closes it.
 */
export async function openBrowser({ flags = [] }: BrowserOptions = {}): Promise<TestBrowser> {
  const browser = await chromium.launch({
    executablePath: await findHeadlessShell(),
    args: [...chromiumFlags, WITHOUT_OPTIMIZER, ...flags],
  });
  let trouble: string[] = [];
  const free: Visitor[] = [];
  let inUse: Visitor[] = [];
  let kept: readonly Visitor[] = [];

  async function invite(options: BrowserContextOptions, isReusable: boolean): Promise<Visitor> {
    const context = await browser.newContext({ viewport: DESKTOP, ...options });
    const visitor: Visitor = {
      context,
      isReusable,
      origins: new Set(),
      expected: [],
      parked: null,
      isScripted: false,
    };
    context.setDefaultTimeout(30_000);
    context.on('request', (request) => {
      if (request.isNavigationRequest()) visitor.origins.add(new URL(request.url()).origin);
    });
    listen(context, (line) => {
      if (!visitor.expected.some((one) => one.test(line))) trouble.push(line);
    });
    return visitor;
  }

  async function closePages(): Promise<void> {
    const left = inUse.filter((one) => !kept.includes(one));
    inUse = [...kept];
    await Promise.all(
      left.map(async (visitor) => {
        if (!visitor.isReusable) return visitor.context.close();
        await empty(visitor);
        free.push(visitor);
      }),
    );
  }

  return {
    async open({ expected = [], isFirstVisit = false, viewport, reducedMotion = 'reduce', ...options } = {}) {
      const isReusable = !isFirstVisit && Object.keys(options).length === 0;
      const visitor = (isReusable && free.pop()) || (await invite(options, isReusable));
      visitor.expected = expected;
      inUse.push(visitor);
      const page = visitor.parked ?? (await openPage(visitor));
      visitor.parked = null;
      await forgetVisits(visitor, page);
      await page.setViewportSize(viewport ?? DESKTOP);
      await page.emulateMedia({ media: null, reducedMotion });
      return page;
    },
    takeTrouble() {
      const taken = trouble;
      trouble = [];
      return taken;
    },
    async describePages() {
      const pages = inUse.flatMap(({ context }) => context.pages());
      return (await Promise.all(pages.map(describe))).join('');
    },
    closePages,
    mark() {
      kept = [...inUse];
    },
    clear() {
      kept = [];
      return closePages();
    },
    close: () => browser.close(),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

const DESKTOP = { width: 1280, height: 800 };
/** The page events that journeys listen to. */
const PAGE_EVENTS = [
  'dialog',
  'download',
  'framenavigated',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
] as const;

async function openPage(visitor: Visitor): Promise<Page> {
  const page = await visitor.context.newPage();
  const add = page.addInitScript.bind(page);
  page.addInitScript = (...given: Parameters<Page['addInitScript']>) => {
    visitor.isScripted = true;
    return add(...given);
  };
  return page;
}

async function empty(visitor: Visitor): Promise<void> {
  const { context } = visitor;
  const [first, ...others] = context.pages();
  await Promise.all(others.map((page) => page.close()));
  await Promise.all([context.clearPermissions(), context.setOffline(false)]);
  if (first) visitor.parked = await park(first, visitor);
  await context.clearCookies();
}

/** Resets the page to a file of its site, keeping its process; null if it has visited other sites or got scripts. */
async function park(page: Page, visitor: Visitor): Promise<Page | null> {
  const [origin, ...others] = visitor.origins;
  if (!origin || others.length > 0 || visitor.isScripted) {
    visitor.isScripted = false;
    await page.close();
    return null;
  }
  // Requests that were pending when the page was left don't count as trouble.
  visitor.expected = [/./];
  for (const event of PAGE_EVENTS) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // Answers the question about discarding input.
  page.on('dialog', (question) => question.accept());
  await page.goto(`${origin}/robots.txt`);
  page.removeAllListeners('dialog');
  await page.evaluate(() => sessionStorage.clear());
  return page;
}

/** Clears the storage of the sites that the context has visited. */
async function forgetVisits({ context, origins }: Visitor, page: Page): Promise<void> {
  if (origins.size === 0) return;
  const session = await context.newCDPSession(page);
  for (const origin of origins)
    await session.send('Storage.clearDataForOrigin', {
      origin,
      storageTypes: 'local_storage,indexeddb,service_workers,cache_storage',
    });
  await session.send('Page.resetNavigationHistory');
  await session.detach();
  origins.clear();
}

async function describe(page: Page): Promise<string> {
  const text = await page.locator('body').ariaSnapshot({ timeout: 2000 }).catch(String);
  return `\n${page.url()} shows:\n${text.slice(0, 3000)}\n`;
}

function listen(context: BrowserContext, report: (line: string) => void): void {
  context.on('weberror', (failure) => report(`exception: ${failure.error().message}`));
  context.on('console', (message) => {
    // Error statuses are reported below, with their addresses.
    const isFailedLoad = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isFailedLoad) report(`console: ${message.text()}`);
  });
  context.on('response', (response) => {
    if (response.status() < 400) return;
    report(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown';
    // Leaving a page aborts its pending requests.
    if (reason !== 'net::ERR_ABORTED') report(`${reason} ${request.method()} ${request.url()}`);
  });
}

export const CARDS = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  withoutFunds: '4000 0000 0000 9995',
  asksBank: '4000 0027 6000 3184',
} as const;

/** Fills in the provider's page and presses Pay. */
export async function payByCard(page: Page, number: string = CARDS.pays): Promise<void> {
  await page.getByLabel('Card number', { exact: true }).fill(number);
  await page.getByLabel('Expiration', { exact: true }).fill('12 / 34');
  await page.getByLabel('CVC', { exact: true }).fill('123');
  await page.getByLabel('Name on card', { exact: true }).fill('Jane Sample');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
}

/** Test cards of the provider of the site's own card form. */
export const SQUARE_CARDS = {
  pays: '4111 1111 1111 1111',
  declined: '4000 0000 0000 0002',
  withoutFunds: '4000 0000 0000 9995',
  asksBank: '4800 0000 0000 0004',
} as const;

/** Fills in the card field, which is the provider's frame in our page. */
export async function typeSquareCard(page: Page, number: string = SQUARE_CARDS.pays): Promise<void> {
  const field = page.frameLocator('iframe');
  await field.getByLabel('Card number').fill(number);
  await field.getByLabel('MM/YY').fill('12/34');
  await field.getByLabel('CVV').fill('123');
  await field.getByLabel('ZIP').fill('80210');
}

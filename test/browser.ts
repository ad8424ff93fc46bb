import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { chromiumFlags, findChromium } from './chromium.ts';

export interface TestBrowser {
  /** A page with cookies and storage of its own. */
  open(options?: PageOptions): Promise<Page>;
  /** What went wrong in any page since the last call, but for what was expected: one line each. */
  takeTrouble(): string[];
  /** What every page shows at the moment, for whoever reads of a journey that failed. */
  describePages(): Promise<string>;
  /** Closes what was opened since `mark`: pages that nobody looks at any more go on asking and drawing. */
  closePages(): Promise<void>;
  /** What is open by now stays open. */
  mark(): void;
  close(): Promise<void>;
}

export interface PageOptions extends BrowserContextOptions {
  /** Lines of trouble that belong to the journey, such as the 402 of a declined card. */
  readonly expected?: readonly RegExp[];
}

/** One Chromium for a file of journeys. Whoever opened it closes it. */
export async function openBrowser(flags: readonly string[] = []): Promise<TestBrowser> {
  const browser = await chromium.launch({
    executablePath: await findChromium(),
    args: [...chromiumFlags, ...flags],
  });
  let trouble: string[] = [];
  let kept: readonly BrowserContext[] = [];
  return {
    async open({ expected = [], ...options } = {}) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
      context.setDefaultTimeout(30_000);
      listen(context, (line) => {
        if (!expected.some((one) => one.test(line))) trouble.push(line);
      });
      return context.newPage();
    },
    takeTrouble() {
      const taken = trouble;
      trouble = [];
      return taken;
    },
    async describePages() {
      const pages = browser.contexts().flatMap((context) => context.pages());
      return (await Promise.all(pages.map(describe))).join('');
    },
    async closePages() {
      const opened = browser.contexts().filter((context) => !kept.includes(context));
      await Promise.all(opened.map((context) => context.close()));
    },
    mark() {
      kept = browser.contexts();
    },
    close: () => browser.close(),
  };
}

async function describe(page: Page): Promise<string> {
  const text = await page.locator('body').ariaSnapshot({ timeout: 2000 }).catch(String);
  return `\n${page.url()} shows:\n${text.slice(0, 3000)}\n`;
}

function listen(context: BrowserContext, report: (line: string) => void): void {
  context.on('weberror', (failure) => report(`exception: ${failure.error().message}`));
  context.on('console', (message) => {
    // An answer with an error status is reported below, with its address.
    const isAnswer = message.text().startsWith('Failed to load resource');
    if (message.type() === 'error' && !isAnswer) report(`console: ${message.text()}`);
  });
  context.on('response', (response) => {
    if (response.status() < 400) return;
    report(`${response.status()} ${response.request().method()} ${response.url()}`);
  });
  context.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? 'unknown';
    // Leaving a page ends what it was still asking for.
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

/** What the provider of the site's own card form takes in its tests. */
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

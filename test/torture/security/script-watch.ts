import type { Page } from 'playwright-core';
import { openBrowser } from '../../browser.ts';
import { inParallel } from '../check.ts';

/** A browser that reports executed scripts, attempted requests, and values that became markup. */
export interface ScriptWatch extends AsyncDisposable {
  /** What was caught since the start, one sentence each. */
  readonly caught: string[];
  /** Runs the work for each item in one of the browser's pages, signed in by that cookie. */
  inPages<T>(items: readonly T[], work: (page: Page, item: T) => Promise<void>): Promise<void>;
}

const LANES = 3;

export async function openScriptWatch(siteUrl: string, session: string): Promise<ScriptWatch> {
  // No request leaves the machine.
  const browser = await openBrowser({ flags: ['--host-resolver-rules=MAP marker.example 127.0.0.1:9'] });
  const caught: string[] = [];
  const pages = await Promise.all(
    Array.from({ length: LANES }, async () => {
      const page = await browser.open({ expected: [/./] });
      await page.context().addCookies([{ name: 'session', value: session, url: siteUrl }]);
      await listen(page, (what) => caught.push(`${what} at ${page.url().replace(siteUrl, '')}`));
      return page;
    }),
  );
  return {
    caught,
    async inPages(items, work) {
      const free = [...pages];
      await inParallel(items, LANES, async (item) => {
        const page = free.pop()!;
        try {
          await work(page, item);
          for (const what of await page.evaluate(findMarkup)) caught.push(`${what} at ${page.url()}`);
        } finally {
          free.push(page);
        }
      });
    },
    [Symbol.asyncDispose]: browser.close,
  };
}

async function listen(page: Page, report: (what: string) => void): Promise<void> {
  await page.exposeFunction('__tell', report);
  await page.addInitScript(() => {
    const tell = (what: string) =>
      (window as unknown as Record<string, (what: string) => void>).__tell?.(what);
    Object.assign(window, { __hit: () => tell('a script ran') });
    document.addEventListener('securitypolicyviolation', (event) => {
      tell(`the policy stopped ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  page.on('dialog', async (dialog) => {
    report(`a dialog ${dialog.message()}`);
    await dialog.dismiss();
  });
  page.on('request', (request) => {
    if (request.url().includes('marker.example')) report(`a request ${request.url()}`);
  });
}

/** Runs in the page: attributes that only a value can have added. */
function findMarkup(): string[] {
  const found: string[] = [];
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      const isAddress = /^(src|href|action|data|formaction|poster|srcset|xlink:href)$/.test(name);
      const isAlive = isAddress && /^\s*javascript:|^\s*data:text\/html|^[^?#]*marker\.example/i.test(value);
      if (isAlive || (name.startsWith('on') && value.includes('(1)')))
        found.push(`<${element.localName} ${name}=${value.slice(0, 60)}>`);
    }
    const isElement = /^(script|style|title)$/.test(element.localName) && element.childElementCount === 0;
    if (isElement && /^(__hit\(1\)|@import)/.test(element.textContent.trim()))
      found.push(`<${element.localName}>`);
  }
  return found;
}

/** Waits until the page contains the text, the number before a payload. */
export async function seeText(page: Page, text: string): Promise<void> {
  await page.getByText(text).first().waitFor({ state: 'attached', timeout: 20_000 });
}

/** Waits until the page has loaded what its placeholders stand for. */
export async function seeLoaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !document.querySelector('.animate-late'));
}

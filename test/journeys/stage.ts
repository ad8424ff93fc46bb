import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { openBuiltPages, type PageSource } from '#server/http/pages.ts';
import type { Settings } from '#server/settings.ts';
import { type BrowserOptions, openBrowser, type TestBrowser } from '#test/browser.ts';
import { createWorld, type World } from '#test/world.ts';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

export interface Stage {
  readonly world: World;
  readonly browser: TestBrowser;
}

let built: Promise<PageSource> | undefined;

/** One for all files of a worker, so that each file of the site is compressed once. */
function shareBuiltPages(): Promise<PageSource> {
  built ??= openBuiltPages(dist);
  return built;
}

let shared: Promise<TestBrowser> | undefined;

/** One for all files of a worker, with which it ends. */
export function shareBrowser(): Promise<TestBrowser> {
  shared ??= openBrowser();
  return shared;
}

/**
 * The built site and a browser for one file's journeys; with options, a separate browser. A journey fails on any
 * unexpected error.
 */
export function setStage({
  now,
  ownBrowser,
  closedByBuild,
  settings,
  ticketMails = false,
}: {
  now?: string;
  ownBrowser?: BrowserOptions;
  closedByBuild?: boolean;
  settings?: Partial<Settings>;
  ticketMails?: boolean;
} = {}): Stage {
  let world: World | undefined;
  let browser: TestBrowser | undefined;
  beforeAll(async () => {
    world = await createWorld({
      pages: await shareBuiltPages(),
      ...(now && { now }),
      ...(closedByBuild && { closedByBuild }),
      ...(settings && { settings }),
      ticketMails,
    });
    browser = await (ownBrowser ? openBrowser(ownBrowser) : shareBrowser());
  });
  // Pages opened for all journeys of the file stay until its end.
  beforeEach(() => browser!.mark());
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') process.stderr.write(await browser!.describePages());
    await browser!.closePages();
    expect(browser!.takeTrouble()).toEqual([]);
  });
  afterAll(async () => {
    await (ownBrowser ? browser?.close() : browser?.clear());
    await world?.stop();
  });
  return {
    get world() {
      return world!;
    },
    get browser() {
      return browser!;
    },
  };
}

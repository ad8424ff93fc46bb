import type { Page, Request } from 'playwright-core';

/** The page's successful requests from `open` until it is idle. */
export async function loadedBy(page: Page, open: () => Promise<unknown>): Promise<Request[]> {
  const loaded: Request[] = [];
  const underWay = new Set<Request>();
  const begin = (request: Request) => void underWay.add(request);
  const fail = (request: Request) => void underWay.delete(request);
  const end = (request: Request) => {
    underWay.delete(request);
    loaded.push(request);
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', fail);
  await open();
  do await idle(page);
  while (underWay.size > 0);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', fail);
  return loaded;
}

/** Waits for an idle callback, in which the page may request more. */
const idle = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))));

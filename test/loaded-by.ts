import type { Page, Request } from 'playwright-core';

/** What the page asks for from `open` on until an idle moment in which nothing is under way, without what failed. */
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

/** Waits until the page has had the idle moment in which it may ask for more. */
const idle = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestIdleCallback(() => requestIdleCallback(done))));

import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import { submitCard } from '#sandbox/stripe/test-stand.ts';
import type { TestBrowser } from '#test/browser.ts';
import { makeDataDirectory } from '#test/data-directory.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { eventually } from '#test/eventually.ts';
import { type DemoPlace, findPlace, type RunningDemo, startDemo } from './demo-process.ts';
import { goToPayment } from './fill-registration.ts';
import { mailTo } from './mail.ts';
import { shareBrowser } from './stage.ts';

const MORNING = '2025-07-15T16:00:00Z';
/** The hold of a checkout that was opened in the morning has ended. */
const NOON = '2025-07-15T18:00:00Z';

let dataDir: string;
let database: TestDatabase;
let place: DemoPlace;
let demo: RunningDemo | undefined;
let browser: TestBrowser;

beforeAll(async () => {
  dataDir = await makeDataDirectory('crash');
  // One that the demo starts itself, and that is killed too, has tests of its own.
  database = await createTestDatabase();
  place = await findPlace(dataDir, database.url);
  browser = await shareBrowser();
});
afterEach(() => expect(browser.takeTrouble()).toEqual([]));
afterAll(async () => {
  await browser?.clear();
  await demo?.terminate();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function orderOf(transactionId: string): Promise<OrderWithRegistrations> {
  const answer = await fetch(`${place.siteUrl}/api/orders/transaction/${transactionId}`);
  expect(answer.status).toBe(200);
  return (await answer.json()) as OrderWithRegistrations;
}

/** In a browser up to the provider's page, which is then paid without the way back to the site. */
async function payAndStayAway(email: string, fault: Record<string, unknown>): Promise<string> {
  const faults = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  };
  expect((await fetch(`${place.sandboxUrl}/control/stripe`, faults)).status).toBe(200);
  const page = await browser.open({ isFirstVisit: true });
  await goToPayment(page, place.siteUrl, { firstName: 'Cass', lastName: 'Crash', email });
  const { transactionId } = await (await page.request.get(`${place.siteUrl}/api/last-order`)).json();
  expect((await submitCard(page.url(), { email })).status).toBe(303);
  await page.context().close();
  expect((await orderOf(transactionId)).order.paymentStatus).toBe('pending');
  return transactionId;
}

async function seeCompleted(transactionId: string, email: string): Promise<string> {
  const { registrations } = await eventually(async () => {
    const found = await orderOf(transactionId);
    expect(found.order.paymentStatus).toBe('completed');
    return found;
  });
  expect(registrations.map((one) => one.email)).toEqual([email]);
  const [mail] = await mailTo(place.sandboxUrl, email);
  expect(mail!.text).toContain(registrations[0]!.qrCodeData);
  return registrations[0]!.qrCodeData!;
}

test('an order that was paid as the site died completes by itself once it is back', async () => {
  demo = await startDemo(place, MORNING);
  const late = await payAndStayAway('late@example.org', { webhookDelayMs: 3_000 });
  await demo.kill();
  demo = await startDemo(place, MORNING);
  const lateTicket = await seeCompleted(late, 'late@example.org');

  // Nobody tells the site of the second one: it asks by itself.
  const lost = await payAndStayAway('lost@example.org', { webhookDelayMs: 0, dropWebhooks: 'all' });
  await demo.kill();
  demo = await startDemo(place, NOON);
  await seeCompleted(lost, 'lost@example.org');

  // The second end changed nothing for the first order: it has its ticket, and its mail was not sent again.
  expect(await seeCompleted(late, 'late@example.org')).toBe(lateTicket);
  const end = demo;
  demo = undefined;
  expect(await end.terminate()).toBe(0);
});

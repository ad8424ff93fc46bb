import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OrderWithRegistrations } from '#contract/orders.ts';
import type { MailMessage } from '#sandbox/mailbox/message.ts';
import { makeDataDirectory } from '#test/data-directory.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type DemoPlace, findPlace, type RunningDemo, startDemo } from '#test/demo-process.ts';
import { eventually } from '#test/eventually.ts';
import { checkout } from '#test/factories.ts';
import { submitCard } from '#test/sandbox/stripe-stand.ts';
import { Visitor } from '#test/visitor.ts';

const EARLY = '2025-07-15T14:00:00Z';
/** The hold of an early checkout hasn't expired yet, so the site doesn't ask for its payment before the crash. */
const MORNING = '2025-07-15T14:40:00Z';
/** That hold has expired, and a webhook that was delayed by a minute in the morning is due. */
const MINUTES_LATER = '2025-07-15T14:50:00Z';

let dataDir: string;
let database: TestDatabase;
let place: DemoPlace;
let demo: RunningDemo | undefined;

beforeAll(async () => {
  dataDir = await makeDataDirectory('crash');
  // A database that the demo starts, and that dies with it, has its own tests.
  database = await createTestDatabase();
  place = await findPlace(dataDir, database.url);
});
afterAll(async () => {
  await demo?.terminate();
  await database?.drop();
  await rm(dataDir, { recursive: true, force: true });
});

async function orderOf(transactionId: string): Promise<OrderWithRegistrations> {
  const response = await fetch(`${place.siteUrl}/api/orders/transaction/${transactionId}`);
  expect(response.status).toBe(200);
  return (await response.json()) as OrderWithRegistrations;
}

/** Pays on the provider's page and doesn't return to the site. */
async function payAndStayAway(email: string, fault: Record<string, unknown>): Promise<string> {
  const faults = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  };
  expect((await fetch(`${place.sandboxUrl}/control/stripe`, faults)).status).toBe(200);
  const response = await new Visitor(place.siteUrl).post('/api/create-checkout-session', checkout({ email }));
  const { transactionId, url } = (await response.json()) as { transactionId: string; url: string };
  expect((await submitCard(url, { email })).status).toBe(303);
  return transactionId;
}

async function seePending(transactionId: string): Promise<void> {
  expect((await orderOf(transactionId)).order.paymentStatus).toBe('pending');
}

/** The one mail to that address. */
async function mailTo(email: string): Promise<MailMessage> {
  return eventually(async () => {
    const messages = (await (await fetch(`${place.sandboxUrl}/mailbox/messages`)).json()) as MailMessage[];
    const own = messages.filter((message) => message.to === email);
    expect(own).toHaveLength(1);
    return own[0]!;
  });
}

async function seeCompleted(transactionId: string, email: string): Promise<string> {
  const { registrations } = await eventually(async () => {
    const found = await orderOf(transactionId);
    expect(found.order.paymentStatus).toBe('completed');
    return found;
  });
  expect(registrations.map((one) => one.email)).toEqual([email]);
  expect((await mailTo(email)).text).toContain(registrations[0]!.qrCodeData);
  return registrations[0]!.qrCodeData!;
}

test('orders paid just before a crash complete by themselves after the restart, and an earlier one stays as it was', {
  timeout: 90_000,
}, async () => {
  demo = await startDemo(place, EARLY);
  const done = await payAndStayAway('done@example.org', {});
  const ticket = await seeCompleted(done, 'done@example.org');
  // No webhook reports this payment: the site asks for it, once its hold has expired.
  const lost = await payAndStayAway('lost@example.org', { dropWebhooks: 'all' });
  await seePending(lost);
  const setClock = { method: 'POST', body: new URLSearchParams({ now: MORNING }) };
  expect((await fetch(`${place.sandboxUrl}/clock`, { ...setClock, redirect: 'manual' })).status).toBe(303);
  const late = await payAndStayAway('late@example.org', { dropWebhooks: 0, webhookDelayMs: 60_000 });
  await seePending(late);
  await demo.kill();

  demo = await startDemo(place, MINUTES_LATER);
  await seeCompleted(late, 'late@example.org');
  await seeCompleted(lost, 'lost@example.org');
  // The same ticket, and no second mail.
  expect(await seeCompleted(done, 'done@example.org')).toBe(ticket);
  const end = demo;
  demo = undefined;
  expect(await end.terminate()).toBe(0);
});

import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PAYMENT_STATUSES } from '#domain/order.ts';
import { checkout } from '#test/factories.ts';
import { createWorld, noPages, type World } from '#test/world.ts';
import { createApp } from '../app.ts';
import { mails, orders } from '../db/tables.ts';
import type { Settings } from '../settings.ts';

const TOKEN = 'a-token-of-more-than-20-characters';

async function scrape(world: World, headers: Record<string, string> = {}) {
  const response = await fetch(`${world.siteUrl}/metrics`, { headers });
  return { status: response.status, lines: (await response.text()).split('\n') };
}

describe('the metrics', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld({ ticketMails: true, webhooks: false });
  });
  afterAll(() => world.stop());

  test('count orders, payments, seats, mails and responses, and name nobody', async () => {
    const visitor = world.visitor();
    const placed = await visitor.post(
      '/api/create-checkout-session',
      checkout({ email: 'jane@example.org' }),
    );
    const { url, transactionId } = (await placed.json()) as { url: string; transactionId: string };
    const open = await scrape(world);
    expect(open.lines).toContain('summit_orders{status="pending"} 1');
    expect(open.lines).toContain('summit_orders{status="completed"} 0');
    await world.pay(url);
    await (await visitor.get(`/api/registrations/${transactionId}`)).text();
    await (await visitor.get('/nowhere/jane@example.org')).text();
    const { status, lines } = await scrape(world);
    expect(status).toBe(200);
    expect(lines).toContain('summit_database_up 1');
    expect(lines.filter((line) => line.startsWith('summit_orders{'))).toEqual(
      PAYMENT_STATUSES.toSorted().map(
        (status) => `summit_orders{status="${status}"} ${status === 'completed' ? 1 : 0}`,
      ),
    );
    expect(lines).toContain('summit_payment_attempts{state="paid",provider="stripe"} 1');
    expect(lines.filter((line) => line.startsWith('summit_seats_taken'))).toEqual([
      'summit_seats_taken{day="2025-09-19"} 0',
      'summit_seats_taken{day="2025-09-20"} 1',
    ]);
    expect(lines).toContain(
      'summit_http_requests_total{method="POST",route="/api/create-checkout-session",status="2xx"} 1',
    );
    const times = 'summit_http_request_seconds';
    const started = '{method="POST",route="/api/create-checkout-session"';
    expect(lines).toContain(`${times}_bucket${started.replace('{', '{le="+Inf",')}} 1`);
    expect(lines).toContain(`${times}_count${started}} 1`);
    const text = lines.join('\n');
    expect(text).not.toContain('jane');
    expect(text).not.toContain(transactionId);
  });

  test('count a mail that was no longer needed apart from those that were refused', async () => {
    const { db } = world.database;
    const [order] = await db.select().from(orders);
    const at = new Date('2025-07-15T15:00:00Z');
    await db.insert(mails).values(
      [false, true].map((unneeded) => ({
        ...{ id: randomUUID(), orderId: order!.id, kind: 'ticket' as const, messageId: `x${unneeded}` },
        ...{ subjectKey: `x${unneeded}`, recipient: 'x@example.org', createdAt: at, failedAt: at, unneeded },
      })),
    );
    const { lines } = await scrape(world);
    expect(lines).toContain('summit_mails{state="failed"} 1');
    expect(lines).toContain('summit_mails{state="unneeded"} 1');
  });

  test('count a mail as late unless it waits for the review of its order', async () => {
    const { db } = world.database;
    const [order] = await db.select().from(orders);
    await db.insert(mails).values({
      ...{ id: randomUUID(), orderId: order!.id, kind: 'ticket', subjectKey: 'late', messageId: 'late' },
      ...{ recipient: 'late@example.org', createdAt: new Date('2025-07-15T15:00:00Z') },
    });
    const age = async () =>
      (await scrape(world)).lines.find((line) => line.startsWith('summit_mail_oldest_waiting_seconds'));
    expect(await age()).toMatch(/ \d{4}/);
    await db.update(orders).set({ paymentStatus: 'review' });
    expect(await age()).toBe('summit_mail_oldest_waiting_seconds 0');
  });

  test("include the one whose absence triggers the manual's first alert", async () => {
    const manual = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    const [, name] = /rules:\s+- alert: SiteDown\s+expr: absent\((\w+)\)\s/.exec(manual) ?? [];
    const { lines } = await scrape(world);
    expect(lines.map((line) => line.split(' ')[0])).toContain(name);
  });

  test('of one process that is down while another is serving trigger an alert from the manual', async () => {
    const manual = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8');
    const [, job] = /- alert: ProcessDown\s+expr: up\{job="(\w+)"\} == 0\s+for: 2m\s/.exec(manual) ?? [];
    expect(manual).toContain(`in one job named \`${job}\``);
    const compose = await readFile(new URL('../../../compose.yaml', import.meta.url), 'utf8');
    const targets = [...compose.matchAll(/^ {2}(site-\d): /gm)].map(([, name]) => `\`${name}:3000\``);
    expect(manual.replaceAll(/\s+/g, ' ')).toContain(`the targets ${targets.join(' and ')}.`);
  });

  test('return 404 for requests through a proxy', async () => {
    for (const name of ['x-forwarded-for', 'forwarded', 'via']) {
      expect((await scrape(world, { [name]: '198.51.100.7' })).status).toBe(404);
    }
  });

  /** As a site with those settings answers a request of this machine. */
  async function statusWith(settings: Partial<Settings>, headers: Record<string, string> = {}) {
    const { dependencies } = world;
    const app = createApp({ ...dependencies, settings: { ...dependencies.settings, ...settings } }, noPages);
    const local = { incoming: { socket: { remoteAddress: '127.0.0.1' } } };
    return (await app.request('/metrics', { headers }, local)).status;
  }

  test('of a public site without a token return 404', async () => {
    expect(await statusWith({})).toBe(200);
    expect(await statusWith({ publicUrl: 'https://summit.example.org' })).toBe(404);
  });

  test('require the token if there is one, also through a proxy', async () => {
    const settings = { metricsToken: TOKEN };
    expect(await statusWith(settings)).toBe(404);
    expect(await statusWith(settings, { authorization: `Bearer ${TOKEN}x` })).toBe(404);
    const proxied = { authorization: `Bearer ${TOKEN}`, 'x-forwarded-for': '198.51.100.7' };
    expect(await statusWith(settings, proxied)).toBe(200);
  });
});

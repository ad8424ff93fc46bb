import { getDocumentProxy } from 'unpdf';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeGroups } from '#domain/codes.ts';
import { storePaid } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { textOfPages } from '#test/read-pdf.ts';
import { startCheckout } from '#test/start-checkout.ts';
import { createWorld, stopClock, type World } from '#test/world.ts';
import { and, eq, isNull } from '../db/drizzle.ts';
import { orders, qrCodes, registrations } from '../db/tables.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ protocolNow: stopClock() });
});
afterAll(() => world.stop());

const ask = (key: string, query = '') => world.visitor().get(`/api/order/${key}/tickets${query}`);

async function pagesOf(key: string): Promise<string[]> {
  const response = await ask(key);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return textOfPages(new Uint8Array(await response.arrayBuffer()));
}

async function refusalOf(key: string, query?: string) {
  const response = await ask(key, query);
  const { code, message } = await response.json();
  return [response.status, code, message];
}

test('an order has a page for each of its people, the organizer first', async () => {
  const { transactionId, orderId, people } = await storePaid(world, teamOfTen());
  const pages = await pagesOf(transactionId);
  expect(pages.map((page) => /Jane Sample|Ada Sample|Bo Sample/.exec(page)?.[0])).toEqual([
    'Jane Sample',
    'Ada Sample',
    'Bo Sample',
  ]);
  for (const [index, { qrCodeData }] of people.entries())
    expect(pages[index]).toContain(codeGroups(qrCodeData).join(' '));
  const number = `DSS${String(orderId).padStart(6, '0')}`;
  expect(pages[0]).toContain(`Registration ID ${number}`);
  expect((await ask(transactionId)).headers.get('content-disposition')).toBe(
    'attachment; filename="digital-safety-summit-tickets.pdf"',
  );
});

test('canceled tickets and replaced codes are left out; when no ticket is left, the call says so', async () => {
  const { transactionId, people } = await storePaid(world, teamOfTen());
  const [jane, ada] = people;
  const { db } = world.database;
  const [old] = await db
    .select()
    .from(qrCodes)
    .where(and(eq(qrCodes.registrationId, ada!.id), isNull(qrCodes.replacedAt)));
  await db
    .update(qrCodes)
    .set({ replacedAt: new Date(), replacedBecause: 'another_person' })
    .where(eq(qrCodes.id, old!.id));
  const { id, pageKey, ...copy } = old!;
  await db.insert(qrCodes).values({ ...copy, qrCodeData: `T${'7'.repeat(28)}` });
  await db.update(registrations).set({ voidedAt: new Date() }).where(eq(registrations.id, jane!.id));
  const pages = await pagesOf(transactionId);
  expect(pages).toHaveLength(2);
  expect(pages.join(' ')).not.toContain('Jane Sample');
  expect(pages[0]).toContain('T7777 77777');
  expect(pages[0]).not.toContain(codeGroups(old!.qrCodeData).join(' '));
  await db.update(registrations).set({ voidedAt: new Date() });
  expect(await refusalOf(transactionId)).toEqual([409, 'no_valid_ticket', 'This order has no valid ticket.']);
});

test('an unpaid or refunded order has no tickets', async () => {
  const unpaid = await startCheckout(world);
  expect(await refusalOf(unpaid.transactionId)).toEqual([
    409,
    'tickets_not_paid',
    'The tickets are available once this order has been paid.',
  ]);
  const { transactionId, orderId } = await storePaid(world, checkout());
  await world.database.db.update(orders).set({ paymentStatus: 'refunded' }).where(eq(orders.id, orderId));
  expect(await refusalOf(transactionId)).toEqual([409, 'no_valid_ticket', 'This order has no valid ticket.']);
});

test('the tickets require the order’s key', async () => {
  const { orderId } = await storePaid(world, checkout());
  expect((await refusalOf('0'.repeat(28)))[1]).toBe('order_not_found');
  expect((await refusalOf(String(orderId)))[1]).toBe('order_not_found');
});

test('the tickets are on A4 on request; other paper is refused', async () => {
  const { transactionId } = await storePaid(world, checkout());
  const a4 = new Uint8Array(await (await ask(transactionId, '?paper=a4')).arrayBuffer());
  expect((await (await getDocumentProxy(a4)).getPage(1)).view).toEqual([0, 0, 595.28, 841.89]);
  expect(await refusalOf(transactionId, '?paper=a3')).toEqual([
    400,
    'invalid',
    'Choose the paper: letter or a4',
  ]);
});

test("an order's tickets can be drawn ten times a minute", async () => {
  const { transactionId } = await storePaid(world, checkout());
  const responses = await Promise.all(Array.from({ length: 12 }, () => ask(transactionId)));
  const statuses = responses.map(({ status }) => status);
  expect(statuses.toSorted()).toEqual([...Array.from({ length: 10 }, () => 200), 429, 429]);
});

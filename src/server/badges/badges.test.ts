import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditRows } from '#test/audit-rows.ts';
import { storePaid } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { textOfPages } from '#test/read-pdf.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';
import { eq, sql } from '../db/drizzle.ts';
import { orders, registrations } from '../db/tables.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff('door@example.org');
});
afterAll(() => world.stop());
beforeEach(() => world.database.db.execute(sql`TRUNCATE orders RESTART IDENTITY CASCADE`));

interface Person {
  readonly id: number;
  readonly firstName: string;
}

async function buy(body: unknown = teamOfTen()): Promise<{ id: number; people: Person[] }> {
  const { orderId: id, people } = await storePaid(world, body);
  return { id, people: [...people] };
}

async function make(which: unknown) {
  const response = await staff.post('/api/admin/badges', { which });
  const body = await response.json();
  return response.status === 200 ? body : [response.status, body.code];
}

const overview = async () => (await staff.get('/api/admin/badges')).json();

async function namesIn(file: string, format = 'single'): Promise<string[]> {
  const response = await staff.get(`/api/admin/badges/${file}?format=${format}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const pages = await textOfPages(new Uint8Array(await response.arrayBuffer()));
  return pages.map((page) => /(\S+ Sample)/.exec(page)?.[1] ?? page);
}

async function confirm(file: string) {
  const response = await staff.post(`/api/admin/badges/${file}/printed`, {});
  return [response.status, await response.json()];
}

test('a badge counts as printed once staff say so, not when its file is made or downloaded (R-BADGE-1)', async () => {
  await buy();
  expect(await overview()).toEqual({ people: 3, unprinted: 3, open: [] });
  const made = await make('unprinted');
  expect(made).toEqual({ file: expect.any(String), badges: 3, madeAt: expect.any(String), byHand: [] });
  expect(await namesIn(made.file)).toEqual(['Ada Sample', 'Bo Sample', 'Jane Sample']);
  expect(await namesIn(made.file, 'letter')).toHaveLength(1);
  expect(await overview()).toEqual({ people: 3, unprinted: 3, open: [made] });
  expect(await confirm(made.file)).toEqual([200, { badges: 3 }]);
  expect(await overview()).toEqual({ people: 3, unprinted: 0, open: [] });
  // A retry after a lost response.
  expect(await confirm(made.file)).toEqual([200, { badges: 3 }]);
  expect(await make('unprinted')).toEqual([409, 'no_badges']);
  expect(await make('all')).toMatchObject({ badges: 3 });
});

test('the next file has people who are new or renamed since the last print (R-BADGE-2)', async () => {
  const { people } = await buy();
  await confirm((await make('all')).file);
  await buy(checkout({ firstName: 'Cy', email: 'cy@example.org' }));
  const ada = people.find(({ firstName }) => firstName === 'Ada')!;
  const correct = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: 'caregivers' };
  const seen = { firstName: 'Ada', lastName: 'Sample', email: 'ada@example.org', track: 'professionals' };
  const body = { ...correct, dietaryRestrictions: null, seen };
  const response = await staff.post(`/api/admin/registrations/${ada.id}`, body);
  expect(response.status).toBe(200);
  const made = await make('unprinted');
  expect(await namesIn(made.file)).toEqual(['Ada Sample', 'Cy Sample']);
});

test('a badge that changes between file and confirmation remains unprinted (R-BADGE-2)', async () => {
  const { people } = await buy();
  const made = await make('all');
  const { db } = world.database;
  await db.update(registrations).set({ firstName: 'Adele' }).where(eq(registrations.id, people[1]!.id));
  await db.update(registrations).set({ voidedAt: new Date() }).where(eq(registrations.id, people[2]!.id));
  expect(await namesIn(made.file)).toEqual(['Jane Sample']);
  expect((await overview()).open).toEqual([{ ...made, badges: 1 }]);
  await confirm(made.file);
  expect(await overview()).toEqual({ people: 2, unprinted: 1, open: [] });
  expect(await namesIn((await make('unprinted')).file)).toEqual(['Adele Sample']);
});

test('a badge that the download omits is not confirmed with it, even if its ticket is valid again later', async () => {
  const [team, other] = [await buy(), await buy(checkout({ firstName: 'Cy', email: 'cy@example.org' }))];
  const { db } = world.database;
  const [ofTeam, ofCy] = [await make(team.people[1]!.id), await make(other.people[0]!.id)];
  const both = await make('all');
  const change = async (voidedAt: Date | null, paymentStatus: 'completed' | 'review') => {
    await db.update(registrations).set({ voidedAt }).where(eq(registrations.id, team.people[1]!.id));
    await db.update(orders).set({ paymentStatus }).where(eq(orders.id, other.id));
  };
  await change(new Date(), 'review');
  expect(await namesIn(both.file)).toEqual(['Bo Sample', 'Jane Sample']);
  // As after a lost response.
  for (const _ of [1, 2]) expect(await confirm(both.file)).toEqual([200, { badges: 2 }]);
  expect(await confirm(ofCy.file)).toMatchObject([404, { code: 'badges_not_found' }]);
  expect((await overview()).open.map((one: { file: string }) => one.file).toSorted()).toEqual(
    [ofTeam.file, ofCy.file].toSorted(),
  );
  await change(null, 'completed');
  expect((await overview()).unprinted).toBe(2);
  expect(await namesIn((await make('unprinted')).file)).toEqual(['Ada Sample', 'Cy Sample']);
});

test('a new code or another organization requires a new badge', async () => {
  const { id, people } = await buy();
  await confirm((await make('all')).file);
  await world.database.db.execute(
    sql`UPDATE qr_codes SET qr_code_data = ${`T${'7'.repeat(28)}`} WHERE registration_id = ${people[0]!.id}`,
  );
  expect((await overview()).unprinted).toBe(1);
  await world.database.db.update(orders).set({ organization: 'Other School' }).where(eq(orders.id, id));
  expect((await overview()).unprinted).toBe(3);
});

test("one person's badge, however often, with a row in the history of the order", async () => {
  const { id, people } = await buy();
  const [jane] = people;
  const made = await make(jane!.id);
  expect(await namesIn(made.file)).toEqual(['Jane Sample']);
  await confirm(made.file);
  expect((await overview()).unprinted).toBe(2);
  expect(await make(jane!.id)).toMatchObject({ badges: 1 });
  const rows = await auditRows(world, { registrationId: jane!.id });
  expect(rows.map(({ action, orderId, actor }) => [action, orderId, actor])).toEqual(
    expect.arrayContaining([
      ['badges_made', id, 'door@example.org'],
      ['badges_printed', id, 'door@example.org'],
    ]),
  );
});

test("a file of many stays in the list, however often one person's badge is made", async () => {
  const { people } = await buy();
  const many = await make('all');
  for (let made = 0; made < 20; made += 1) await make(people[0]!.id);
  const { open } = await overview();
  expect([open.length, open[0].file]).toEqual([20, many.file]);
});

test('only valid tickets have badges', async () => {
  const { id, people } = await buy();
  await world.database.db
    .update(registrations)
    .set({ voidedAt: new Date() })
    .where(eq(registrations.id, people[1]!.id));
  expect(await make(people[1]!.id)).toEqual([409, 'no_badges']);
  expect(await make('all')).toMatchObject({ badges: 2 });
  await world.database.db.update(orders).set({ paymentStatus: 'refunded' }).where(eq(orders.id, id));
  expect(await make('all')).toEqual([409, 'no_badges']);
  for (const unknown of [999_999, 2_000_000_000_000]) {
    expect(await make(unknown)).toEqual([404, 'registration_not_found']);
  }
});

test('an unprinted file can be discarded; a printed one stays', async () => {
  await buy();
  const [first, second] = [await make('all'), await make('all')];
  await confirm(first.file);
  const discard = async (file: string) => {
    const response = await staff.request(`/api/admin/badges/${file}`, { method: 'DELETE' });
    return [response.status, (await response.json()).code];
  };
  expect(await discard(second.file)).toEqual([200, undefined]);
  expect(await discard(first.file)).toEqual([404, 'badges_not_found']);
  expect(await overview()).toEqual({ people: 3, unprinted: 0, open: [] });
  expect(await namesIn(first.file)).toHaveLength(3);
});

test('unknown files and formats are refused with a sentence', async () => {
  await buy();
  const { file } = await make('all');
  for (const id of ['nonsense', randomUUID()]) {
    const missing = await staff.get(`/api/admin/badges/${id}?format=a4`);
    expect([missing.status, (await missing.json()).code]).toEqual([404, 'badges_not_found']);
    expect((await confirm(id))[0]).toBe(404);
  }
  const odd = await staff.get(`/api/admin/badges/${file}?format=a3`);
  expect([odd.status, (await odd.json()).message]).toEqual([400, 'Choose the labels: letter, a4 or single']);
  const [status] = await make('some');
  expect(status).toBe(400);
});

test('names that the fonts cannot print are reported, for writing by hand', async () => {
  await buy(checkout({ firstName: 'রহিম', lastName: 'খান' }));
  await buy(checkout({ firstName: 'Ana', email: 'ana@example.org' }));
  const made = await make('all');
  expect(made).toMatchObject({ badges: 2, byHand: ['রহিম খান'] });
  expect((await overview()).open).toEqual([made]);
});

test('badges are deleted with the registration', async () => {
  const { people } = await buy();
  const { file } = await make('all');
  await world.database.db.delete(registrations).where(eq(registrations.id, people[1]!.id));
  expect(await namesIn(file)).toEqual(['Bo Sample', 'Jane Sample']);
});

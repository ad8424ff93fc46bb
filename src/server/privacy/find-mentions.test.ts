import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { sql } from '../db/drizzle.ts';
import { says } from './find-mentions.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test.each([
  ['Write to Ana@example.org.', 'ana@example.org', true],
  ['550 <ana@example.org> unknown', 'ana@example.org', true],
  ['xana@example.org', 'ana@example.org', false],
  ['éana@example.org', 'ana@example.org', false],
  ['jo.ana@example.org', 'ana@example.org', false],
  ['jo+ana@example.org', 'ana@example.org', false],
  ['Write to ana@school.co.uk', 'ana@school.co', false],
  ['Write to ana@school.co-op.org', 'ana@school.co', false],
  ['Write to ana@school.co - or call', 'ana@school.co', true],
  [JSON.stringify({ note: 'ana@school.co.\nOr call' }), 'ana@school.co', true],
  ['“ÁNA SAMPLE’s” seat', 'ána sample', true],
  ['Joána Sample', 'ána sample', false],
  ['Ána Samples', 'ána sample', false],
  ['Ána Sampleé', 'ána sample', false],
  ['Call +1 (303) 555-0177!', '(303) 555-0177', true],
  ['Call +13035550177', '3035550177', true],
  ['Call +1(303) 555-0177', '(303) 555-0177', true],
  ['Call (303) 555-01770', '(303) 555-0177', false],
  ['anab', 'an.b', false],
  [JSON.stringify({ note: 'Seat 7\nAna Sample\u0001' }), 'ana sample', true],
  [JSON.stringify({ note: 'Seat 7\u0001Ana "Al" Sample' }), 'ana "al" sample', true],
])('whether %j mentions %j: %j', async (text, word, isMentioned) => {
  const { rows } = await database.db.execute(sql`SELECT ${says(sql`${text}`, ['nobody', word])} AS found`);
  expect(rows).toEqual([{ found: isMentioned }]);
});

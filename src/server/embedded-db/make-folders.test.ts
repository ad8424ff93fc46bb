import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeFolders } from './make-folders.ts';

let outer: string;
beforeEach(async () => {
  outer = await mkdtemp(path.join(os.tmpdir(), 'summit-folders-'));
});
afterEach(() => rm(outer, { recursive: true }));

test('creates what is missing, private when requested, and leaves what exists', async () => {
  const deep = path.join(outer, 'one/two/three');
  await makeFolders(deep, 0o700);
  expect((await stat(deep)).mode & 0o777).toBe(0o700);
  await makeFolders(deep, 0o711);
  expect((await stat(deep)).mode & 0o777).toBe(0o700);
});

test.runIf(process.platform === 'linux').each(['/proc/nowhere', '/proc/nowhere/deep/down'])(
  'fails at once where no folder can be created: %s',
  async (folder) => {
    await expect(makeFolders(folder)).rejects.toThrow(
      'The embedded PostgreSQL cannot run here: DATA_DIR cannot be created at /proc/nowhere (ENOENT); set DATABASE_URL to use a PostgreSQL of your own.',
    );
  },
);

test('says so when a file is in the way', async () => {
  const file = path.join(outer, 'file');
  await writeFile(file, '');
  await expect(makeFolders(file)).rejects.toThrow(`DATA_DIR cannot be created at ${file} (EEXIST)`);
  await expect(makeFolders(path.join(file, 'deep'))).rejects.toThrow('(ENOTDIR)');
});

import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { holdLock, signOff, signOn, withLock } from './locks.ts';

const DEAD = '4194305-1'; // above the largest process id that Linux assigns
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'users-'));
});

afterEach(() => rm(directory, { recursive: true }));

test("a dead process's lock is taken over, by one process at a time", async () => {
  const lock = path.join(directory, 'lock');
  await writeFile(lock, DEAD);
  let inside = 0;
  const seen = await Promise.all(
    Array.from({ length: 8 }, () =>
      withLock(lock, async () => {
        inside += 1;
        await readdir(directory);
        const together = inside;
        inside -= 1;
        return together;
      }),
    ),
  );
  expect(seen).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
  expect(await readdir(directory)).toEqual([]);
});

test('a lock is released when its action fails', async () => {
  const lock = path.join(directory, 'lock');
  await expect(withLock(lock, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await withLock(lock, async () => 'next')).toBe('next');
});

test("a dead process's lock can be held; then the next one learns who holds it", async () => {
  const lock = path.join(directory, 'lock');
  await writeFile(lock, DEAD);
  expect(await holdLock(lock)).toBe(null);
  expect(await holdLock(lock)).toBe(process.pid);
});

test("the last living process to sign off is told so; dead ones don't count", async () => {
  await writeFile(path.join(directory, `${DEAD}-aa`), '');
  await writeFile(path.join(directory, `${process.pid}-1-aa`), ''); // our process id, but an earlier process
  const first = await signOn(directory);
  const second = await signOn(directory);
  expect(await signOff(directory, first)).toBe(false);
  expect(await signOff(directory, second)).toBe(true);
  expect(await readdir(directory)).toEqual([]);
});

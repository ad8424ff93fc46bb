import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createClock } from './clock.ts';
import { openStore } from './store.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'store-'));
  file = join(folder, 'deep', 'store.jsonl');
});
afterEach(() => rmSync(folder, { recursive: true }));

test('each change is written before the call returns, and is replayed in order of first put', () => {
  const first = openStore({ file }).collection<{ n: number }>('things');
  first.put('a', { n: 1 });
  first.put('b', { n: 2 });
  first.put('a', { n: 3 });
  first.put('c', { n: 4 });
  first.delete('c');

  const second = openStore({ file }).collection<{ n: number }>('things');
  expect(second.list()).toEqual([{ n: 3 }, { n: 2 }]);
  expect(second.get('c')).toBeUndefined();
});

test('opening compacts the file, and later changes are kept', () => {
  const first = openStore({ file }).collection<number>('n');
  for (let at = 0; at < 10; at++) first.put('x', at);
  openStore({ file }).collection<number>('n').put('y', 1);
  expect(readFileSync(file, 'utf8').trim().split('\n').length).toBe(2);
  expect(openStore({ file }).collection<number>('n').list()).toEqual([9, 1]);
});

test('a killed process loses nothing that was stored', () => {
  const script = `
    const { openStore } = await import(process.argv[1]);
    const numbers = openStore({ file: process.argv[2] }).collection('n');
    for (let at = 0; at < 500; at++) numbers.put(String(at), at);
    process.kill(process.pid, 'SIGKILL');`;
  const store = join(import.meta.dirname, 'store.ts');
  const child = spawnSync(process.execPath, ['--input-type=module', '-e', script, store, file]);
  expect(child.signal).toBe('SIGKILL');
  expect(openStore({ file }).collection<number>('n').list().length).toBe(500);
});

test('a torn last line is ignored; a broken line before it is an error', () => {
  openStore({ file }).collection<number>('n').put('x', 1);
  appendFileSync(file, '{"c":"n","k":"y","v"');
  expect(openStore({ file }).collection<number>('n').list()).toEqual([1]);
  writeFileSync(file, '{"c":\n{"c":"n","k":"y","v":1}\n');
  expect(() => openStore({ file })).toThrow(`${file}, line 1`);
});

test('stored values are frozen', () => {
  const things = openStore().collection<{ list: number[] }>('things');
  things.put('a', { list: [1] });
  expect(() => things.get('a')?.list.push(2)).toThrow(TypeError);
});

test('the clock continues after a restart, unless given an explicit start', () => {
  const near = (date: Date) => Math.round(date.getTime() / 10_000) * 10_000;
  const day = new Date('2025-08-01T12:00:00Z');
  createClock({ store: openStore({ file }) }).set(day);
  expect(near(createClock({ store: openStore({ file }) }).now())).toBe(near(day));
  const other = new Date('2025-09-20T15:00:00Z');
  expect(near(createClock({ store: openStore({ file }), firstAt: other }).now())).toBe(near(day));
  expect(near(createClock({ store: openStore({ file }), startAt: other }).now())).toBe(near(other));
  expect(near(createClock({ firstAt: other }).now())).toBe(near(other));
  expect(near(createClock({ store: openStore({ file }) }).now())).toBe(near(other));
});

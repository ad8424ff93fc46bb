import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { openThread } from './open-thread.ts';

let folder: string;
let run: ReturnType<typeof openThread<string, unknown>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'thread-'));
  const file = join(folder, 'tasks.mjs');
  await writeFile(
    file,
    `import { writeFileSync } from 'node:fs';
    export default (task) => {
      if (task === 'throw') throw new Error('no such task');
      if (task === 'loop') {
        writeFileSync(new URL('looping', import.meta.url), '');
        for (;;);
      }
      if (task === 'grow') for (const all = []; ; ) all.push(new Array(100_000).fill({}));
      return [task, Object.keys(process.env)];
    };`,
  );
  run = openThread(pathToFileURL(file), 32);
});
afterAll(() => rm(folder, { recursive: true }));

test('each task gets its own result, and none sees the environment', async () => {
  expect(await Promise.all([run('a'), run('b')])).toEqual([
    ['a', []],
    ['b', []],
  ]);
});

test.each([
  ['throws', 'throw', { message: 'no such task' }],
  ['never ends', 'loop', { name: 'AbortError' }],
  ['takes too much memory', 'grow', { code: 'ERR_WORKER_OUT_OF_MEMORY' }],
])('a task that %s is rejected, and the next one runs', async (_, task, error) => {
  const end = new AbortController();
  const failing = run(task, end.signal);
  const next = run('next');
  if (task === 'loop') {
    await eventually(() => access(join(folder, 'looping')));
    end.abort();
  }
  await expect(failing).rejects.toMatchObject(error);
  expect(await next).toEqual(['next', []]);
});

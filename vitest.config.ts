import { defineConfig } from 'vitest/config';
import { findMemoryFolder } from './test/memory-folder.ts';
import { SlowFilesFirst } from './test/slow-files-first.ts';
import { SlowestTests } from './test/slowest-tests.ts';

// For the temporary files of all tests, databases and browser profiles included.
const memory = findMemoryFolder();
if (memory) process.env.TMPDIR = memory;

export default defineConfig({
  test: {
    globalSetup: './test/start-postgres.ts',
    // Most tests wait for databases, queues and processes, so more workers than processors pay off.
    maxWorkers: 4,
    sequence: { sequencer: SlowFilesFirst, groupOrder: 1 },
    // A poll makes several calls, which can take longer than the default second on a busy machine.
    expect: { poll: { timeout: 10_000 } },
    reporters: ['default', new SlowestTests()],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{content,sandbox}/**/*.test.ts',
            'src/{contract,domain,server}/**/*.test.ts',
            'test/{,bench/,failure-modes/}*.test.ts',
          ],
          // The files of a worker share its modules, which hold no state: importing them again takes a third of the time.
          isolate: false,
          unstubGlobals: true,
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['src/web/**/*.test.ts'],
          // A worker takes longer to start than most of these files take to run, so they share it, but no modules.
          isolate: false,
          setupFiles: './test/start-afresh.ts',
          testTimeout: 20_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: './test/fetch-browser.ts',
          // With two workers, a fifth of two processors stays idle while journeys wait.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
          // Journeys stub nothing, so the files of a worker can share its modules.
          isolate: false,
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

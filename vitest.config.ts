import { defineConfig } from 'vitest/config';
import { SlowFilesFirst } from './test/slow-files-first.ts';
import { SlowestTests } from './test/slowest-tests.ts';

export default defineConfig({
  test: {
    globalSetup: './test/start-postgres.ts',
    // Mostly waits for databases, queues and processes: more of it than there are processors can run at once.
    maxWorkers: 4,
    sequence: { sequencer: SlowFilesFirst, groupOrder: 1 },
    // What is polled takes several calls, for which a busy machine needs more than the second of the default.
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
          // The files of one worker share its modules, which hold no state: importing them anew takes a third of the time.
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
          // A worker takes longer to start than most of these files to run: they share it, but none of its modules.
          isolate: false,
          setupFiles: './test/start-afresh.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['test/journeys/**/*.test.ts'],
          globalSetup: './test/fetch-browser.ts',
          // A browser keeps a processor busy, except while a journey waits: two leave a fifth of two processors idle.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
          // They stub nothing, so that the files of one worker can share its modules.
          isolate: false,
          testTimeout: 90_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});

import { expect, test } from 'vitest';
import { LastingRefusal } from './refusal.ts';
import { keepRunning } from './watch.ts';

/** A database that is up or down as `states` says, check by check, and the pauses and starts that followed. */
async function watch(states: boolean[], startAgain: () => Promise<void> = async () => undefined) {
  const leaving = new AbortController();
  const pauses: number[] = [];
  const said: string[] = [];
  let starts = 0;
  const failure = await keepRunning({
    isRunning: async () => {
      const state = states.shift();
      if (states.length === 0) leaving.abort();
      return state ?? true;
    },
    startAgain: () => {
      starts += 1;
      return startAgain();
    },
    log: { warn: (message) => said.push(message) },
    signal: leaving.signal,
    pause: async (ms) => void pauses.push(ms),
  }).then(
    () => null,
    (error: Error) => error.message,
  );
  return { starts, pauses, said, failure };
}

test('a running database is left alone', async () => {
  expect(await watch([true, true, true])).toMatchObject({ starts: 0, said: [], failure: null });
});

test('a database that has stopped is restarted', async () => {
  expect(await watch([true, false, true])).toMatchObject({
    starts: 1,
    said: ['PostgreSQL stopped and is being restarted (attempt 1 of 5)'],
    failure: null,
  });
});

test('after five failed starts it gives up and reports the last reason', async () => {
  const { starts, pauses, failure } = await watch(Array(20).fill(false), async () => {
    throw new Error('the disk is full');
  });
  expect([starts, failure]).toEqual([5, 'the disk is full']);
  expect(pauses.filter((ms) => ms > 1_000)).toEqual([2_000, 4_000, 8_000]);
});

test('after a start that fails for good it gives up at once, though a database runs now', async () => {
  const { starts, failure } = await watch([false, true, true], async () => {
    throw new LastingRefusal('it moved');
  });
  expect([starts, failure]).toEqual([
    1,
    'The embedded PostgreSQL cannot run here: it moved; set DATABASE_URL to use a PostgreSQL of your own.',
  ]);
});

test('after five starts that do not last it gives up', async () => {
  expect(await watch(Array(20).fill(false))).toMatchObject({
    starts: 5,
    failure:
      'The embedded PostgreSQL cannot run here: it stopped, and 5 restarts failed; set DATABASE_URL to use a PostgreSQL of your own.',
  });
});

test('after ten minutes of running, earlier failures no longer count', async () => {
  const wellAgain = [...Array(4).fill(false), ...Array(601).fill(true), ...Array(4).fill(false), true];
  expect(await watch(wellAgain)).toMatchObject({ starts: 8, failure: null });
});

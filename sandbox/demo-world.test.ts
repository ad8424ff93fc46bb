import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeDataDirectory } from '#test/data-directory.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type DemoPlace, findPlace, launchDemo } from '#test/demo-process.ts';
import { EARLY_BIRD, noPages } from '#test/world.ts';
import { close, listen } from './control/listen.ts';
import { type DemoWorld, startDemoWorld } from './demo-world.ts';
import { openStore } from './store.ts';

/** On a busy machine. */
const START_MS = 60_000;

let dataDir: string;
let database: TestDatabase;
let place: DemoPlace;
beforeEach(async () => {
  dataDir = await makeDataDirectory('demo');
  database = await createTestDatabase();
  place = await findPlace(dataDir, database.url);
});
afterEach(async () => {
  await database.drop();
  await rm(dataDir, { recursive: true });
});

function start(changes: NodeJS.ProcessEnv = {}): Promise<DemoWorld> {
  const environment = { ...place.environment, LOG_LEVEL: 'silent', ...changes };
  return startDemoWorld(environment, { pages: noPages, closedByBuild: false });
}

test('an unknown log level is refused in one sentence', async () => {
  await expect(start({ LOG_LEVEL: 'verbose' })).rejects.toThrow(
    /^LOG_LEVEL is not one of fatal, error, warn, info, debug, silent\.$/,
  );
});

test('a closed terminal stops the demo even while it starts', { timeout: 2 * START_MS }, async () => {
  const child = launchDemo(place, EARLY_BIRD);
  onTestFinished(() => void child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await expect.poll(() => existsSync(join(dataDir, 'sandbox.jsonl')), { timeout: START_MS }).toBe(true);
  // From now on it can't write there.
  child.stdout.destroy();
  child.kill('SIGHUP');
  // As when npm has ended too.
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  // Removed when everything has stopped.
  expect(existsSync(join(dataDir, 'lock'))).toBe(false);
});

test('a start on a taken port says what to set, and leaves the data to the next; with the same data, only one demo runs at a time', async () => {
  const taken = createServer();
  await listen(taken, Number(place.environment.SANDBOX_PORT));
  const refused = start();
  await expect(refused).rejects.toThrow(/ is taken: .* set PORT or SANDBOX_PORT to a free one\.$/);
  await close(taken);

  const first = await start();
  const elsewhere = await findPlace(dataDir, database.url);
  await expect(start(elsewhere.environment).then(({ siteUrl }) => siteUrl)).rejects.toThrow(
    `Another demo (process ${process.pid}) uses ${dataDir}. End it, or set DATA_DIR, PORT and SANDBOX_PORT for this one.`,
  );
  await first.stop();
  expect(existsSync(join(dataDir, 'lock'))).toBe(false);
});

test('a start that fails late stops the site too', async () => {
  const store = openStore({ file: join(dataDir, 'sandbox.jsonl') });
  store.collection('stripe.products').put('prod_broken', null);
  store.close();
  await expect(start()).rejects.toThrow();
  await expect(fetch(place.siteUrl)).rejects.toThrow();
});

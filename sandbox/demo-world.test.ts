import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeDataDirectory } from '#test/data-directory.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import { type DemoPlace, findPlace } from '#test/demo-process.ts';
import { noPages } from '#test/world.ts';
import { type DemoWorld, startDemoWorld } from './demo-world.ts';

let dataDir: string;
let database: TestDatabase;
let place: DemoPlace;
beforeAll(async () => {
  dataDir = await makeDataDirectory('demo');
  database = await createTestDatabase();
  place = await findPlace(dataDir, database.url);
});
afterAll(async () => {
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

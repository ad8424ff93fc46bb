import { rm } from 'node:fs/promises';
import { openDatabase } from '#server/db/open-database.ts';
import { startEmbeddedPostgres } from '#server/embedded-db/embedded-postgres.ts';
import { createLog } from '#server/log.ts';
import { makeDataDirectory } from '../data-directory.ts';
import type { TestDatabase } from '../database.ts';
import { startWorld, type World, type WorldOptions } from '../world.ts';

/** A world on its own embedded database, as a small organizer runs it. */
export async function openBenchWorld(options: WorldOptions = {}): Promise<World> {
  const dataDir = await makeDataDirectory('bench');
  const cluster = await startEmbeddedPostgres({ dataDir, log: createLog('warn') });
  const open = await openDatabase(cluster.url, () => {});
  const database: TestDatabase = {
    ...open,
    url: cluster.url,
    drop: async () => {
      await open.close();
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return startWorld(database, options);
}

import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { openDatabase } from '#server/db/open-database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/embedded-db/embedded-postgres.ts';
import { createLog } from '#server/log.ts';
import { makeDataDirectory } from '../data-directory.ts';
import { administer, databaseUrl } from '../start-postgres.ts';

/** The run's own PostgreSQL, with a migrated template that each site's database is copied from. */
export interface Cluster extends AsyncDisposable {
  readonly url: string;
  readonly dataDir: string;
  /** The URL of a fresh database, migrated unless it should be empty. */
  createDatabase(options?: { readonly isEmpty?: boolean }): Promise<string>;
  drop(url: string): Promise<void>;
}

/** @param parent the folder to create it in; the system's temporary folder by default */
export async function startCluster(parent = tmpdir()): Promise<Cluster> {
  const dataDir = await makeDataDirectory('torture', parent);
  const postgres: EmbeddedPostgres = await startEmbeddedPostgres({ dataDir, log: createLog('warn') });
  await administer(postgres.url, 'CREATE DATABASE template_summit');
  const template = await openDatabase(databaseUrl(postgres.url, 'template_summit'), () => {});
  await template.close();
  return {
    url: postgres.url,
    dataDir,
    async createDatabase({ isEmpty = false } = {}) {
      const name = `summit_${randomUUID().replaceAll('-', '')}`;
      const template = isEmpty ? 'template1' : 'template_summit';
      await administer(postgres.url, `CREATE DATABASE ${name} TEMPLATE ${template}`);
      return databaseUrl(postgres.url, name);
    },
    async drop(url) {
      await administer(
        postgres.url,
        `DROP DATABASE IF EXISTS ${new URL(url).pathname.slice(1)} WITH (FORCE)`,
      );
    },
    async [Symbol.asyncDispose]() {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

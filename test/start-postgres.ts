import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import pino from 'pino';
import type { TestProject } from 'vitest/node';
import { openDatabase } from '#server/db/open-database.ts';
import { startEmbeddedPostgres } from '#server/embedded-db/embedded-postgres.ts';
import { openQueue } from '#server/jobs/queue.ts';
import { makeDataDirectory } from './data-directory.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster and its template database, which each test file copies. */
    postgres: { url: string; template: string };
  }
}

/** One PostgreSQL for the whole run: TEST_DATABASE_URL's, or an embedded one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL;
  const folder = given ? null : await makeDataDirectory('test');
  const embedded = folder
    ? await startEmbeddedPostgres({ dataDir: folder, log: pino({ level: 'warn' }) })
    : null;
  const url = given ?? embedded!.url;
  const endAtOnce = () => folder && endCluster(folder);
  // Ctrl-C ends Vitest without its teardown, and the cluster would run on, perhaps in memory.
  process.once('exit', endAtOnce);
  // Nothing of it outlives the run, so it need not survive a crash; tests of crashes start their own clusters.
  if (embedded) await giveUpDurability(url);
  const template = `summit_template_${randomUUID().replaceAll('-', '')}`;
  await administer(url, `CREATE DATABASE ${template}`);
  const migrated = await openDatabase(databaseUrl(url, template), (error) => {
    throw error;
  });
  const queue = await openQueue(migrated.pool, pino({ level: 'warn' }));
  await queue.stop();
  await migrated.close();
  project.provide('postgres', { url, template });
  return async () => {
    await administer(url, `DROP DATABASE ${template} WITH (FORCE)`);
    process.off('exit', endAtOnce);
    await embedded?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  };
}

function endCluster(folder: string): void {
  const pidFile = join(folder, 'postgres', 'cluster', 'postmaster.pid');
  if (existsSync(pidFile)) process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGQUIT');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

async function giveUpDurability(url: string): Promise<void> {
  for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
    await administer(url, `ALTER SYSTEM SET ${setting} = off`);
  }
  await administer(url, 'SELECT pg_reload_conf()');
}

/** Runs one statement that cannot run in a transaction. */
export async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

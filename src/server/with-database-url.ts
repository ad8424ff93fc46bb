import type { Logger } from 'pino';
import { refuseOtherVersion } from './db/apply-migrations.ts';
import { type Database, openDatabase } from './db/open-database.ts';
import { requireDatabase } from './db/require-database.ts';
import { startEmbeddedPostgres } from './embedded-db/embedded-postgres.ts';
import { createLog } from './log.ts';
import { readEnvironment, readSettings } from './settings.ts';

/**
 * For an operator's command: the URL of the site's database. The site may be running; if an embedded PostgreSQL
 * isn't, it is started for the duration of the command. Log lines go to standard error.
 */
export async function withDatabaseUrl<Result>(
  work: (url: string, log: Logger) => Promise<Result>,
): Promise<Result> {
  const settings = readSettings(await readEnvironment());
  const log = createLog('warn', process.stderr);
  const embedded = settings.databaseUrl
    ? null
    : await startEmbeddedPostgres({ dataDir: settings.dataDir, log });
  try {
    const url = settings.databaseUrl ?? embedded!.url;
    await requireDatabase(url);
    return await work(url, log);
  } finally {
    await embedded?.stop();
  }
}

/** The same, with the database open; refuses one that another version of the site uses. */
export function withDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  return withDatabaseUrl(async (url, log) => {
    const onIdleError = (error: Error) => log.warn({ err: error }, 'an idle database connection was lost');
    const database = await openDatabase(url, onIdleError, refuseOtherVersion);
    try {
      return await work(database.db);
    } finally {
      await database.close();
    }
  });
}

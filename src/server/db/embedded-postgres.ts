import path from 'node:path';
import { findAccount } from './embedded-postgres-account.ts';
import { findBinaries } from './embedded-postgres-binaries.ts';
import { createClusterOnce } from './embedded-postgres-cluster.ts';
import { cutLog, openHome } from './embedded-postgres-home.ts';
import { EmbeddedPostgresRefusal } from './embedded-postgres-refusal.ts';
import { findRunning, launch, shutDown } from './embedded-postgres-server.ts';
import { signOff, signOn, withLock } from './embedded-postgres-users.ts';

const LOG_CHECK_MS = 600_000;

export type EmbeddedPostgres = {
  /** For `pg`: database `summit`, as the cluster's superuser. */
  url: string;
  /** Ends the database, or leaves it to the last other process that still uses it. */
  stop(): Promise<void>;
};

type Options = {
  /** The cluster is kept in `postgres` below it; made if missing. */
  dataDir: string;
  log: { info(message: string): void; warn(message: string): void };
};

/**
 * Runs a real PostgreSQL for this site, on a Unix socket that nobody else can reach (Windows: on loopback with
 * a password). Sites with the same `dataDir` share one database, also with one that outlived a killed site.
 * Rejects with one sentence that names `DATABASE_URL` where it cannot run.
 */
export async function startEmbeddedPostgres({ dataDir, log }: Options): Promise<EmbeddedPostgres> {
  try {
    return await start({ dataDir: path.resolve(dataDir), log });
  } catch (error) {
    if (error instanceof EmbeddedPostgresRefusal) throw error;
    throw new EmbeddedPostgresRefusal(error instanceof Error ? error.message : String(error), error);
  }
}

async function start({ dataDir, log }: Options): Promise<EmbeddedPostgres> {
  const account = await findAccount(path.join(dataDir, 'postgres', 'cluster'));
  const binaries = await findBinaries(account);
  const home = await openHome(dataDir, account);

  const { url, user } = await withLock(home.lock, async () => {
    const running = await findRunning(home, account);
    if (running) log.info(`Using the PostgreSQL that already runs in ${home.cluster}`);
    else await createClusterOnce(home, binaries, account);
    const address = running ?? (await launch(home, binaries, account));
    if (!running) log.info(`PostgreSQL runs in ${home.cluster}`);
    return { url: address, user: await signOn(home.users) };
  });

  const logCheck = setInterval(() => {
    cutLog(home).catch((error) => log.warn(`${home.log} could not be kept short: ${error}`));
  }, LOG_CHECK_MS).unref();

  const leave = () =>
    withLock(home.lock, async () => {
      clearInterval(logCheck);
      if (await signOff(home.users, user)) await shutDown(home, binaries, account);
    });
  let left: Promise<void> | undefined;
  const stop = () => {
    left ??= leave();
    return left;
  };
  return { url, stop };
}

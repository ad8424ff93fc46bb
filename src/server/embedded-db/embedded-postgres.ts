import path from 'node:path';
import { findAccount } from './account.ts';
import { findBinaries } from './binaries.ts';
import { createClusterOnce, isPostmasterOf, readPostmaster } from './cluster.ts';
import { cutLog, type Home, openHome } from './home.ts';
import { signOff, signOn, withLock } from './locks.ts';
import { birthOf } from './process.ts';
import { EmbeddedPostgresRefusal, LastingRefusal } from './refusal.ts';
import { findRunning, launch, shutDown } from './server.ts';
import { keepRunning } from './watch.ts';

const LOG_CHECK_MS = 600_000;

export type EmbeddedPostgres = {
  /** For `pg`: database `summit`, as the cluster's superuser. */
  url: string;
  /** Restarts the database whenever it ends. Rejects when that fails for good; resolves on `stop`. */
  keepRunning(): Promise<void>;
  /** Stops the database, or leaves it to another process that still uses it. */
  stop(): Promise<void>;
};

type Options = {
  /** The parent of the cluster's folder `postgres`; created if missing. */
  dataDir: string;
  log: { info(message: string): void; warn(message: string): void };
};

/**
 * Runs a real PostgreSQL for this site, on a Unix socket that nobody else can reach (Windows: on loopback with a
 * password). Sites with the same `dataDir` share one database, including one that outlived a killed site. Rejects
 * with one sentence that mentions `DATABASE_URL` if it can't run.
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

  const findOrLaunch = async () => {
    const running = await findRunning(home, account);
    if (running) log.info(`Using the PostgreSQL that is already running in ${home.cluster}`);
    else await createClusterOnce(home, binaries, account);
    const address = running ?? (await launch(home, binaries, account));
    if (!running) log.info(`PostgreSQL runs in ${home.cluster}`);
    return address;
  };
  const { url, user } = await withLock(home.lock, async () => ({
    url: await findOrLaunch(),
    user: await signOn(home.users),
  }));

  const logCheck = setInterval(() => {
    cutLog(home).catch((error) => log.warn(`${home.log} could not be kept short: ${error}`));
  }, LOG_CHECK_MS).unref();

  const leaving = new AbortController();
  const leave = () =>
    withLock(home.lock, async () => {
      leaving.abort();
      clearInterval(logCheck);
      if (await signOff(home.users, user)) await shutDown(home, binaries, account);
    });
  let left: Promise<void> | undefined;
  const stop = () => {
    left ??= leave();
    return left;
  };
  const startAgain = () =>
    withLock(home.lock, async () => {
      if (leaving.signal.aborted || (await findOrLaunch()) === url) return;
      // On Windows it gets another port.
      throw new LastingRefusal('it could not be started again at the address that the site knows');
    });
  return {
    url,
    stop,
    keepRunning: () =>
      keepRunning({ isRunning: () => isRunning(home), startAgain, log, signal: leaving.signal }),
  };
}

async function isRunning(home: Home): Promise<boolean> {
  const pid = (await readPostmaster(home))?.pid;
  if (pid === undefined) return false;
  // Only Linux can tell without running a program whether the id belongs to another process by now.
  return process.platform === 'linux' ? isPostmasterOf(home, pid) : (await birthOf(pid)) !== undefined;
}

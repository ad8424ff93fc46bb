import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { withClient } from '../db/with-client.ts';
import { type Account, spawnOptions } from './account.ts';
import type { Binaries } from './binaries.ts';
import { disownPostmasterFile, isPostmasterOf, type Postmaster, readPostmaster } from './cluster.ts';
import { assertPrivate, dropSocketDir, type Home, openLog, openSocketDir } from './home.ts';
import { birthOf } from './process.ts';
import { EmbeddedPostgresRefusal, errorCode } from './refusal.ts';

const run = promisify(execFile);
const POLL_MS = 5;
const ORPHAN_POLL_MS = 50;
const PATIENCE_MS = 60_000;
const NOT_RESPONDING = ['ENOENT', 'ECONNREFUSED', 'ECONNRESET', '57P03'];
const NO_SUCH_DATABASE = '3D000';

const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '200',
  shared_buffers: '128MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_error_verbosity: 'terse', // keeps the values of a rejected row out of the log
  logging_collector: 'off',
};

/** The URL of the database if the cluster's postmaster runs; waits while it starts up or shuts down. */
export async function findRunning(home: Home, account: Account): Promise<string | undefined> {
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const postmaster = await readPostmaster(home);
    if (!postmaster) return undefined;
    if (postmaster.ready && (await openDatabase(await urlOf(home, postmaster)))) {
      if (postmaster.socketDir) await assertPrivate(postmaster.socketDir, account);
      return urlOf(home, postmaster);
    }
    if (!(await isPostmasterOf(home, postmaster.pid))) return undefined;
    await sleep(POLL_MS);
  }
  throw new EmbeddedPostgresRefusal(`the one running in ${home.cluster} is not responding`);
}

/** Starts the cluster in its own session: Ctrl-C in the site's terminal must not stop it before the site. */
export async function launch(home: Home, binaries: Binaries, account: Account): Promise<string> {
  const left = await readPostmaster(home);
  if (left?.socketDir) await dropSocketDir(home, left.socketDir);
  await disownPostmasterFile(home);
  if (process.platform === 'win32') await launchOnWindows(home, binaries);
  else await launchPastOrphans(home, binaries, account, left?.socketDir);
  const postmaster = await readPostmaster(home);
  const url = postmaster && (await urlOf(home, postmaster));
  if (url && (await openDatabase(url))) return url;
  throw new EmbeddedPostgresRefusal(`it ended as soon as it had started, see ${home.log}`);
}

/** Stops the cluster's postmaster in fast mode (open transactions are rolled back) and waits until it is gone. */
export async function shutDown(home: Home, binaries: Binaries, account: Account): Promise<void> {
  const postmaster = await readPostmaster(home);
  if (!postmaster) return;
  if (process.platform === 'win32') {
    await run(binaries.pgCtl, ['stop', '-D', home.cluster, '-m', 'fast', '-w'], spawnOptions(account));
    return;
  }
  if (!(await isPostmasterOf(home, postmaster.pid))) return;
  const birth = await birthOf(postmaster.pid);
  process.kill(postmaster.pid, 'SIGINT');
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    if ((await birthOf(postmaster.pid)) !== birth) {
      await dropSocketDir(home, postmaster.socketDir);
      return;
    }
    await sleep(POLL_MS);
  }
  throw new Error(`The embedded PostgreSQL (process ${postmaster.pid}) did not stop within a minute.`);
}

/** After a postmaster was killed, its children need a moment to notice; PostgreSQL refuses to start until then. */
async function launchPastOrphans(
  home: Home,
  binaries: Binaries,
  account: Account,
  socketDir: string | undefined,
): Promise<void> {
  for (let waited = 0; ; waited += ORPHAN_POLL_MS) {
    try {
      return await launchOnSocket(home, binaries, account, socketDir);
    } catch (error) {
      if (waited >= PATIENCE_MS || !String(error).includes('pre-existing shared memory block')) throw error;
      await sleep(ORPHAN_POLL_MS);
    }
  }
}

async function launchOnSocket(
  home: Home,
  binaries: Binaries,
  account: Account,
  lastSocketDir: string | undefined,
): Promise<void> {
  const socketDir = await openSocketDir(home, account, lastSocketDir);
  const log = await openLog(home);
  await log.chmod(0o600);
  const { size: logStart } = await log.stat();
  const places = {
    listen_addresses: '',
    port: '5432',
    unix_socket_directories: `"${socketDir.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
  };
  const child = spawn(binaries.postgres, ['-D', home.cluster, ...asFlags({ ...SETTINGS, ...places })], {
    ...spawnOptions(account),
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.unref();
  let problem: string | undefined;
  child.once('error', (error) => {
    problem = error.message;
  });
  child.once('exit', () => {
    problem ??= `it exited immediately, see ${home.log}`;
  });
  await log.close();
  for (let waited = 0; waited < PATIENCE_MS && !problem; waited += POLL_MS) {
    const postmaster = await readPostmaster(home);
    if (postmaster?.pid === child.pid && postmaster?.ready) return;
    await sleep(POLL_MS);
  }
  const said = await findReason(home, logStart);
  throw new EmbeddedPostgresRefusal(said ?? problem ?? `it was not ready within a minute, see ${home.log}`);
}

/** What PostgreSQL logged before it ended. */
async function findReason({ log }: Home, start: number): Promise<string | undefined> {
  const said = (await readFile(log)).subarray(start).toString();
  return /FATAL: +(.*)/.exec(said)?.[1];
}

/** pg_ctl drops administrator rights, with which PostgreSQL refuses to run. */
async function launchOnWindows(home: Home, binaries: Binaries): Promise<void> {
  const places = {
    listen_addresses: '127.0.0.1',
    port: String(await findFreePort()),
    unix_socket_directories: '',
  };
  const flags = asFlags({ ...SETTINGS, ...places }).join(' ');
  const log = await openLog(home);
  const { size: logStart } = await log.stat();
  await log.close();
  // PostgreSQL inherits pipes, so they would stay open as long as it runs.
  const starting = spawn(
    binaries.pgCtl,
    ['start', '-D', home.cluster, '-l', home.log, '-w', '-t', String(PATIENCE_MS / 1000), '-o', flags],
    { ...spawnOptions(undefined), stdio: 'ignore' },
  );
  const [code] = await once(starting, 'exit');
  if (code === 0) return;
  throw new EmbeddedPostgresRefusal(
    (await findReason(home, logStart)) ?? `it did not start, see ${home.log}`,
  );
}

/** True if the database responds, and then it exists; false if nothing responds there yet, or no longer. */
async function openDatabase(url: string): Promise<boolean> {
  try {
    await query(url, 'SELECT 1');
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (NOT_RESPONDING.includes(code)) return false;
    if (code !== NO_SUCH_DATABASE) throw error;
    await query(url.replace('/summit', '/postgres'), 'CREATE DATABASE summit');
  }
  return true;
}

async function query(url: string, text: string): Promise<void> {
  await withClient(url, (client) => client.query(text));
}

/** pg and libpq use the `host` in the query; the one before it only makes the rest valid for `new URL()`. */
async function urlOf(home: Home, { socketDir, port }: Postmaster): Promise<string> {
  if (socketDir)
    return `postgresql://postgres@localhost/summit?host=${encodeURIComponent(socketDir)}&port=${port}`;
  return `postgresql://postgres:${await readFile(home.password, 'utf8')}@127.0.0.1:${port}/summit`;
}

function asFlags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string')
    throw new Error('No free port on the loopback address.');
  return address.port;
}

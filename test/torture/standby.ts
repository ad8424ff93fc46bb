import { chown, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { until } from './check.ts';
import type { Cluster } from './cluster.ts';
import { startPostgres, stopPostgres } from './postmaster.ts';

const FOLDER = 'postgres/cluster';

/** A standby that follows a cluster; both listen on their own sockets. */
export interface Standby extends AsyncDisposable {
  /** Its socket's file. */
  readonly socket: string;
  /** Its address for `pg`, as of the primary. */
  readonly url: string;
  /** Disconnects it from its primary. */
  cutOff(): Promise<void>;
  /** Promotes it to primary. */
  promote(): Promise<void>;
}

/** Stops the primary to copy its files. With `isSynchronous`, a commit is confirmed only once the standby has it. */
export async function startStandby(primary: Cluster, isSynchronous: boolean): Promise<Standby> {
  await stopPostgres(primary, 'SIGINT');
  const dataDir = await mkdtemp(join(tmpdir(), 'summit-standby-'));
  const standby = { ...primary, dataDir, url: moved(primary.url, primary.dataDir, dataDir) };
  await copyCluster(primary, standby);
  await startPostgres(primary);
  await startPostgres(standby);
  await settle(primary, isSynchronous);
  return {
    url: standby.url,
    socket: socketOf(standby),
    cutOff: async () => {
      await ask(standby.url, "ALTER SYSTEM SET primary_conninfo = ''");
      await ask(standby.url, 'SELECT pg_reload_conf()');
      await untilTrue(standby.url, 'SELECT count(*) = 0 AS ok FROM pg_stat_wal_receiver');
    },
    promote: async () => {
      await ask(standby.url, 'SELECT pg_promote(true, 30)');
    },
    [Symbol.asyncDispose]: async () => {
      await stopPostgres(standby, 'SIGINT');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A cluster's socket file. */
export function socketOf({ url }: Pick<Cluster, 'url'>): string {
  const query = new URL(url).searchParams;
  return join(query.get('host') ?? '', `.s.PGSQL.${query.get('port')}`);
}

async function copyCluster(from: Cluster, to: Cluster): Promise<void> {
  const { uid, gid } = await stat(join(from.dataDir, FOLDER));
  const own = async (path: string) => chown(path, uid, gid);
  await mkdir(join(to.dataDir, 'postgres/socket'), { recursive: true, mode: 0o700 });
  for (const path of ['', 'postgres', 'postgres/socket']) await own(join(to.dataDir, path));
  await cp(join(from.dataDir, FOLDER), join(to.dataDir, FOLDER), { recursive: true });
  const folder = join(to.dataDir, FOLDER);
  const line = await readFile(join(folder, 'postmaster.opts'), 'utf8');
  await writeFile(join(folder, 'postmaster.opts'), line.replaceAll(from.dataDir, to.dataDir));
  await writeFile(join(folder, 'standby.signal'), '');
  const query = new URL(from.url).searchParams;
  await writeFile(
    join(folder, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=${query.get('host')} port=${query.get('port')} user=postgres application_name=standby'\n`,
  );
  await ownAll(folder, own);
}

async function ownAll(folder: string, own: (path: string) => Promise<void>): Promise<void> {
  await own(folder);
  for (const name of await readdir(folder, { recursive: true })) await own(join(folder, name));
}

async function settle(primary: Cluster, isSynchronous: boolean): Promise<void> {
  await untilTrue(
    primary.url,
    "SELECT count(*) = 1 AS ok FROM pg_stat_replication WHERE state = 'streaming'",
  );
  if (!isSynchronous) return;
  await ask(primary.url, "ALTER SYSTEM SET synchronous_standby_names = 'standby'");
  await ask(primary.url, 'SELECT pg_reload_conf()');
  await untilTrue(
    primary.url,
    "SELECT count(*) = 1 AS ok FROM pg_stat_replication WHERE sync_state = 'sync'",
  );
}

async function untilTrue(url: string, question: string): Promise<void> {
  await until(question, async () => (await ask(url, question))[0]!.ok, { pauseMs: 50 });
}

async function ask(url: string, text: string): Promise<{ ok: boolean }[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

function moved(url: string, from: string, to: string): string {
  return url.replaceAll(encodeURIComponent(from), encodeURIComponent(to));
}

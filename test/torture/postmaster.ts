import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { until } from './check.ts';
import type { Cluster } from './cluster.ts';

const POLL_MS = 50;
const PATIENCE_MS = 60_000;

/**
 * Stops the cluster's PostgreSQL: SIGINT cleanly, SIGQUIT at once, SIGKILL without warning. Resolves when it is gone.
 */
export async function stopPostgres(
  { dataDir }: Cluster,
  signal: 'SIGINT' | 'SIGQUIT' | 'SIGKILL',
): Promise<void> {
  const [pid = ''] = (await readFile(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), signal);
  const isGone = async () => !(await isAlive(pid));
  await until(`PostgreSQL ${pid} stops on ${signal}`, isGone, {
    seconds: PATIENCE_MS / 1000,
    pauseMs: POLL_MS,
  });
}

/** Restarts it as before, at the same socket. Resolves when it responds. */
export async function startPostgres({ dataDir, url }: Cluster): Promise<void> {
  const folder = join(dataDir, 'postgres/cluster');
  const { uid, gid } = await stat(folder);
  // PostgreSQL stores its own command line, each argument quoted.
  const line = await readFile(join(folder, 'postmaster.opts'), 'utf8');
  const [program = '', ...quoted] = line.trim().split(/ (?=")/);
  const args = quoted.map((one) => one.slice(1, -1).replaceAll('\\"', '"'));
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const options = { uid, gid, cwd: '/', detached: true, stdio: 'ignore' } as const;
    const child = spawn(program, args, {
      ...options,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    });
    child.unref();
    // It refuses to start while children of the killed one still run.
    const ended = once(child, 'exit');
    while (child.exitCode === null && waited < PATIENCE_MS) {
      if (await responds(url)) return;
      await Promise.race([ended, sleep(POLL_MS)]);
      waited += POLL_MS;
    }
    await sleep(POLL_MS);
  }
  throw new Error('PostgreSQL did not restart');
}

async function isAlive(pid: string): Promise<boolean> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') X');
  return !/\) [ZX]/.test(text);
}

async function responds(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

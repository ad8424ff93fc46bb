import { readdir, readFile } from 'node:fs/promises';
import type { Site } from './site.ts';

/** Linux counts in hundredths of a second. */
const TICK_MS = 10;

type CpuTime = Record<'site' | 'database' | 'rest', number>;

/** Milliseconds of CPU time so far: of the site's processes, of its PostgreSQL, and of this process. Linux only. */
export async function cpuTime(site: Site): Promise<CpuTime> {
  const { rows } = await site.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const own = process.cpuUsage();
  const pids = site.processes.map(({ child }) => String(child.pid));
  const all = await Promise.all((await readdir('/proc')).filter((one) => /^\d+$/.test(one)).map(timeOf));
  const postmaster = all.find((one) => one?.pid === String(rows[0]!.pid))!.parent;
  const ended = all.find((one) => one?.pid === postmaster)!.endedMs;
  const sum = (wanted: (one: Measured) => boolean) =>
    all.filter((one) => one !== null && wanted(one)).reduce((total, one) => total + one!.ms, 0);
  return {
    site: sum(({ pid }) => pids.includes(pid)),
    database: ended + sum(({ pid, parent }) => pid === postmaster || parent === postmaster),
    rest: (own.user + own.system) / 1000,
  };
}

interface Measured {
  readonly pid: string;
  readonly parent: string;
  readonly ms: number;
  /** Including children that have ended, such as closed connections. */
  readonly endedMs: number;
}

async function timeOf(pid: string): Promise<Measured | null> {
  // A process may end while the folder is read.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (stat === '') return null;
  // After the name in parentheses: state, parent, … user and system time, and the same for ended children.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number) as [
    number,
    number,
    number,
    number,
  ];
  return {
    pid,
    parent: fields[1]!,
    ms: (user + system) * TICK_MS,
    endedMs: (endedUser + endedSystem) * TICK_MS,
  };
}

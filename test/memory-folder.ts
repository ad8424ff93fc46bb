import { readFileSync, statfsSync } from 'node:fs';

const FOLDER = '/dev/shm';
/** Databases, browsers' profiles and copies of PostgreSQL's programs take a few hundred megabytes. */
const NEEDED_BYTES = 2 * 1024 ** 3;

/**
 * Linux's folder for files in memory, if it has room and programs can be run from it; else undefined. On a slow disk a
 * test database takes ten times as long to copy.
 */
export function findMemoryFolder(): string | undefined {
  if (process.platform !== 'linux') return undefined;
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n');
  const [, , type, options = ''] = mounts.find((line) => line.split(' ')[1] === FOLDER)?.split(' ') ?? [];
  if (type !== 'tmpfs' || options.split(',').some((one) => one === 'noexec' || one === 'ro'))
    return undefined;
  const { bavail, bsize } = statfsSync(FOLDER);
  return bavail * bsize >= NEEDED_BYTES ? FOLDER : undefined;
}

import { randomBytes } from 'node:crypto';
import { link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { birthOf } from './process.ts';
import { unless } from './refusal.ts';

/**
 * Runs `action` while no other process does. The lock is a file that names its holder, so that a killed process's
 * lock can be taken over.
 */
export async function withLock<T>(lock: string, action: () => Promise<T>): Promise<T> {
  while (!(await takeLock(lock))) await sleep(10);
  try {
    return await action();
  } finally {
    await rm(lock);
  }
}

/**
 * Takes the lock until the file is removed or this process ends, and returns null; or returns the ID of the process
 * that has it.
 */
export async function holdLock(lock: string): Promise<number | null> {
  while (!(await takeLock(lock))) {
    const holder = await unless('ENOENT', readFile(lock, 'utf8'));
    if (holder !== undefined && (await holderLives(holder))) return Number.parseInt(holder, 10);
    await sleep(10);
  }
  return null;
}

/** Records that this process uses the database; pass the returned path to {@link signOff}. */
export async function signOn(users: string): Promise<string> {
  const file = path.join(users, `${await currentHolder()}-${randomBytes(4).toString('hex')}`);
  await writeFile(file, '', { flag: 'wx' });
  return file;
}

/** Removes the record; true if no living process uses the database anymore. */
export async function signOff(users: string, file: string): Promise<boolean> {
  await rm(file, { force: true });
  return (await countUsers(users)) === 0;
}

async function countUsers(users: string): Promise<number> {
  let alive = 0;
  for (const name of await readdir(users)) {
    if (await holderLives(name)) alive += 1;
    else await rm(path.join(users, name), { force: true });
  }
  return alive;
}

async function takeLock(lock: string): Promise<boolean> {
  const me = await currentHolder();
  if (await writeOnce(lock, me)) return true;
  const holder = await unless('ENOENT', readFile(lock, 'utf8'));
  if (holder === undefined || (await holderLives(holder))) return false;

  // Two that find the same dead holder must not remove each other's new lock, so only one clears at a time.
  const clearing = `${lock}.clearing`;
  if (!(await writeOnce(clearing, me))) {
    const clearer = await unless('ENOENT', readFile(clearing, 'utf8'));
    if (clearer !== undefined && !(await holderLives(clearer))) await rm(clearing, { force: true });
    return false;
  }
  if ((await unless('ENOENT', readFile(lock, 'utf8'))) === holder) await rm(lock);
  await rm(clearing);
  return false;
}

/** Creates a file together with its content, so that no reader sees it half written. */
async function writeOnce(file: string, content: string): Promise<boolean> {
  const draft = `${file}.${randomBytes(6).toString('hex')}`;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(draft, content, { flag: 'wx' });
  const done = await unless(
    'EEXIST',
    link(draft, file).then(() => true),
  );
  await rm(draft);
  return done ?? false;
}

async function currentHolder(): Promise<string> {
  return `${process.pid}-${await birthOf(process.pid)}`;
}

async function holderLives(holder: string): Promise<boolean> {
  const [pid, birth] = holder.split('-');
  return birth !== undefined && (await birthOf(Number(pid))) === birth;
}

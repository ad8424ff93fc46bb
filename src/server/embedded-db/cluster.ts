import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Account, spawnOptions } from './account.ts';
import type { Binaries } from './binaries.ts';
import { giveTo, type Home } from './home.ts';
import { commandLineOf } from './process.ts';
import { unless } from './refusal.ts';

const run = promisify(execFile);
const DRAFT = 'cluster.new-';

/** What a running postmaster records about itself. */
export type Postmaster = { pid: number; port: number; socketDir: string; ready: boolean };

/** Creates the cluster next to its place and renames it, so that a start killed halfway doesn't hinder the next. */
export async function createClusterOnce(home: Home, binaries: Binaries, account: Account): Promise<void> {
  if (await exists(path.join(home.cluster, 'PG_VERSION'))) return;
  for (const name of await readdir(home.root)) {
    if (name.startsWith(DRAFT)) await rm(path.join(home.root, name), { recursive: true, maxRetries: 5 });
  }
  const draft = await mkdtemp(path.join(home.root, DRAFT));
  await giveTo(account, draft);
  await run(binaries.initdb, [...(await initdbArguments(home)), '-D', draft], spawnOptions(account));
  await rename(draft, home.cluster);
  await syncDirectory(home.root);
}

/** The builtin C.UTF-8 sorts and folds the same on every system, whatever its libraries. */
async function initdbArguments(home: Home): Promise<string[]> {
  const common = ['-U', 'postgres', '-E', 'UTF8', '--locale=C', '--locale-provider=builtin'];
  common.push('--builtin-locale=C.UTF-8', '--no-instructions');
  if (process.platform !== 'win32') return [...common, '--auth=trust']; // access to the socket's directory is the permission
  if (!(await exists(home.password))) {
    await writeFile(home.password, randomBytes(24).toString('base64url'), { flag: 'wx', mode: 0o600 });
  }
  return [...common, '--auth=scram-sha-256', `--pwfile=${home.password}`];
}

export async function readPostmaster(home: Home): Promise<Postmaster | undefined> {
  const text = await unless('ENOENT', readFile(postmasterFile(home), 'utf8'));
  if (text === undefined) return undefined;
  const [pid, , , port, socketDir = '', , , status = ''] = text.split('\n');
  return { pid: Number(pid), port: Number(port), socketDir, ready: status.trim() === 'ready' };
}

/** Whether this process id is this cluster's postmaster, and not another process by now. */
export async function isPostmasterOf(home: Home, pid: number): Promise<boolean> {
  const between = process.platform === 'linux' ? '\0' : ' ';
  return (await commandLineOf(pid)).includes(['', '-D', home.cluster, ''].join(between));
}

/**
 * PostgreSQL removes a dead postmaster's file itself, but refuses to start if its process id now belongs to another
 * process. It ignores its own parent, so that id is written there. The rest of the file stays, because PostgreSQL
 * uses it to find out whether the dead postmaster's orphans still use the data.
 */
export async function disownPostmasterFile(home: Home): Promise<void> {
  if (process.platform === 'win32') return; // signals go through a pipe there, so the check is sound
  const file = await unless('ENOENT', open(postmasterFile(home), constants.O_RDWR | constants.O_NOFOLLOW));
  if (!file) return;
  const text = await file.readFile('utf8');
  await file.truncate(0);
  await file.write(text.replace(/^-?\d*/, String(process.pid)), 0);
  await file.close();
}

async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(directory);
  await handle.sync();
  await handle.close();
}

function postmasterFile(home: Home): string {
  return path.join(home.cluster, 'postmaster.pid');
}

async function exists(file: string): Promise<boolean> {
  return (
    (await unless(
      'ENOENT',
      access(file).then(() => true),
    )) ?? false
  );
}

import { constants } from 'node:fs';
import {
  chmod,
  chown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  realpath,
  rename,
  rm,
  rmdir,
  symlink,
} from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Account, canReach } from './account.ts';
import { openSystemDir } from './binaries.ts';
import { makeFolders } from './make-folders.ts';
import { EmbeddedPostgresRefusal, errorCode, unless } from './refusal.ts';

/** `sockaddr_un.sun_path` holds 104 bytes on macOS, 108 on Linux, the last of them a zero. */
const SOCKET_PATH_LIMIT = 103;
const LOG_LIMIT = 5_000_000;

/** `root` belongs to the user who runs the site; `cluster` and the socket's directory to the database's account. */
export type Home = {
  root: string;
  cluster: string;
  log: string;
  lock: string;
  users: string;
  password: string;
};

/** Opens `dataDir/postgres`. If the account can't reach it, it is a link to a directory that it can reach. */
export async function openHome(dataDir: string, account: Account): Promise<Home> {
  await makeFolders(dataDir, account ? 0o711 : 0o700);
  const entrance = path.join(await realpath(dataDir), 'postgres');
  if (!(await unless('ENOENT', lstat(entrance)))) await createHome(entrance, account);
  const root = await realpath(entrance);
  if (!(await canReach(account, root))) {
    throw new EmbeddedPostgresRefusal(
      `${root} is out of reach of user ${account?.uid}, who runs the database`,
    );
  }
  const home = {
    root,
    cluster: path.join(root, 'cluster'),
    log: path.join(root, 'postgres.log'),
    lock: path.join(root, 'lock'),
    users: path.join(root, 'users'),
    password: path.join(root, 'password'),
  };
  await mkdir(home.users, { recursive: true, mode: 0o700 });
  return home;
}

async function createHome(entrance: string, account: Account): Promise<void> {
  if (await canReach(account, path.dirname(entrance))) {
    await unless('EEXIST', mkdir(entrance));
    await chmod(entrance, account ? 0o711 : 0o700);
    return;
  }
  const elsewhere = await mkdtemp(path.join(await openSystemDir(), 'data-'));
  await chmod(elsewhere, 0o711);
  try {
    await symlink(elsewhere, entrance);
  } catch (error) {
    await rmdir(elsewhere);
    if (errorCode(error) !== 'EEXIST') throw error; // another first start was faster: its home is used
  }
}

/**
 * A fresh directory of mode 0700 for the socket: in the home if the path is short enough, otherwise below tmp. There
 * it reuses the name of the `last` one, which a running site knows.
 */
export async function openSocketDir(home: Home, account: Account, last?: string): Promise<string> {
  const inside = path.join(home.root, 'socket');
  if (fits(inside)) {
    await rm(inside, { recursive: true, force: true });
    await mkdir(inside, { mode: 0o700 });
    await giveTo(account, inside);
    return inside;
  }
  for (const parent of [os.tmpdir(), '/tmp']) {
    if (!fits(path.join(parent, 'summit-XXXXXX')) || !(await canReach(account, parent))) continue;
    const real = await realpath(parent);
    const isHere = last !== undefined && path.dirname(last) === real;
    // Not recursive: it must fail if somebody else has created that directory in the meantime.
    if (isHere) await mkdir(last, { mode: 0o700 });
    const directory = isHere ? last : await mkdtemp(path.join(real, 'summit-'));
    await giveTo(account, directory);
    return directory;
  }
  throw new EmbeddedPostgresRefusal(
    `no directory has a path short enough for a socket, not even ${os.tmpdir()}`,
  );
}

/** Anyone who can enter the socket's directory is the database's superuser, so it is closed to everybody else. */
export async function assertPrivate(directory: string, account: Account): Promise<void> {
  const entry = await lstat(directory);
  const owner = account?.uid ?? process.getuid?.();
  if (entry.isDirectory() && entry.uid === owner && (entry.mode & 0o077) === 0) return;
  throw new EmbeddedPostgresRefusal(`${directory} is open to other users`);
}

export async function dropSocketDir(home: Home, directory: string): Promise<void> {
  if (path.dirname(directory) !== home.root) await rm(directory, { recursive: true, force: true });
}

export async function giveTo(account: Account, target: string): Promise<void> {
  if (account) await chown(target, account.uid, account.gid);
}

/** Opened for appending, so that it can be truncated while PostgreSQL writes. The previous log is kept. */
export async function openLog(home: Home) {
  const size = (await unless('ENOENT', lstat(home.log)))?.size ?? 0;
  if (size > LOG_LIMIT) await rename(home.log, `${home.log}.1`);
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW = 0 } = constants;
  return open(home.log, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW, 0o600);
}

export async function cutLog(home: Home): Promise<void> {
  const { O_RDWR, O_NOFOLLOW = 0 } = constants;
  const file = await open(home.log, O_RDWR | O_NOFOLLOW);
  if ((await file.stat()).size > LOG_LIMIT) await file.truncate(0);
  await file.close();
}

function fits(directory: string): boolean {
  return Buffer.byteLength(path.join(directory, '.s.PGSQL.5432')) <= SOCKET_PATH_LIMIT;
}

import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { EmbeddedPostgresRefusal, unless } from './refusal.ts';

const run = promisify(execFile);
const NAME = 'postgres';

/** The user the database runs as; `undefined` is the user who runs the site. */
export type Account = { uid: number; gid: number } | undefined;

/**
 * PostgreSQL refuses to run as root. An existing cluster then runs as its owner, a new one as the system user
 * `postgres`, created if missing.
 */
export async function findAccount(cluster: string): Promise<Account> {
  if (process.getuid?.() !== 0) return undefined;
  const existing = await unless('ENOENT', stat(cluster));
  if (existing && existing.uid !== 0) return { uid: existing.uid, gid: existing.gid };
  return (await lookUpAccount()) ?? (await makeAccount());
}

/** Whether this account can reach `directory`, by owner, group and other; root's supplementary groups are dropped. */
export async function canReach(account: Account, directory: string): Promise<boolean> {
  if (!account) return true;
  for (let step = directory; ; step = path.dirname(step)) {
    const { uid, gid, mode } = await stat(step);
    const bit = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    if ((mode & bit) === 0) return false;
    if (step === path.dirname(step)) return true;
  }
}

/** Isolates PostgreSQL's programs from the site's environment and working directory. */
export function spawnOptions(account: Account) {
  if (process.platform === 'win32') return { windowsHide: true };
  return { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
}

async function lookUpAccount(): Promise<Account> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', NAME]), run('id', ['-g', NAME])]);
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  } catch {
    return undefined; // `id` fails for an unknown name: the caller creates it
  }
}

async function makeAccount(): Promise<Account> {
  const reason = `it does not run as root, and the system user ${NAME} could not be created`;
  try {
    await run('useradd', [
      '--system',
      '--user-group',
      '--no-create-home',
      '--shell',
      '/usr/sbin/nologin',
      NAME,
    ]);
  } catch (error) {
    const raced = await lookUpAccount(); // two first starts at the same instant
    if (raced) return raced;
    throw new EmbeddedPostgresRefusal(reason, error);
  }
  const made = await lookUpAccount();
  if (!made) throw new EmbeddedPostgresRefusal(reason);
  return made;
}

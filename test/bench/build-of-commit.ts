import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const HERE = fileURLToPath(new URL('../../', import.meta.url));
const run = promisify(execFile);

/** A commit's sources, built, in their own folder. */
interface Build extends AsyncDisposable {
  readonly root: string;
  /** The commit's short name. */
  readonly commit: string;
}

/**
 * Checks out and builds a commit in a temporary directory, or uses a folder of built sources as it is. Throws if the
 * repository doesn't have the commit.
 */
export async function buildCommit(name: string): Promise<Build> {
  if (existsSync(join(name, 'dist')))
    return { root: name, commit: basename(name), [Symbol.asyncDispose]: async () => {} };
  const { stdout } = await run('git', ['rev-parse', '--short', `${name}^{commit}`], { cwd: HERE });
  const root = await mkdtemp(join(tmpdir(), 'summit-commit-'));
  const remove = () => rm(root, { recursive: true, force: true });
  try {
    const archive = join(root, 'archive.tar');
    await run('git', ['archive', `--output=${archive}`, name], { cwd: HERE });
    await run('tar', ['-xf', archive, '-C', root]);
    await rm(archive);
    await install(root);
    const programs = ['node/bin', '.bin'].map((folder) => join(root, 'node_modules', folder));
    const PATH = [...programs, process.env.PATH].join(delimiter);
    await run('npm', ['run', '--silent', 'build:run'], { cwd: root, env: { ...process.env, PATH } });
    return { root, commit: stdout.trim(), [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A commit with the same packages uses ours. */
async function install(root: string): Promise<void> {
  const lockOf = (folder: string) => readFile(join(folder, 'package-lock.json'), 'utf8');
  if ((await lockOf(root)) === (await lockOf(HERE)))
    await symlink(join(HERE, 'node_modules'), join(root, 'node_modules'));
  else await run('npm', ['ci', '--silent', '--no-audit', '--no-fund'], { cwd: root });
}

import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildArt } from './build-art.ts';

const root = new URL('../../', import.meta.url);
const CONTENT = fileURLToPath(new URL('content/', root));
const LOCK = fileURLToPath(new URL('package-lock.json', root));
const KEPT = fileURLToPath(new URL('node_modules/.cache/art/', root));

/**
 * The folder with all artwork and its `art.json`. It is drawn, which takes some ten seconds, only when anything in
 * `content/` or any package has changed since the last time.
 */
export async function keepArt(): Promise<string> {
  const folder = join(KEPT, await fingerprintOf(CONTENT, LOCK));
  // Written last, so its presence means that everything else is there.
  if (!existsSync(join(folder, 'art.json'))) {
    await rm(KEPT, { recursive: true, force: true });
    await buildArt(folder);
  }
  return folder;
}

/** A hash of the names and bytes of all files in that folder, and of those files. */
export async function fingerprintOf(folder: string, ...files: readonly string[]): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const inFolder = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const hash = createHash('sha256');
  for (const file of [...inFolder.toSorted(), ...files]) {
    const bytes = await readFile(file);
    hash.update(`${relative(folder, file)} ${bytes.length} `).update(bytes);
  }
  return hash.digest('hex').slice(0, 16);
}

if (import.meta.main) {
  const outDir = process.argv[2];
  if (!outDir) throw new Error('usage: node content/art/keep-art.ts <outDir>');
  await cp(await keepArt(), outDir, { recursive: true });
}

import { mkdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { EmbeddedPostgresRefusal, errorCode, unless } from './refusal.ts';

/**
 * Creates the data directory and missing parents. Node's own `recursive` never ends below a folder such as `/proc`,
 * which refuses new folders and reports each parent as missing.
 */
export async function makeFolders(folder: string, mode?: number): Promise<void> {
  const parent = path.dirname(folder);
  if (parent !== folder && !(await unless('ENOENT', stat(parent)))) await makeFolders(parent, mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (errorCode(error) === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    throw new EmbeddedPostgresRefusal(`DATA_DIR cannot be created at ${folder} (${errorCode(error)})`, error);
  }
}

import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A new folder for an embedded PostgreSQL. Under root, the database's own account must reach it; otherwise the cluster
 * would go below /var/lib and not be removed with the folder.
 */
export async function makeDataDirectory(name: string, parent = tmpdir()): Promise<string> {
  const folder = await mkdtemp(join(parent, `summit-${name}-`));
  await chmod(folder, 0o711);
  return folder;
}

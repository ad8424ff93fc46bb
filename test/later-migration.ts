import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const MIGRATIONS = new URL('../src/server/db/migrations/', import.meta.url);

/** With a folder of the site's migrations and one more, which a later release could have. */
export async function withLaterMigration<T>(
  statements: string,
  work: (folder: URL) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'summit-migrations-'));
  try {
    await cp(MIGRATIONS, folder, { recursive: true });
    await writeFile(join(folder, '9000_later.sql'), statements);
    return await work(pathToFileURL(`${folder}/`));
  } finally {
    await rm(folder, { recursive: true });
  }
}

import { randomUUID } from 'node:crypto';
import { inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts';
import { administer, databaseUrl } from './start-postgres.ts';

export interface TestDatabase extends OpenDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A fresh, migrated database of one's own, copied from the template in some 30 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url: cluster, template } = inject('postgres');
  const name = `summit_${randomUUID().replaceAll('-', '')}`;
  await administer(cluster, `CREATE DATABASE ${name} TEMPLATE ${template}`);
  const url = databaseUrl(cluster, name);
  const open = await openDatabase(url, (error) => {
    throw error;
  });
  return {
    ...open,
    url,
    drop: async () => {
      await open.close();
      await administer(cluster, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

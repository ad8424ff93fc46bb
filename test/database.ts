import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { type OpenDatabase, openDatabase } from '#server/db/open-database.ts';
import { databaseUrl } from './start-postgres.ts';

export interface TestDatabase extends OpenDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** Of this process, for all its test databases: each connection costs PostgreSQL a process. */
let administrators: pg.Pool | undefined;

function administer(cluster: string, statement: string): Promise<unknown> {
  if (!administrators) {
    administrators = new pg.Pool({ connectionString: cluster, max: 1, allowExitOnIdle: true });
    // The cluster may end while a connection idles.
    administrators.on('error', () => {});
  }
  return administrators.query(statement);
}

/** A fresh, migrated database, copied from the template in about 30 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  // Set only under Vitest; the bench brings its own database.
  const { inject } = await import('vitest');
  const { url: cluster, template } = inject('postgres');
  const name = `summit_${randomUUID().replaceAll('-', '')}`;
  // Writes far less to the log than PostgreSQL's default.
  await administer(cluster, `CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const url = databaseUrl(cluster, name);
  let isDropping = false;
  const open = await openDatabase(url, (error) => {
    // The pool ends before its sockets do, so the drop may cut the last of them.
    if (!isDropping) throw error;
  });
  return {
    ...open,
    url,
    drop: async () => {
      isDropping = true;
      await open.close();
      await administer(cluster, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

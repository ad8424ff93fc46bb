import type { Database } from './open-database.ts';

/** A query outside transactions that Drizzle prepares once for each database. */
export function prepared<Query>(make: (db: Database) => Query): (db: Database) => Query {
  const queries = new WeakMap<Database, Query>();
  return (db) => {
    const query = queries.get(db) ?? make(db);
    queries.set(db, query);
    return query;
  };
}

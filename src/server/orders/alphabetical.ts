import { type Column, type SQL, sql } from '../db/drizzle.ts';

/** For sorting names as people expect, whatever the collation of the database (R-SEARCH-2). */
export function alphabetical(name: Column): SQL {
  return sql`${name} COLLATE "und-x-icu"`;
}

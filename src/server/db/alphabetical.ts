import { type Column, type SQL, sql } from './drizzle.ts';

/** Sorts names as people expect, whatever the database's collation (R-SEARCH-2). */
export function alphabetical(name: Column): SQL {
  return sql`${name} COLLATE "und-x-icu"`;
}

/** Lower case as in JavaScript, whatever the database's collation. */
export function lowered(text: SQL): SQL {
  return sql`lower(${text} COLLATE "und-x-icu")`;
}

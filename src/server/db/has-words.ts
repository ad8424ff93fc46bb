import { and, type Column, type SQL, sql } from './drizzle.ts';

/** `text` is normalized by the database's `search_form`. Empty input matches everything. */
export function hasWords(text: Column | SQL, typed: string): SQL | undefined {
  const words = new Set(typed.split(/\s+/).filter((word) => word !== ''));
  return and(...[...words].map((word) => sql`${text} LIKE search_pattern(${word})`));
}

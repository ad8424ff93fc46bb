import { type SQL, sql } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';

/** A column with rows that contain one of the words. */
export interface Mention {
  readonly table: string;
  readonly column: string;
  readonly rows: number;
}

interface TextColumn extends Record<string, unknown> {
  readonly schema: string;
  readonly table: string;
  readonly column: string;
}

/**
 * Searches every text column of every table, including the job queue's, for words in lower case. It reads all rows:
 * fine for one person's request, not for every day.
 */
export async function findMentions(
  db: Database | Transaction,
  words: readonly string[],
): Promise<readonly Mention[]> {
  const { rows: columns } = await db.execute<TextColumn>(sql`
    SELECT c.table_schema AS schema, c.table_name AS table, c.column_name AS column
    FROM information_schema.columns c
    JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE t.table_type = 'BASE TABLE' AND c.table_schema NOT IN ('pg_catalog', 'information_schema')
      AND (c.data_type IN ('text', 'character varying', 'character', 'json', 'jsonb') OR c.udt_name IN ('_text', '_varchar'))
    ORDER BY 1, 2, c.ordinal_position`);
  const mentions: Mention[] = [];
  for (const { schema, table, column } of columns) {
    const { rows } = await db.execute<{ count: number }>(sql`
      SELECT count(*)::int AS count FROM ONLY ${sql.identifier(schema)}.${sql.identifier(table)}
      WHERE ${says(sql`${sql.identifier(column)}`, words)}`);
    const count = rows[0]!.count;
    const name = schema === 'public' ? table : `${schema}.${table}`;
    if (count > 0) mentions.push({ table: name, column, rows: count });
  }
  return mentions;
}

/** Whether a text or JSON expression contains one of the phrases, which are in lower case, as whole words. */
export function says(expression: SQL, words: readonly string[]): SQL {
  return sql`says_one_of(${expression}::text, ${sql.param([...words])}::text[])`;
}

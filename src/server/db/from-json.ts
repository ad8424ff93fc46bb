import { type AnyPgTable, getTableColumns } from './drizzle.ts';

/** A row that a statement returned as JSON, with the database's column names. */
export type JsonRow = Readonly<Record<string, unknown>>;

/** The same row as Drizzle reads it from `table`. */
export function fromJson<Table extends AnyPgTable>(table: Table, row: JsonRow): Table['$inferSelect'] {
  const values = Object.entries(getTableColumns(table)).map(([key, column]) => {
    const value = row[column.name] ?? null;
    return [key, value === null ? null : column.mapFromDriverValue(value)];
  });
  return Object.fromEntries(values);
}

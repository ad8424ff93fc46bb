import {
  drizzle,
  getTableColumns,
  getTableName,
  is,
  Param,
  PgDialect,
  type PgTable,
  Placeholder,
  QueryPromise,
  SQL,
  type SQLWrapper,
  sql,
} from './drizzle.ts';
import type { Database, Transaction } from './open-database.ts';

/** Makes the parts of statements; it is connected to nothing. */
export const builder = drizzle.mock();

/** Text and parameters of a statement, some of them placeholders. */
interface Built {
  readonly id: number;
  readonly text: string;
  readonly params: readonly unknown[];
}

/**
 * A statement that is built once in a process, from the values of its first run: later runs only put theirs into its
 * placeholders. `a.b` stands for the `b` of the value `a`.
 */
export function statement<Values extends object, Row extends object = object>(
  make: (first: Values) => SQLWrapper,
): (db: Database | Transaction, values: Values) => Write<Row> {
  let built: Built | undefined;
  return (db, values) => {
    built ??= build(make(values));
    return new Write<Row>(db, built, values);
  };
}

let builtSoFar = 0;

function build(made: SQLWrapper): Built {
  const { sql: text, params } = new PgDialect().sqlToQuery(made.getSQL());
  builtSoFar += 1;
  return { id: builtSoFar, text, params };
}

/** A run of a statement. It runs when awaited, or with others in `writeTogether`. */
export class Write<Row extends object = object> extends QueryPromise<Row[]> {
  readonly #db: Database | Transaction;
  readonly built: Built;
  readonly params: unknown[];

  constructor(db: Database | Transaction, built: Built, values: object) {
    super();
    this.#db = db;
    this.built = built;
    this.params = built.params.map((param) => fill(param, values));
  }

  override execute(): Promise<Row[]> {
    return runBuilt(this.#db, this.built.text, this.params);
  }
}

const together = new Map<string, string>();

/**
 * Sends several writes as one statement, in a single round trip, and resolves to the rows of the last one. None of them
 * sees what another does, and no two may write the same row.
 */
export function writeTogether<Row extends object>(
  db: Database | Transaction,
  writes: readonly Write[],
): Promise<Row[]> {
  const key = writes.map(({ built }) => built.id).join();
  const text = together.get(key) ?? join(writes.map(({ built }) => built));
  together.set(key, text);
  return runBuilt(
    db,
    text,
    writes.flatMap(({ params }) => params),
  );
}

function join(all: readonly Built[]): string {
  let before = 0;
  const parts = all.map(({ text, params }, index) => {
    const shift = before;
    before += params.length;
    const renumbered = text.replaceAll(/\$(\d+)/g, (_, at: string) => `$${Number(at) + shift}`);
    return isList(text) ? renumbered.replace(LIST, '') : `write_${index} AS (${renumbered})`;
  });
  const answers = /\breturning\b/i.test(all.at(-1)!.text);
  return `WITH ${parts.join(', ')} ${answers ? `TABLE write_${all.length - 1}` : 'SELECT'}`;
}

/** Several writes that use each other: a WITH clause and nothing but `SELECT` after it. */
const LIST = /^\s*WITH\b|\bSELECT\s*$/g;

function isList(text: string): boolean {
  return /^\s*WITH\b/.test(text);
}

async function runBuilt<Row extends object>(
  db: Database | Transaction,
  text: string,
  params: unknown[],
): Promise<Row[]> {
  const { rows } = await db.execute(new BuiltSql(text, params));
  return rows as unknown as Row[];
}

/** What Drizzle would build each time. */
class BuiltSql extends SQL {
  readonly #query: { sql: string; params: unknown[] };

  constructor(text: string, params: unknown[]) {
    super([]);
    this.#query = { sql: text, params };
  }

  override toQuery() {
    return this.#query;
  }
}

function fill(param: unknown, values: object): unknown {
  if (is(param, Placeholder)) return lookUp(param.name, values);
  if (!is(param, Param) || !is(param.value, Placeholder)) return param;
  const value = lookUp(param.value.name, values);
  return value === null ? null : param.encoder.mapToDriverValue(value);
}

function lookUp(name: string, values: object): unknown {
  const dot = name.indexOf('.');
  const owner = dot < 0 ? values : (values as Record<string, object>)[name.slice(0, dot)];
  return (owner as Record<string, unknown>)[name.slice(dot + 1)] ?? null;
}

/** A query outside transactions that Drizzle prepares once for each database. */
export function prepared<Query>(make: (db: Database) => Query): (db: Database) => Query {
  const queries = new WeakMap<Database, Query>();
  return (db) => {
    const query = queries.get(db) ?? make(db);
    queries.set(db, query);
    return query;
  };
}

/** The row's columns with placeholders: `of.column`. */
export function placeholders<Row extends object>(of: string, row: Row): Row {
  const named = Object.keys(row).map((column) => [column, sql.placeholder(`${of}.${column}`)]);
  return Object.fromEntries(named) as Row;
}

/** The table's columns, of the table or of what stands for it, for a statement whose rows `readRow` reads. */
export function columnsOf(table: PgTable, alias = getTableName(table)): SQL {
  const columns = Object.values(getTableColumns(table));
  return sql.join(
    columns.map(({ name }) => sql`${sql.identifier(alias)}.${sql.identifier(name)}`),
    sql`, `,
  );
}

/** A row of the table as Drizzle would give it, from one as the driver does. */
export function readRow<Table extends PgTable>(
  table: Table,
  raw: Record<string, unknown>,
): Table['$inferSelect'] {
  const values = Object.entries(getTableColumns(table)).map(([key, column]) => {
    const value = raw[column.name] ?? null;
    return [key, value === null ? null : column.mapFromDriverValue(value)];
  });
  return Object.fromEntries(values) as Table['$inferSelect'];
}

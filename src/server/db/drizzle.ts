import { createRequire } from 'node:module';
import type * as Orm from 'drizzle-orm';
import type * as NodePostgres from 'drizzle-orm/node-postgres';
import type * as PgCore from 'drizzle-orm/pg-core';

export type { Column, SQLWrapper } from 'drizzle-orm';
/** Also exported as a value below. */
export type SQL<T = unknown> = Orm.SQL<T>;
export type PgTable = PgCore.PgTable;
export type Placeholder = Orm.Placeholder;
export type { NodePgDatabase } from 'drizzle-orm/node-postgres';
export type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core';

/**
 * Drizzle, for the whole server. `require` instead of `import`, which takes a third of the startup time: for each file
 * of an ES module package, Node parses the package's list of exports again, 180 kB here.
 */
const require = createRequire(import.meta.url);

export const {
  and,
  asc,
  count,
  DrizzleQueryError,
  desc,
  eq,
  exists,
  getTableColumns,
  getTableName,
  gt,
  gte,
  ilike,
  inArray,
  is,
  isNotNull,
  isNull,
  like,
  lt,
  lte,
  max,
  ne,
  not,
  notExists,
  notInArray,
  or,
  Placeholder,
  SQL,
  sql,
  TransactionRollbackError,
} = require('drizzle-orm') as typeof Orm;

export const { drizzle } = require('drizzle-orm/node-postgres') as typeof NodePostgres;

export const {
  bigint,
  bigserial,
  boolean,
  customType,
  date,
  integer,
  jsonb,
  numeric,
  PgTable,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  uuid,
} = require('drizzle-orm/pg-core') as typeof PgCore;

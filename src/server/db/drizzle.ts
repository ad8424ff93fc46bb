import { createRequire } from 'node:module';
import type * as Orm from 'drizzle-orm';
import type * as NodePostgres from 'drizzle-orm/node-postgres';
import type * as PgCore from 'drizzle-orm/pg-core';

export type { Column, SQL, SQLWrapper } from 'drizzle-orm';
export type { NodePgDatabase } from 'drizzle-orm/node-postgres';
export type { AnyPgColumn, AnyPgTable } from 'drizzle-orm/pg-core';

/**
 * Drizzle, for all of the server. For each file of an ES module package Node parses that package's list of exports
 * anew, which is 180 kB here: imported, Drizzle is a third of the time in which the site starts. Required, it is not.
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
  lt,
  lte,
  max,
  ne,
  not,
  notExists,
  notInArray,
  or,
  sql,
} = require('drizzle-orm') as typeof Orm;

export const { drizzle } = require('drizzle-orm/node-postgres') as typeof NodePostgres;

export const {
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

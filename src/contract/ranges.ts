import * as z from 'zod/mini';

// What the database can store. Apart from `fields.ts`, which visitors' pages load.

/** The largest integer of a database column. */
const MOST = 2_147_483_647;

/** A row's id. */
export const rowId = z.int().check(z.gte(1), z.lte(MOST));
export const count = z.int().check(z.gte(0), z.lte(MOST));

/** An instant in 1970, where a reset clock starts, or later. Days before the year 1000 lack a four-digit year. */
export const givenInstant = (message: string) =>
  z.iso.datetime(message).check(z.refine((text) => text >= '1970', message));

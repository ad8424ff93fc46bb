import { type Cents, centsFromDollars, dollarsFromCents } from '#domain/money.ts';
import { customType, timestamp } from '../drizzle.ts';

export const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Dollars in the database, cents in every query. */
export const dollars = customType<{ data: Cents; driverData: string }>({
  dataType: () => 'numeric(10, 2)',
  fromDriver: centsFromDollars,
  toDriver: dollarsFromCents,
});

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

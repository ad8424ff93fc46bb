import * as z from 'zod/mini';
import { type Cents, centsFromDollars, dollarsFromCents } from '#domain/money.ts';

const MOST = 99_999_999;

/** A JSON number of dollars on the wire, whole cents in the code. May be negative. */
export const signedDollars = z.codec(
  z.number('Expected an amount in dollars').check(
    z.gte(-MOST, 'That amount is too small'),
    z.lte(MOST, 'That amount is too large'),
    z.refine((value) => Math.abs(value - Number(value.toFixed(2))) < 1e-8, 'Expected dollars and cents'),
  ),
  z.int(),
  {
    decode: (dollars): Cents => centsFromDollars(dollars.toFixed(2)),
    encode: (cents): number => Number(dollarsFromCents(cents)),
  },
);

/** A price or a discount. */
export const dollars = signedDollars.check(z.gte(0, 'Amount must be non-negative'));

/** Dollars as text on the wire, such as `"20.00"`; cents in the code. */
export const dollarsText = z.codec(
  z.string().check(z.regex(/^\d+\.\d\d$/, 'Expected dollars and cents')),
  z.int(),
  { decode: centsFromDollars, encode: dollarsFromCents },
);

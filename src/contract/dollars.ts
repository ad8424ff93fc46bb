import * as z from 'zod/mini';
import { type Cents, centsFromDollars, dollarsFromCents } from '#domain/money.ts';
import * as fieldWords from './words/fields.ts';

const MOST = 99_999_999;

/** A JSON number of dollars on the wire, whole cents in the code. May be negative. */
export const signedDollars = z.codec(
  z.number(fieldWords.dollars).check(
    z.gte(-MOST, fieldWords.amountTooSmall),
    z.lte(MOST, fieldWords.amountTooLarge),
    z.refine((value) => Math.abs(value - Number(value.toFixed(2))) < 1e-8, fieldWords.dollarsAndCents),
  ),
  z.int(),
  {
    decode: (dollars): Cents => centsFromDollars(dollars.toFixed(2)),
    encode: (cents): number => Number(dollarsFromCents(cents)),
  },
);

/** A price or a discount. */
export const dollars = signedDollars.check(z.gte(0, fieldWords.negativeAmount));

/** Dollars as text on the wire, such as `"20.00"`; cents in the code. */
export const dollarsText = z.codec(
  z.string().check(z.regex(/^\d+\.\d\d$/, fieldWords.dollarsAndCents)),
  z.int(),
  { decode: centsFromDollars, encode: dollarsFromCents },
);

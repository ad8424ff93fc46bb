import * as z from 'zod';
import { invalid } from './refusal.ts';

/** Checks a call's parameters; Square refuses unknown ones, too. */
export function readParams<S extends z.ZodType>(params: S, given: unknown): z.output<S> {
  const result = params.safeParse(given);
  if (result.success) return result.data;
  const { path, message } = result.error.issues[0]!;
  throw invalid('BAD_REQUEST', message, path.join('.') || undefined);
}

export const noParams = z.strictObject({});

export const text = (longest: number) => z.string().min(1).max(longest);

/** Cents, in the location's only currency. */
export const money = z.strictObject({ amount: z.int().min(1), currency: z.literal('USD') });

export const address = z
  .strictObject({
    address_line_1: text(500),
    address_line_2: text(500),
    locality: text(300),
    administrative_district_level_1: text(200),
    postal_code: text(12),
    country: z.literal('US'),
  })
  .partial();

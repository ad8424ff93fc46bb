import type { Square } from 'square';
import { invalid } from './refusal.ts';

/** Reads one parameter from JSON or the query, or throws Square's error for it. */
export type Param<T> = (value: unknown, field: string) => T;

type Read<F, R extends keyof F> = { [K in R]: ReadOf<F[K]> } & { [K in Exclude<keyof F, R>]?: ReadOf<F[K]> };
type ReadOf<P> = P extends Param<infer T> ? T : never;

/** @param must names of the required parameters */
export function fields<F extends Record<string, Param<unknown>>, R extends keyof F & string = never>(
  known: F,
  must: readonly R[],
  unknownCode: Square.ErrorCode = 'UNKNOWN_BODY_PARAMETER',
): Param<Read<F, R>> {
  return (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw invalid('EXPECTED_OBJECT', 'Expected an object.', at);
    const path = (key: string) => (at === '' ? key : `${at}.${key}`);
    const read: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      const param = Object.hasOwn(known, key) ? known[key] : undefined;
      if (!param) throw invalid(unknownCode, `The parameter ${path(key)} is not recognized.`, path(key));
      // Square's SDK sends null for an absent value.
      if (inner !== null) read[key] = param(inner, path(key));
    }
    const absent = must.find((key) => !Object.hasOwn(read, key));
    if (absent !== undefined)
      throw invalid('MISSING_REQUIRED_PARAMETER', 'Missing required parameter.', path(absent));
    return read as Read<F, R>;
  };
}

export const text =
  (longest: number): Param<string> =>
  (value, field) => {
    if (typeof value !== 'string') throw invalid('EXPECTED_STRING', 'Expected a string value.', field);
    if (value === '') throw invalid('VALUE_TOO_SHORT', 'Field must not be blank.', field);
    if (value.length <= longest) return value;
    throw invalid('VALUE_TOO_LONG', `Field must not be greater than ${longest} in length.`, field);
  };

export const flag: Param<boolean> = (value, field) => {
  if (typeof value === 'boolean') return value;
  throw invalid('EXPECTED_BOOLEAN', 'Expected a boolean value.', field);
};

const integer: Param<number> = (value, field) => {
  if (Number.isSafeInteger(value)) return Number(value);
  throw invalid('EXPECTED_INTEGER', 'Expected an integer value.', field);
};

export const oneOf =
  <const T extends string>(...options: readonly T[]): Param<T> =>
  (value, field) => {
    const found = options.find((option) => option === value);
    if (found !== undefined) return found;
    throw invalid('INVALID_ENUM_VALUE', `\`${String(value)}\` is not one of ${options.join(', ')}.`, field);
  };

/** Minor units. */
export const money = (currency: Square.Currency): Param<{ amount: number; currency: Square.Currency }> => {
  const parts = fields({ amount: integer, currency: text(3) }, ['amount', 'currency']);
  return (value, field) => {
    const read = parts(value, field);
    if (read.currency !== currency) {
      const why = `This merchant can only process payments in ${currency}, but amount was provided in ${read.currency}`;
      throw invalid('INVALID_VALUE', why, `${field}.currency`);
    }
    if (read.amount < 1)
      throw invalid('VALUE_TOO_LOW', 'The amount must be greater than 0.', `${field}.amount`);
    return { amount: read.amount, currency };
  };
};

export const address = fields(
  {
    address_line_1: text(500),
    address_line_2: text(500),
    locality: text(300),
    administrative_district_level_1: text(200),
    postal_code: text(12),
    country: text(2) as Param<Square.Country>,
  },
  [],
);

/** An instant in RFC 3339, in milliseconds. */
export const instant: Param<number> = (value, field) => {
  const read = text(40)(value, field);
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(read) ? Date.parse(read) : NaN;
  if (!Number.isNaN(at)) return at;
  throw invalid('INVALID_TIME', 'Expected an RFC 3339 timestamp.', field);
};

/** A whole number in a query. */
export const digits: Param<number> = (value, field) => {
  if (typeof value === 'string' && /^\d{1,15}$/.test(value)) return Number(value);
  throw invalid('EXPECTED_INTEGER', 'Expected an integer value.', field);
};

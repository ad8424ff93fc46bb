import type { FormTree, FormValue } from './form.ts';
import { invalid } from './refusal.ts';

/** Reads one parameter from its wire form, or throws Stripe's error for it. */
export type Param<T> = (value: FormValue, name: string) => T;

type Read<F, R extends keyof F> = { [K in R]: ReadOf<F[K]> } & { [K in Exclude<keyof F, R>]?: ReadOf<F[K]> };
type ReadOf<P> = P extends Param<infer T> ? T : never;

/** @param must names of the required parameters */
export function hash<F extends Record<string, Param<unknown>>, R extends keyof F & string = never>(
  fields: F,
  ...must: R[]
): Param<Read<F, R>> {
  return (value, name) => {
    if (typeof value === 'string') throw invalid(`Invalid object: ${value}`, undefined, name);
    const path = (key: string) => (name === '' ? key : `${name}[${key}]`);
    const read: Record<string, unknown> = {};
    for (const [key, inner] of Object.entries(value)) {
      const param = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (!param) throw invalid(`Received unknown parameter: ${path(key)}`, 'parameter_unknown', path(key));
      read[key] = param(inner, path(key));
    }
    const absent = must.find((key) => !Object.hasOwn(read, key));
    if (absent !== undefined) throw missing(path(absent));
    return read as Read<F, R>;
  };
}

export function missing(name: string) {
  return invalid(`Missing required param: ${name}.`, 'parameter_missing', name);
}

export const text: Param<string> = (value, name) => {
  if (typeof value !== 'string') throw invalid('Invalid string: {}', undefined, name);
  if (value !== '') return value;
  const why = `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset.`;
  throw invalid(why, 'parameter_invalid_empty', name);
};

export const integer: Param<number> = (value, name) => {
  const read = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isSafeInteger(read)) return read;
  throw invalid(`Invalid integer: ${shown(value)}`, 'parameter_invalid_integer', name);
};

export const atLeast =
  (least: number): Param<number> =>
  (value, name) => {
    const read = integer(value, name);
    if (read >= least) return read;
    throw invalid(`This value must be greater than or equal to ${least}.`, 'parameter_invalid_integer', name);
  };

export const decimal: Param<number> = (value, name) => {
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value)) return Number(value);
  throw invalid(`Invalid decimal: ${shown(value)}`, undefined, name);
};

export const flag: Param<boolean> = (value, name) => {
  if (value === 'true' || value === 'false') return value === 'true';
  throw invalid(`Invalid boolean: ${shown(value)}`, undefined, name);
};

export const oneOf =
  <const T extends string>(...options: readonly T[]): Param<T> =>
  (value, name) => {
    const found = options.find((option) => option === value);
    if (found !== undefined) return found;
    throw invalid(`Invalid ${name}: must be one of ${options.join(', ')}`, undefined, name);
  };

export const list =
  <T>(item: Param<T>): Param<T[]> =>
  (value, name) => {
    if (typeof value === 'string') throw invalid('Invalid array', undefined, name);
    return Object.entries(value).map(([key, inner]) => item(inner, `${name}[${key}]`));
  };

/** An empty value deletes its key; `''` deletes all. */
export const metadata: Param<Record<string, string> | ''> = (value, name) => {
  if (value === '') return '';
  if (typeof value === 'string') throw invalid('Invalid metadata', undefined, name);
  const read: Record<string, string> = {};
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'string') throw invalid('Metadata values must be strings.', undefined, name);
    if (inner.length > 500) throw invalid('Metadata values can have up to 500 characters.', undefined, name);
    read[key] = inner;
  }
  return read;
};

export function mergeMetadata(
  old: Readonly<Record<string, string>>,
  change: Record<string, string> | '' | undefined,
): Record<string, string> {
  if (change === '') return {};
  return Object.fromEntries(Object.entries({ ...old, ...change }).filter(([, value]) => value !== ''));
}

export const currency: Param<string> = (value, name) => {
  const read = text(value, name).toLowerCase();
  if (Object.hasOwn(minimumCharge, read)) return read;
  const known = Object.keys(minimumCharge).join(', ');
  throw invalid(`Invalid currency: ${read}. The sandbox knows: ${known}`, undefined, name);
};

/** The smallest charge in minor units, by currency. */
export const minimumCharge: Readonly<Record<string, number>> = { usd: 50, eur: 50, jpy: 50 };

export const largestCharge = 99_999_999;

export const url: Param<string> = (value, name) => {
  const read = text(value, name);
  if (/^[a-z][a-z0-9+.-]*:\/\/[^\s]+$/i.test(read)) return read;
  throw invalid('Not a valid URL', 'url_invalid', name);
};

export const instant = atLeast(1);

export interface Range {
  gte?: number;
}

/** `created[gte]=5` */
export const range: Param<Range> = hash({ gte: integer });

const shown = (value: FormValue | FormTree) => (typeof value === 'string' ? value : '{}');

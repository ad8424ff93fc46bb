import * as z from 'zod';
import { invalid } from './refusal.ts';

/** A form body or query in Stripe's bracket notation, as a tree: `a[0][b]=c` is `{ a: { 0: { b: 'c' } } }`. */
export interface Form {
  [key: string]: string | Form;
}

export function parseForm(text: string): Form {
  const root = emptyForm();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/[[\]]+/).filter(Boolean);
    const last = path.pop() ?? '';
    const parent = path.reduce((node, key) => {
      node[key] ??= emptyForm();
      return node[key] as Form;
    }, root);
    parent[last] = value;
  }
  return root;
}

/** Inherits nothing, so that a parameter named `constructor` reaches no object but this one. */
function emptyForm(): Form {
  return Object.create(null) as Form;
}

/** Checks a call's parameters; Stripe refuses unknown ones, too. */
export function readParams<S extends z.ZodType>(params: S, form: unknown): z.output<S> {
  const result = params.safeParse(form);
  if (result.success) return result.data;
  const issue = result.error.issues[0]!;
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const [first, ...rest] = [...issue.path, ...unknown].map(String);
  const name = `${first}${rest.map((key) => `[${key}]`).join('')}`;
  if (unknown.length > 0) throw invalid(`Received unknown parameter: ${name}`, 'parameter_unknown', name);
  throw invalid(`${name}: ${issue.message}`, undefined, name);
}

export const noParams = z.strictObject({});

export const text = z.string().min(1);

/** All values of a form are text. */
export const integer = z.coerce.number().int();

export const list = <T extends z.ZodType>(item: T) =>
  z.record(z.string(), item).transform((items) => Object.values(items));

export const metadata = z.record(z.string(), z.string().max(500)).default({});

/** Yen are for payments that match no order. */
export const currency = z.enum(['usd', 'jpy']);

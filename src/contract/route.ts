import * as z from 'zod/mini';
import type { Permission } from '#domain/access.ts';

type Schema = z.ZodMiniType;

/** One API call: everything the server needs to check it and the browser needs to make it. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Path parameters are written `{name}`, as in the specification. */
  readonly path: string;
  readonly permission: Permission;
  readonly query?: Schema;
  readonly body?: Schema;
  readonly response: Schema;
}

export type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name | keyof PathParams<Rest>]: string }
  : { readonly [K in never]: string };

export type InputOf<S extends Schema | undefined> = S extends Schema ? z.input<S> : undefined;
export type ParsedOf<S extends Schema | undefined> = S extends Schema ? z.output<S> : undefined;

/** The response as sent. Fields that the schema doesn't name are dropped. */
export function encodeResponse<R extends Route>(route: R, response: ParsedOf<R['response']>): unknown {
  return z.encode(route.response, response);
}

export const route = <const R extends Route>(definition: R): R => definition;

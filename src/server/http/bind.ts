import type { HttpBindings } from '@hono/node-server';
import type { Hono, Context as HonoContext } from 'hono';
import type { ErrorCode } from '#contract/errors.ts';
import { encodeResponse, type ParsedOf, type PathParams, type Route } from '#contract/route.ts';
import { type AccessVerdict, access, type Permission } from '#domain/access.ts';
import type { Context } from '../context.ts';
import { Refusal } from '../errors.ts';
import type { PdfFile } from '../pdf/sheet.ts';
import { genericMessage } from './generic-message.ts';
import type { HttpEnv } from './http-env.ts';
import { isStorable, readJson, refuseUnstorable } from './read-json.ts';
import type { Session } from './sessions.ts';

export interface Call<R extends Route> {
  readonly params: PathParams<R['path']>;
  readonly query: ParsedOf<R['query']>;
  readonly body: ParsedOf<R['body']>;
  readonly session: Session;
  /** Response headers. */
  readonly headers: Headers;
}

export type Handler<R extends Route> = (ctx: Context, call: Call<R>) => Promise<ParsedOf<R['response']>>;

/** Serves one route of the contract: checks permission and input, then calls the use case. */
export function bind<R extends Route>(app: Hono<HttpEnv>, route: R, handler: Handler<R>): void {
  app.on(route.method, honoPath(route), async (c) => {
    const call = await readCall(c, route);
    const response = await handler(c.get('ctx'), call);
    call.headers.forEach((value, name) => {
      c.header(name, value);
    });
    return c.json(encodeResponse(route, response));
  });
}

export interface Download {
  /** The file name for the browser; ASCII. */
  readonly fileName: string;
  readonly type: string;
  /** Read only as fast as the browser downloads. */
  readonly body: AsyncIterable<string | Uint8Array>;
}

/** The body of a file that is ready. */
export async function* once<T extends string | Uint8Array>(file: T): AsyncGenerator<T> {
  yield file;
}

export function pdfDownload({ fileName, file }: PdfFile): Download {
  return { fileName, type: 'application/pdf', body: once(file) };
}

/** Serves a route whose response is a file, streamed as it is produced. */
export function bindDownload<R extends Route>(
  app: Hono<HttpEnv>,
  route: R,
  handler: (ctx: Context, call: Call<R>) => Promise<Download>,
): void {
  app.on(route.method, honoPath(route), async (c) => {
    const { log, requestId } = c.get('ctx');
    const { fileName, type, body } = await handler(c.get('ctx'), await readCall(c, route));
    const parts = body[Symbol.asyncIterator]();
    // A failure before the first byte is answered like any other call's.
    const first = await parts.next();
    c.header('content-type', type);
    c.header('content-disposition', `attachment; filename="${fileName}"`);
    const stream = streamOf(first, parts, (error) => {
      log.error({ err: error, requestId, path: c.req.routePath }, 'a download was cut off');
      // Hono would print the stream's error with the values of its query.
      (c.env as HttpBindings).outgoing.destroy();
    });
    return c.body(stream);
  });
}

/** Serves a route that leads to another address. */
export function bindRedirect<R extends Route>(
  app: Hono<HttpEnv>,
  route: R,
  handler: (ctx: Context, call: Call<R>) => Promise<string>,
): void {
  app.on(route.method, honoPath(route), async (c) =>
    c.redirect(await handler(c.get('ctx'), await readCall(c, route)), 303),
  );
}

function streamOf(
  first: IteratorResult<string | Uint8Array>,
  parts: AsyncIterator<string | Uint8Array>,
  breakOff: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  let ready: IteratorResult<string | Uint8Array> | null = first;
  return new ReadableStream({
    async pull(controller) {
      try {
        const next = ready ?? (await parts.next());
        ready = null;
        if (next.done) controller.close();
        else controller.enqueue(typeof next.value === 'string' ? encoder.encode(next.value) : next.value);
      } catch (error) {
        breakOff(error);
      }
    },
    async cancel() {
      await parts.return?.();
    },
  });
}

/** Answers 405 when a route of the contract is called with another method. Call it after all routes are bound. */
export function refuseOtherMethods(app: Hono<HttpEnv>, routes: readonly Route[]): void {
  for (const path of new Set(routes.map(honoPath))) {
    const own = routes.filter((route) => honoPath(route) === path).map(({ method }) => method);
    app.all(path, (c) => {
      c.header('allow', own.join(', '));
      throw new Refusal('method_not_allowed');
    });
  }
}

function honoPath(route: Route): string {
  return route.path.replaceAll(/\{(\w+)\}/g, ':$1');
}

async function readCall<R extends Route>(c: HonoContext<HttpEnv>, route: R): Promise<Call<R>> {
  demand(c.get('ctx'), route.permission);
  return {
    params: storable(c.req.param() as Record<string, string>, 'not_found'),
    query: route.query ? parse(route.query, storable(c.req.query(), 'invalid')) : undefined,
    body: route.body ? await readInput(c, route.body) : undefined,
    session: c.get('session'),
    headers: new Headers(),
  } as Call<R>;
}

async function readInput(c: HonoContext<HttpEnv>, schema: NonNullable<Route['body']>): Promise<unknown> {
  // Programs may leave out an optional body, and its content type with it.
  const isMissing = schema.safeParse(undefined).success && c.req.header('content-type') === undefined;
  const input = parse(schema, isMissing ? undefined : await readJson(c.req.raw));
  refuseUnstorable(input);
  return input;
}

/** Throws the refusal for an actor who lacks it. */
export function demand(ctx: Context, permission: Permission): void {
  const verdicts: Record<AccessVerdict, ErrorCode | null> = {
    allowed: null,
    sign_in_first: 'sign_in_first',
    forbidden: 'forbidden',
    join_first: 'door_phone_needed',
    phone_ended: 'door_phone_ended',
  };
  const code = verdicts[access(ctx.actor, permission, ctx.now)];
  if (code) throw new Refusal(code);
}

/** Throws `otherwise` for text that PostgreSQL can't store. */
export function storable<T extends Record<string, string>>(given: T, otherwise: ErrorCode): T {
  if (!Object.values(given).every(isStorable)) throw new Refusal(otherwise);
  return given;
}

function parse(schema: NonNullable<Route['body']>, input: unknown): unknown {
  const parsed = schema.safeParse(input, { error: genericMessage });
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const issue of parsed.error.issues) {
    const path = issue.path.map(String).join('.');
    fields[path] ??= issue.message;
  }
  throw new Refusal('invalid', { fields });
}

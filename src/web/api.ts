import type { ErrorBody, ErrorCode } from '#contract/errors.ts';
import type { InputOf, ParsedOf, PathParams, Route } from '#contract/route.ts';
import { syncClock } from './clock.ts';

// In brackets, so that a union is one value and not several cases.
type Without<K extends string, V> = [V] extends [undefined] ? { [P in K]?: undefined } : { [P in K]: V };
type CallInput<R extends Route> = Without<'body', InputOf<R['body']>> &
  Without<'params', keyof PathParams<R['path']> extends never ? undefined : PathParams<R['path']>> & {
    query?: InputOf<R['query']>;
    signal?: AbortSignal;
    timeLimitMs?: number;
  };
type CallArguments<R extends Route> =
  Record<string, never> extends CallInput<R> ? [CallInput<R>?] : [CallInput<R>];
type NeedsNoInput<R extends Route> = Record<string, never> extends CallInput<R> ? unknown : never;

/**
 * An unsuccessful response. `message` has the specified form `409: body`. People read `sentence`, the server's own, and
 * in forms `fields` (dotted path → sentence).
 */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | 'unreachable';
  readonly sentence: string;
  /** The sentence if it is the server's own, or says that the server is unreachable; otherwise null. */
  readonly ownSentence: string | null;
  readonly fields: Readonly<Record<string, string>>;

  constructor(status: number, text: string, body: Partial<ErrorBody>) {
    super(`${status}: ${text}`);
    this.status = status;
    this.code = body.code ?? 'internal';
    this.sentence = body.message ?? 'The server sent an unexpected response. Please try again in a moment.';
    this.ownSentence = body.message ?? null;
    this.fields = body.fields ?? {};
  }
}

/** For people. Errors of another kind are our mistakes, and their messages are for developers. */
export function sentenceOf(error: Error): string {
  return error instanceof ApiError ? error.sentence : UNEXPECTED;
}

const OUTDATED = 'This page is from an earlier version of the site. Please reload it.';
const UNEXPECTED = 'Something unexpected happened. Please try again.';

/** Makes one API call. Rejects with ApiError, also if the server is unreachable (status 0). */
export async function call<R extends Route>(
  route: R,
  ...[input]: CallArguments<R>
): Promise<ParsedOf<R['response']>> {
  return (await answerTo(route, input as Input)).data;
}

/** The query of a call that needs no input. Its key is the call's path. */
export function queryOf<R extends Route>(route: R & NeedsNoInput<R>) {
  return {
    queryKey: [route.path],
    queryFn: async ({ signal }: { signal: AbortSignal }) => (await answerTo<R>(route, { signal })).data,
  };
}

/** As `call`, for a page of a list, whose total is in `X-Total-Count`. */
export function callWithTotal<R extends Route>(route: R, ...[input]: CallArguments<R>) {
  return answerTo(route, input as Input);
}

async function answerTo<R extends Route>(
  route: R,
  input: Input = {},
): Promise<{ data: ParsedOf<R['response']>; total: number }> {
  const { response, content } = await send(route, input, (one) => one.text());
  if (!response.ok) throw refusalOf(response, content);
  const json = readJson(content);
  const parsed = route.response.safeParse(json);
  // Anything that doesn't match the contract, such as a proxy's own page, or data that an older page doesn't know.
  if (!parsed.success)
    throw Object.assign(new ApiError(200, content, {}), json !== undefined && { sentence: OUTDATED });
  const total = Number(response.headers.get('x-total-count'));
  return { data: parsed.data as ParsedOf<R['response']>, total };
}

/** The error for an unsuccessful response with this text. */
export function refusalOf({ status, statusText }: Response, text: string): ApiError {
  return new ApiError(status, text || statusText, (readJson(text) ?? {}) as Partial<ErrorBody>);
}

interface Input {
  readonly params?: Record<string, string>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
  readonly timeLimitMs?: number;
}

/** Longer than the server's own timeout for payment providers. */
const TIME_LIMIT_MS = 60_000;

/** A call's response and its content, whatever its status. Rejects with ApiError if the server is unreachable. */
export async function send<Content>(
  route: Route,
  { params, query, body, signal, timeLimitMs = TIME_LIMIT_MS }: Input,
  read: (response: Response) => Promise<Content>,
): Promise<{ response: Response; content: Content }> {
  const own = new AbortController();
  const passOn = () => own.abort(signal?.reason);
  signal?.addEventListener('abort', passOn);
  const timer = setTimeout(() => own.abort(), timeLimitMs);
  try {
    const response = await fetch(urlOf(route.path, params, query), {
      method: route.method,
      credentials: 'include',
      signal: own.signal,
      ...(body !== undefined && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    });
    const content = await read(response);
    syncClock(response.headers.get('x-now'));
    return { response, content };
  } catch (error) {
    if (signal?.aborted) throw error;
    const message = unreachableSentence(own.signal.aborted);
    throw Object.assign(new ApiError(0, message, { message }), { code: 'unreachable' });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', passOn);
  }
}

function unreachableSentence(isTooLate: boolean): string {
  const what = isTooLate
    ? 'The server took too long to respond.'
    : navigator.onLine
      ? 'The server cannot be reached.'
      : 'You are offline.';
  return `${what} Check your connection and try again.`;
}

function urlOf(
  path: string,
  params: Record<string, string> = {},
  query: Record<string, unknown> = {},
): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name]!));
  const search = new URLSearchParams(
    Object.entries(query)
      .filter(([, value]) => value !== undefined && value !== '')
      .map(([key, value]) => [key, String(value)]),
  );
  return search.size > 0 ? `${filled}?${search}` : filled;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

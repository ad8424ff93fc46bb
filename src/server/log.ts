import { DrizzleQueryError } from 'drizzle-orm';
import pino, { type Logger } from 'pino';

/** The process's log: JSON lines of ids and codes. Values of a query never reach it: they are people's data. */
export function createLog(level: string): Logger {
  return pino({ level, serializers: { err: (error: unknown) => describeError(error) } });
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string | undefined;
  readonly cause?: LoggedError;
}

export function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const isQuery = error instanceof DrizzleQueryError;
  const message = isQuery ? `a query failed: ${error.query}` : error.message;
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message,
    ...(code !== undefined && { code }),
    // The first line of a stack repeats the message, and with it the values.
    stack: error.stack
      ?.split('\n')
      .filter((line) => /^\s+at /.test(line))
      .join('\n'),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

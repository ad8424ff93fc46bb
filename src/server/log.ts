import fs from 'node:fs';
import pg from 'pg';
import pino, { type DestinationStream, type Logger } from 'pino';
import { DrizzleQueryError } from './db/drizzle.ts';
import { isDatabaseDown } from './db/open-database.ts';

const RETRY_MS = 100;
const MOST_WAITING = 1_000_000;
const standardOutput = openStandardOutput();

/** The process's log: JSON lines of ids and codes. Query values never reach it, because they are personal data. */
export function createLog(level: string, destination: DestinationStream = standardOutput): Logger {
  return pino(
    {
      level,
      // While the database is down, every request fails alike: the stacks would only fill the disk.
      serializers: { err: (error: unknown) => describeError(error, { stacks: !isDatabaseDown(error) }) },
      hooks: { streamWrite: mask },
    },
    destination,
  );
}

/**
 * Lines wait while one is written, so a slow reader delays nobody. If a write fails, as on a full disk or for a closed
 * terminal, it is retried every `RETRY_MS`. Lines beyond `MOST_WAITING` characters are dropped. Pino's own stream would
 * throw, and retry forever at the exit.
 */
function openStandardOutput(): DestinationStream {
  let waiting = '';
  let started: Buffer = Buffer.alloc(0);
  let state: 'idle' | 'writing' | 'refused' = 'idle';
  const rest = () => {
    if (started.length === 0) {
      started = Buffer.from(waiting);
      waiting = '';
    }
    return started;
  };
  const writeOn = () => {
    if (rest().length === 0) {
      state = 'idle';
      return;
    }
    state = 'writing';
    fs.write(1, started, (error, bytes) => {
      if (error) {
        state = 'refused';
        setTimeout(writeOn, RETRY_MS).unref();
      } else {
        started = started.subarray(bytes);
        writeOn();
      }
    });
  };
  process.once('exit', () => {
    // Node finishes what it is writing.
    if (state === 'writing') started = Buffer.alloc(0);
    try {
      while (rest().length > 0) started = started.subarray(fs.writeSync(1, started));
    } catch {
      // It still can't be written, so it is lost.
    }
  });
  return {
    write(line) {
      if (waiting.length < MOST_WAITING) waiting += line;
      if (state === 'idle') writeOn();
    },
  };
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  readonly stack?: string | undefined;
  readonly cause?: LoggedError;
}

const CAUSES_SHOWN = 5;

export function describeError(
  error: unknown,
  { causes = CAUSES_SHOWN, stacks = true }: { causes?: number; stacks?: boolean } = {},
): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: saidBy(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: messageOf(error),
    ...(code !== undefined && { code }),
    ...(stacks && { stack: framesOf(error) }),
    ...(error.cause !== undefined &&
      causes > 0 && { cause: describeError(error.cause, { causes: causes - 1, stacks }) }),
  };
}

/** A stack without its first line, which repeats the message, and with it the values. */
function framesOf({ stack }: Error): string | undefined {
  return stack
    ?.split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

/** The job queue reports its errors as plain objects with a copy of the message and of PostgreSQL's code. */
function saidBy(thrown: unknown): string {
  if (typeof thrown !== 'object' || thrown === null || !('message' in thrown)) return String(thrown);
  const isAboutValue = 'code' in thrown && String(thrown.code).startsWith('22');
  return isAboutValue ? 'a value cannot be stored' : String(thrown.message);
}

function messageOf(error: Error): string {
  if (error instanceof DrizzleQueryError) return `a query failed: ${error.query}`;
  // Class 22, data exceptions: PostgreSQL quotes the value that it rejects.
  if (error instanceof pg.DatabaseError && error.code?.startsWith('22')) return 'a value cannot be stored';
  return error.message;
}

/** Personal data in other programs' messages, such as the recipient in a mail server's. */
const MASKS: readonly [pattern: RegExp, shown: string][] = [
  [/\/\/[^\s/@"\\]{1,200}@/g, '//'],
  [/[^\s"'`<>()[\]{},;:\\/@]{1,64}@[^\s"'`<>()[\]{},;:\\/@]{1,255}/g, '…@…'],
  // Transaction ids and ticket codes.
  [/(?<![0-9A-Za-z])[0-9A-HJKMNP-TV-Z]{28,29}(?![0-9A-Za-z])/g, '…'],
  // The provider's payment ids open an order too; the last characters are enough to find it.
  [/\b(cs|pi)_(?:test_|live_)?\w{6,}(\w{6})\b/g, '$1_…$2'],
  [/\b(sk|rk|whsec)_\w+/g, '$1_…'],
  [/\b(Bearer|Basic) [\w.~+/=-]+/g, '$1 …'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '…'],
  // Card numbers; the log's own timestamps have 13 digits.
  [/(?<![\w.-])(?:\d[ -]?){13,18}\d(?![\w.-])/g, '…'],
];

function mask(line: string): string {
  return MASKS.reduce((text, [pattern, shown]) => text.replace(pattern, shown), line);
}

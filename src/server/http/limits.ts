import { ERROR_WORDS } from '#contract/words/errors.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { MINUTE } from '#domain/durations.ts';
import type { Context } from '../context.ts';
import { and, eq, gte, lte, sql } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { rateLimits } from '../db/tables.ts';
import { Refusal } from '../errors.ts';

export interface Limit {
  readonly key: string;
  /** Tries per window. */
  readonly max: number;
  /** Milliseconds. */
  readonly window: number;
}

/** Counts one try; refuses with `too_many_requests` beyond the limit, by default with the length of its window. */
export async function limitTries(
  db: Database | Transaction,
  now: Date,
  limit: Limit,
  message = messageOf(limit),
): Promise<void> {
  if (!(await takeLimit(db, now, limit))) throw new Refusal('too_many_requests', { message });
}

/** For a minute, the error's own sentence. */
export function messageOf({ window }: Limit): string {
  return window === MINUTE ? ERROR_WORDS.too_many_requests : REFUSAL_WORDS.tooManyTries(window / MINUTE);
}

/**
 * Counts an unknown key to an order, claim or ticket's page, or an unknown invitation of a door phone: one address may
 * try twenty of each kind per minute. Valid ones are never refused, because a venue shares one address, and nobody can
 * guess so many random bits.
 */
export async function limitKeyGuesses(
  ctx: Context,
  keysOf: 'order' | 'claim' | 'ticket-page' | 'door-join',
): Promise<void> {
  const limit = { key: `${keysOf}:${visitorKey(ctx.ipAddress)}`, max: 20, window: MINUTE };
  await limitTries(ctx.db, ctx.protocolNow(), limit);
}

/** Counts one try of `key` in the current window, across all processes; false if there were more than `max`. */
export async function takeLimit(
  db: Database | Transaction,
  now: Date,
  { key, max, window }: Limit,
): Promise<boolean> {
  const startedAt = windowStart(window, now);
  const endsAt = new Date(startedAt.getTime() + window);
  // The table is unlogged, so that no try waits for the disk; a crash empties it.
  const { rows } = await db.execute<{
    count: number;
  }>(sql`INSERT INTO rate_limits (key, started_at, ends_at, count)
    VALUES (${key}, ${startedAt}, ${endsAt}, 1)
    ON CONFLICT (key, started_at) DO UPDATE SET count = rate_limits.count + 1 RETURNING count`);
  return rows[0]!.count <= max;
}

/** Whether `key` has no try left in the current window, without counting one. */
export async function isUsedUp(db: Database, now: Date, { key, max, window }: Limit): Promise<boolean> {
  const isFull = and(
    eq(rateLimits.key, key),
    eq(rateLimits.startedAt, windowStart(window, now)),
    gte(rateLimits.count, max),
  );
  return (await db.select({ count: rateLimits.count }).from(rateLimits).where(isFull)).length > 0;
}

/** Deletes windows that have ended. */
export async function purgeLimits(db: Database, now: Date): Promise<void> {
  await db.delete(rateLimits).where(lte(rateLimits.endsAt, now));
}

/** The unit that is counted: an IPv4 address, or an IPv6 /64, within which one visitor can choose any address. */
export function visitorKey(ipAddress: string | null): string {
  if (!ipAddress?.includes(':')) return ipAddress ?? 'unknown';
  const [head = '', tail = ''] = ipAddress.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = ipAddress.includes('::')
    ? 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
    : 0;
  const all = [...groups, ...Array<string>(missing).fill('0'), ...(tail === '' ? [] : tail.split(':'))];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, '').toLowerCase())
    .join(':')}::/64`;
}

/** The start of the window that contains `now`. */
export function windowStart(window: number, now: Date): Date {
  return new Date(Math.floor(now.getTime() / window) * window);
}

import type { ErrorCode } from '#contract/errors.ts';
import { and, eq, gt, sql } from '../db/drizzle.ts';
import { type Database, isDatabaseDown } from '../db/open-database.ts';
import { rateLimits } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { type Limit, messageOf, takeLimit, windowStart } from './limits.ts';

/**
 * Runs `work`, and counts it against each limit if `counts` accepts its error or `isFailure` its result. Refuses with
 * `code` once a limit is exceeded; a refused try doesn't count. The try is counted before the work, so that concurrent
 * tries can't all pass, and uncounted afterward unless it counts.
 */
export async function limitFailures<T>(
  db: Database,
  now: Date,
  limits: readonly Limit[],
  { code, counts, isFailure, work }: Limited<T>,
): Promise<T> {
  const taken: Limit[] = [];
  let isCounted = false;
  try {
    for (const limit of limits) {
      const isTaken = await takeLimit(db, now, limit);
      taken.push(limit);
      if (!isTaken)
        throw new Refusal(code, code === 'too_many_requests' ? { message: messageOf(limit) } : {});
    }
    const result = await work().catch((error) => {
      isCounted = counts(error);
      throw error;
    });
    isCounted = isFailure?.(result) ?? false;
    return result;
  } finally {
    if (!isCounted) for (const limit of taken) await giveBack(db, limit, now);
  }
}

interface Limited<T> {
  readonly code: ErrorCode;
  readonly counts: (error: unknown) => boolean;
  readonly isFailure?: (result: T) => boolean;
  readonly work: () => Promise<T>;
}

/** If the database fails in between, the try stays counted until its window ends. */
async function giveBack(db: Database, { key, window }: Limit, now: Date): Promise<void> {
  const { key: ofKey, startedAt, count } = rateLimits;
  const isOurs = and(eq(ofKey, key), eq(startedAt, windowStart(window, now)), gt(count, 0));
  try {
    await db
      .update(rateLimits)
      .set({ count: sql`${count} - 1` })
      .where(isOurs);
  } catch (error) {
    if (!isDatabaseDown(error)) throw error;
  }
}

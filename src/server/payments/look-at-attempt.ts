import type { Context } from '../context.ts';
import type { AttemptRow } from '../db/tables.ts';
import type { PaymentSnapshot } from './gateway.ts';

/** What the provider says of an attempt now, also when our call never got its answer; null when it knows nothing. */
export function lookAtAttempt(ctx: Context, attempt: AttemptRow): Promise<PaymentSnapshot | null> {
  // The provider stamps by the real clock; the page was opened at most this long before it ends.
  const since = new Date(attempt.expiresAt.getTime() - 3_600_000);
  return attempt.ref ? ctx.gateway.fetch(attempt.ref) : ctx.gateway.findByAttempt(attempt.id, since);
}

import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { HOUR } from '#domain/durations.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/open-database.ts';
import { limitTries } from '../../http/limits.ts';
import { addressKey } from './mail-keys.ts';

const MAILS_AN_HOUR = 3;

/**
 * Refuses with `too_many_requests` what could flood somebody's mailbox: free orders, and people named one by one. Paid
 * orders are always confirmed, so never limited. `seats` is the size of a team whose people are named: they may all share
 * the address of a school's office.
 */
export async function limitMails(
  tx: Transaction,
  ctx: Context,
  emails: readonly string[],
  seats = 0,
): Promise<void> {
  // Sorted, so that two requests for the same people can't deadlock.
  for (const address of [...new Set(emails.map(addressKey))].toSorted()) {
    const limit = { key: `mails:${address}`, max: Math.max(MAILS_AN_HOUR, seats), window: HOUR };
    await limitTries(tx, ctx.protocolNow(), limit, REFUSAL_WORDS.mailedTooOften(limit.max));
  }
}

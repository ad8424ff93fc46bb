import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../db/open-database.ts';
import { Refusal } from '../errors.ts';
import { takeLimit } from '../http/limits.ts';
import { addressKey } from './queue-order-mails.ts';

const HOUR = 3_600;
const MAILS_AN_HOUR = 3;

/**
 * Refuses with `too_many_requests` what would fill somebody's mailbox: orders without a charge, and people named one by
 * one. Never asked about a payment: what was paid for is confirmed, however often.
 */
export async function limitMails(tx: Transaction, ctx: Context, emails: readonly string[]): Promise<void> {
  // In order, so that two requests for the same people wait for each other only once.
  for (const address of [...new Set(emails.map(addressKey))].toSorted()) {
    const isAllowed = await takeLimit(tx, `mails:${address}`, MAILS_AN_HOUR, HOUR, ctx.protocolNow());
    if (isAllowed) continue;
    throw new Refusal('too_many_requests', {
      message: REFUSAL_WORDS.mailedTooOften(MAILS_AN_HOUR),
    });
  }
}

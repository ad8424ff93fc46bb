import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { emailKey } from '#domain/attendee.ts';
import { DAY, HOUR } from '#domain/durations.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../db/open-database.ts';
import type { OrderRow } from '../../db/tables.ts';
import { Refusal } from '../../errors.ts';
import { isUsedUp, type Limit, limitTries } from '../../http/limits.ts';

const MAILS_AN_HOUR = 3;

/** For small orders; a larger one can name each of its seats three times. */
const NEW_ADDRESSES_A_DAY = 20;

/**
 * Refuses with `too_many_requests` what could flood somebody's mailbox, such as free orders. Each of `emails` is one mail.
 * Paid orders are always confirmed, so never limited.
 */
export async function limitMails(
  tx: Transaction,
  ctx: Context,
  emails: readonly string[],
  max = MAILS_AN_HOUR,
): Promise<void> {
  // Sorted, so that two requests for the same people can't deadlock.
  for (const email of emails.map(emailKey).toSorted()) {
    await limitTries(tx, ctx.protocolNow(), mailsTo(email, max), REFUSAL_WORDS.mailedTooOften(max));
  }
}

/**
 * The same for people who are named in a team. They may all share the address of a school's office, or the buyer's, who
 * may have several teams.
 */
export async function limitNaming(
  tx: Transaction,
  ctx: Context,
  order: Pick<OrderRow, 'id' | 'organizerEmail' | 'teamMemberCount'>,
  emails: readonly string[],
): Promise<void> {
  await limitNewAddresses(tx, ctx, order, emails.length);
  const isOwn = (email: string) => emailKey(email) === emailKey(order.organizerEmail);
  const max = Math.max(MAILS_AN_HOUR, order.teamMemberCount);
  const own = { key: `mails-of-order:${order.id}`, max: 2 * max, window: HOUR };
  for (const _ of emails.filter(isOwn)) {
    await limitTries(tx, ctx.protocolNow(), own, REFUSAL_WORDS.mailedTooOften(own.max));
  }
  await limitMails(
    tx,
    ctx,
    emails.filter((email) => !isOwn(email)),
    max,
  );
}

/** An order can't mail any number of strangers, unless staff do. `count` tickets go to new addresses. */
export async function limitNewAddresses(
  tx: Transaction,
  ctx: Context,
  { id, teamMemberCount }: Pick<OrderRow, 'id' | 'teamMemberCount'>,
  count: number,
): Promise<void> {
  if (ctx.actor.isAdmin) return;
  const max = Math.max(NEW_ADDRESSES_A_DAY, 3 * teamMemberCount);
  for (let one = 0; one < count; one += 1) {
    await limitTries(
      tx,
      ctx.protocolNow(),
      { key: `naming:${id}`, max, window: DAY },
      REFUSAL_WORDS.namedTooOften(max),
    );
  }
}

/** Refuses what `limitMails` would refuse, before anything else happens; counts nothing. */
export async function checkMails({ db, protocolNow }: Context, emails: readonly string[]): Promise<void> {
  for (const email of emails.map(emailKey)) {
    const limit = mailsTo(email, MAILS_AN_HOUR);
    if (await isUsedUp(db, protocolNow(), limit))
      throw new Refusal('too_many_requests', { message: REFUSAL_WORDS.mailedTooOften(limit.max) });
  }
}

function mailsTo(email: string, max: number): Limit {
  return { key: `mails:${email}`, max, window: HOUR };
}

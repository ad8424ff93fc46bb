import { newsletter } from '#content/newsletter.ts';
import type { signUpForNewsletter as route } from '#contract/newsletter.ts';
import type { ParsedOf } from '#contract/route.ts';
import { emailKey } from '#domain/attendee.ts';
import { MINUTE } from '#domain/durations.ts';
import type { Context } from '../context.ts';
import { newsletterSignups } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { limitTries, visitorKey } from '../http/limits.ts';

/** A whole audience may share one IP address. */
const MAX_PER_IP = 60;
const MAX_PER_EMAIL = 30;

/** Adds an email to the list, once. Refuses with `already_subscribed` or `too_many_requests`. */
export async function signUp(
  ctx: Context,
  input: ParsedOf<typeof route.body>,
): Promise<ParsedOf<typeof route.response>> {
  // Stored in lower case, so that the unique index ignores case.
  const email = emailKey(input.email);
  await limit(ctx, `newsletter:${visitorKey(ctx.ipAddress)}`, MAX_PER_IP);
  await limit(ctx, `newsletter:${email}`, MAX_PER_EMAIL);

  const added = await ctx.db
    .insert(newsletterSignups)
    .values({ ...input, email, createdAt: ctx.now })
    .onConflictDoNothing({ target: newsletterSignups.email });
  if (added.rowCount === 0) throw new Refusal('already_subscribed');
  return { ok: true, success: true, message: newsletter.welcome.message };
}

async function limit(ctx: Context, key: string, max: number): Promise<void> {
  await limitTries(ctx.db, ctx.protocolNow(), { key, max, window: MINUTE });
}

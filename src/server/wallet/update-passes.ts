import type { Context } from '../context.ts';
import { sql } from '../db/drizzle.ts';
import { tellPhones } from './apple/tell-phones.ts';
import { contentMark } from './event-facts.ts';
import { tellGoogle } from './google/tell-google.ts';

/** Passes per run; the next minute's run continues. */
const BATCH = 1_000;

/**
 * Gives passes of changed tickets, or all if the event changed, their next version, has Apple notify the phones, and
 * updates Google's copies. Safe to repeat and to interrupt.
 */
export async function updatePasses(ctx: Context): Promise<void> {
  const { appleWallet, googleWallet } = ctx.settings;
  if (!appleWallet && !googleWallet) return;
  await advanceVersions(ctx);
  // Neither waits for the other or fails with it.
  await Promise.all([
    appleWallet && tellPhones(ctx, appleWallet),
    googleWallet && tellGoogle(ctx, googleWallet),
  ]);
}

/**
 * One run at a time, so that versions reach phones in order. Locked rows are left to the next run, so that neither side
 * waits.
 */
async function advanceVersions(ctx: Context): Promise<void> {
  const content = contentMark(ctx.content);
  const now = ctx.protocolNow().toISOString();
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('wallet_versions'))`);
    // Unique whole seconds, because phones compare HTTP dates.
    await tx.execute(sql`
      UPDATE wallet_passes SET is_due = false, content = ${content}, version = nextval('wallet_versions'),
        updated_at = greatest(date_trunc('second', ${now}::timestamptz), date_trunc('second', updated_at) + interval '1 second')
      WHERE serial IN (
        SELECT serial FROM wallet_passes WHERE is_due OR content <> ${content} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )`);
  });
}

import type { Context } from '../context.ts';
import { sql } from '../db/drizzle.ts';
import { tellPhones } from './apple/tell-phones.ts';
import { contentMark } from './event-facts.ts';
import { tellGoogle } from './google/tell-google.ts';

/** Passes per run; the next minute's run takes the rest. */
const BATCH = 1_000;

/**
 * Gives passes whose tickets changed, or all if the event did, their next version, and has Apple tell the phones and Google
 * change its copies. Safe to repeat and to interrupt.
 */
export async function updatePasses(ctx: Context): Promise<void> {
  const { appleWallet, googleWallet } = ctx.settings;
  if (!appleWallet && !googleWallet) return;
  await advanceVersions(ctx);
  // Neither waits for the other, nor fails with it.
  await Promise.all([
    appleWallet && tellPhones(ctx, appleWallet),
    googleWallet && tellGoogle(ctx, googleWallet),
  ]);
}

/**
 * One run at a time, so that no phone is shown a version while a lower one is still to come. Rows that somebody is just
 * changing are left to the next run: nobody waits for us, and we for nobody.
 */
async function advanceVersions(ctx: Context): Promise<void> {
  const content = contentMark(ctx.content);
  const now = ctx.protocolNow().toISOString();
  await ctx.db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('wallet_versions'))`);
    // Whole seconds, each its own, because phones compare dates of HTTP.
    await tx.execute(sql`
      UPDATE wallet_passes SET is_due = false, content = ${content}, version = nextval('wallet_versions'),
        updated_at = greatest(date_trunc('second', ${now}::timestamptz), date_trunc('second', updated_at) + interval '1 second')
      WHERE serial IN (
        SELECT serial FROM wallet_passes WHERE is_due OR content <> ${content} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED
      )`);
  });
}

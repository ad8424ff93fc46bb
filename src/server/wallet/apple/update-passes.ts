import type { Context } from '../../context.ts';
import { eq, inArray, lt, sql } from '../../db/drizzle.ts';
import { walletDevices, walletPasses } from '../../db/tables.ts';
import { contentMark } from '../event-facts.ts';
import { pushToPhones } from './push.ts';

/** Passes and phones per run; the next minute's run takes the rest. */
const BATCH = 1_000;

/**
 * Gives passes whose tickets changed, or all if the event did, their next version, and has Apple tell the phones. Safe to
 * repeat and to interrupt: a phone is due until Apple took the message about the version it has.
 */
export async function updatePasses(ctx: Context): Promise<void> {
  const apple = ctx.settings.appleWallet;
  if (!apple) return;
  await advanceVersions(ctx);
  const due = await ctx.db
    .select({
      serial: walletDevices.serial,
      pushToken: walletDevices.pushToken,
      version: walletPasses.version,
    })
    .from(walletDevices)
    .innerJoin(walletPasses, eq(walletPasses.serial, walletDevices.serial))
    .where(lt(walletDevices.pushed, walletPasses.version))
    .orderBy(walletPasses.version)
    .limit(BATCH);
  if (due.length === 0) return;
  const { taken, gone, failures } = await pushToPhones(apple, [
    ...new Set(due.map(({ pushToken }) => pushToken)),
  ]);
  const told = due.filter(({ pushToken }) => taken.includes(pushToken));
  for (const { serial, pushToken, version } of told) {
    await ctx.db
      .update(walletDevices)
      .set({ pushed: version })
      .where(sql`${walletDevices.serial} = ${serial} AND ${walletDevices.pushToken} = ${pushToken}`);
  }
  if (gone.length > 0) await ctx.db.delete(walletDevices).where(inArray(walletDevices.pushToken, [...gone]));
  if (failures.length > 0) {
    ctx.log.error({ failures }, 'Apple was not told of changed passes; the next minute tries again');
  }
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

import type { Context } from '../../context.ts';
import { eq, inArray, lt, sql } from '../../db/drizzle.ts';
import { walletDevices, walletPasses } from '../../db/tables.ts';
import type { AppleWalletSettings } from '../../settings-wallets.ts';
import { pushToPhones } from './push.ts';

/** Phones per run; the next minute's run continues. */
const BATCH = 1_000;

/** Has Apple notify the phones whose passes have a newer version. A phone is due until Apple accepts its message. */
export async function tellPhones(ctx: Context, apple: AppleWalletSettings): Promise<void> {
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
    ctx.log.error({ failures }, 'Apple was not notified of changed passes; the next run tries again');
  }
}

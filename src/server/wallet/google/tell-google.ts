import { PASS_WORDS, passEndWords } from '#contract/words/wallets.ts';
import type { Context } from '../../context.ts';
import { eq, lt, sql } from '../../db/drizzle.ts';
import { walletPasses } from '../../db/tables.ts';
import type { GoogleWalletSettings } from '../../settings-wallets.ts';
import { findPass, type TicketPass } from '../keep-pass.ts';
import { askForAccess, patchObject } from './api.ts';
import { objectFields, objectId } from './save-link.ts';

/** Passes per run, and concurrent requests; the next minute's run continues. */
const BATCH = 200;
const AT_ONCE = 5;

/**
 * Updates Google's copies of passes that have a newer version (R-PASS-1). A pass is due until Google accepts the
 * version, or reports that nobody has saved it.
 */
export async function tellGoogle(ctx: Context, google: GoogleWalletSettings): Promise<void> {
  const due = await ctx.db
    .select({ serial: walletPasses.serial })
    .from(walletPasses)
    .where(lt(walletPasses.googleVersion, walletPasses.version))
    .orderBy(walletPasses.version)
    .limit(BATCH);
  if (due.length === 0) return;
  const failures = new Set<string>();
  try {
    const access = await askForAccess(google, ctx.protocolNow());
    const rest = due.values();
    const worker = async () => {
      for (const { serial } of rest) {
        const failure = await tellOf(ctx, google, access, serial);
        if (failure) failures.add(failure);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } catch (error) {
    failures.add(error instanceof Error ? error.message : 'unknown');
  }
  if (failures.size > 0) {
    ctx.log.error(
      { failures: [...failures] },
      'Google was not notified of changed passes; the next run tries again',
    );
  }
}

/** Null, or why a retry is needed. */
async function tellOf(
  ctx: Context,
  google: GoogleWalletSettings,
  access: string,
  serial: string,
): Promise<string | null> {
  const ticket = await findPass(ctx, eq(walletPasses.serial, serial));
  if (!ticket) return null;
  const response = await patchObject(google, access, objectId(google, ticket), changesOf(ctx, ticket));
  if (response !== 'taken' && response !== 'not_saved') return response;
  await ctx.db
    .update(walletPasses)
    .set({ googleVersion: sql`greatest(${walletPasses.googleVersion}, ${ticket.version})` })
    .where(eq(walletPasses.serial, serial));
  return null;
}

/** Null removes a field. An ended pass has no code or name, and moves to the bottom of the wallet. */
function changesOf({ content }: Context, ticket: TicketPass): Readonly<Record<string, unknown>> {
  if (!ticket.end) return { textModulesData: null, ...objectFields(ticket) };
  const why = passEndWords(ticket.end, content.event.zone);
  return {
    state: 'INACTIVE',
    ticketHolderName: null,
    barcode: null,
    textModulesData: [{ header: PASS_WORDS.status, body: why }],
  };
}

import { RESOLUTION_WORDS } from '#contract/words/cases.ts';
import { ENDABLE_ATTEMPTS } from '#domain/order.ts';
import { countDays } from '../../capacity/get-capacity.ts';
import type { Context } from '../../context.ts';
import { and, eq, gt, gte, inArray, isNotNull, isNull, lte, or, sql } from '../../db/drizzle.ts';
import { paymentAttempts, paymentCases, refunds } from '../../db/tables.ts';
import { checkLedger } from './check-ledger.ts';
import { openCase } from './open-case.ts';

const SILENT_FOR = 15 * 60_000;
/** The number of checks made by then; the waits double. */
const CHECKS_OF_CARD = 4;
const CHECKS_OF_REFUND = 5;

/** Runs every minute and opens cases for staff. The case about a silent provider closes by itself once it responds. */
export async function watchPayments(ctx: Context): Promise<void> {
  await noteSilence(ctx);
  await checkLedger(ctx);
  await checkCapacity(ctx);
}

/**
 * Checks of an expired checkout that have failed for 15 minutes, or no response about a submitted card or a refund for as
 * long. An expired checkout that nobody has checked, because the site was down, is not a case.
 */
async function noteSilence(ctx: Context): Promise<void> {
  const silent = [...(await silentAttempts(ctx)), ...(await silentRefunds(ctx))];
  for (const { id: subject, orderId, provider } of silent) {
    await openCase(ctx.db, ctx, { kind: 'provider_silent', subject, orderId, details: { provider } });
  }
  const open = await ctx.db
    .select({ id: paymentCases.id, subject: paymentCases.subject })
    .from(paymentCases)
    .where(and(eq(paymentCases.kind, 'provider_silent'), isNull(paymentCases.resolvedAt)));
  const over = open.filter((one) => !silent.some(({ id }) => id === one.subject)).map((one) => one.id);
  if (over.length === 0) return;
  await ctx.db
    .update(paymentCases)
    .set({ resolvedAt: ctx.now, resolvedBy: 'site', resolution: RESOLUTION_WORDS.providerResponded })
    .where(and(inArray(paymentCases.id, over), isNull(paymentCases.resolvedAt)));
}

function silentAttempts(ctx: Context) {
  const { id, orderId, provider, holdUntil, failingSince, state, tokenPrint, checks } = paymentAttempts;
  const longAgo = new Date(ctx.now.getTime() - SILENT_FOR);
  return ctx.db
    .select({ id, orderId, provider })
    .from(paymentAttempts)
    .where(
      or(
        and(inArray(state, ENDABLE_ATTEMPTS), lte(holdUntil, longAgo), lte(failingSince, longAgo)),
        // Any response ends this state. After its hold, a card is checked every minute.
        and(eq(state, 'unknown'), isNotNull(tokenPrint), gte(checks, CHECKS_OF_CARD), gt(holdUntil, ctx.now)),
      ),
    );
}

/** Refunds that the provider never accepted. */
function silentRefunds(ctx: Context) {
  const { id, orderId, provider, state, ref, checks } = refunds;
  return ctx.db
    .select({ id, orderId, provider })
    .from(refunds)
    .where(and(eq(state, 'pending'), isNull(ref), gte(checks, CHECKS_OF_REFUND)));
}

/**
 * Compares the counted seats with those that orders hold (R-SEAT-3). A difference opens a case, which stays open until
 * staff close it.
 */
async function checkCapacity(ctx: Context): Promise<void> {
  for (const { day, taken: counted, held } of await countDays(ctx, ctx.db, sql`seats_held`)) {
    if (counted === held) continue;
    await openCase(ctx.db, ctx, { kind: 'capacity_drift', subject: day, details: { counted, held } });
  }
}

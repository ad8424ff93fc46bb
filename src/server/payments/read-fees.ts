import type { Context } from '../context.ts';
import { and, asc, eq, gte, isNull } from '../db/drizzle.ts';
import { paymentLedger } from '../db/tables.ts';
import type { PaymentGateway } from './gateways/gateway.ts';

/**
 * Asks the providers for the missing fees of payments recorded within the last `withinMs`. Only accounting reads fees:
 * nothing waits for them, and the next run asks again if a provider doesn't respond.
 */
export async function readFees(ctx: Context, withinMs: number): Promise<void> {
  const since = new Date(ctx.now.getTime() - withinMs);
  for (const gateway of ctx.gateways.values()) {
    try {
      await readFeesOf(ctx, gateway, since);
    } catch (error) {
      ctx.log.warn({ err: error, provider: gateway.provider }, 'the fees of payments could not be read');
    }
  }
}

async function readFeesOf(ctx: Context, gateway: PaymentGateway, since: Date): Promise<void> {
  const captures = await ctx.db
    .select()
    .from(paymentLedger)
    .where(
      and(
        eq(paymentLedger.provider, gateway.provider),
        eq(paymentLedger.livemode, gateway.livemode),
        eq(paymentLedger.kind, 'capture'),
        isNull(paymentLedger.fee),
        gte(paymentLedger.recordedAt, since),
      ),
    )
    .orderBy(asc(paymentLedger.id));
  for (const { id, moneyRef, currency } of captures) {
    const fee = await gateway.fetchFee(moneyRef);
    // An account in another currency pays fees in that currency, which can't be compared with the payment's amount.
    if (fee?.currency !== currency) continue;
    await ctx.db.update(paymentLedger).set({ fee: fee.minor }).where(eq(paymentLedger.id, id));
  }
}

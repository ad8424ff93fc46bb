import { MINUTE } from '#domain/durations.ts';
import { hasReceipt } from '#domain/receipt.ts';
import type { Context } from '../../context.ts';
import { asc, eq } from '../../db/drizzle.ts';
import { paymentLedger } from '../../db/tables.ts';
import { Refusal } from '../../errors.ts';
import { type Download, pdfDownload } from '../../http/bind.ts';
import { limitTries } from '../../http/limits.ts';
import { getOrderByKey } from '../find-order.ts';
import { makeReceipt } from './make-receipt.ts';

/** Limited, because drawing a receipt blocks the process briefly. */
const DRAWN = 10;

/** The receipt, for anyone with the order's key. */
export async function getReceipt(ctx: Context, key: string): Promise<Download> {
  const order = await getOrderByKey(ctx, key);
  if (!hasReceipt(order.paymentStatus)) throw new Refusal('no_receipt');
  await limitTries(ctx.db, ctx.protocolNow(), { key: `receipt:${order.id}`, max: DRAWN, window: MINUTE });
  const { kind, provider, amount, recordedAt: at } = paymentLedger;
  const movements = await ctx.db
    .select({ kind, provider, amount, at })
    .from(paymentLedger)
    .where(eq(paymentLedger.orderId, order.id))
    .orderBy(asc(paymentLedger.id));
  return pdfDownload(await makeReceipt(ctx, order, movements));
}

import type { Context } from '../../context.ts';
import { findCapture } from '../find-capture.ts';
import type { PaymentSnapshot } from '../gateways/gateway.ts';
import { openCaseOnce } from './open-case.ts';

/**
 * Opens a case for money with our mark whose order this database doesn't have, such as after a backup was restored. If
 * staff deleted the order of a recorded payment, they have decided about it.
 */
export async function notePaymentWithoutOrder(ctx: Context, snapshot: PaymentSnapshot): Promise<void> {
  const { provider, ref, state, attemptId, orderId, moneyRef, captured } = snapshot;
  if (state !== 'paid' || !moneyRef || attemptId === null) return;
  if (await findCapture(ctx.db, provider, moneyRef)) return;
  const details = { provider, orderId, captured: captured.minor };
  await openCaseOnce(ctx.db, ctx, { kind: 'payment_without_order', subject: ref, details });
}

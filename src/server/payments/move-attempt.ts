import { advanceAttempt, isLiveAttempt } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { and, eq, ne, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { type AttemptRow, paymentAttempts } from '../db/tables.ts';
import type { PaymentSnapshot } from './gateways/gateway.ts';
import { endOfPause } from './look-up-in-turn.ts';

/**
 * Moves the attempt to its state at the provider, forward only; an ended attempt isn't checked again. Ends a lookup's
 * turn.
 */
export function moveAttempt(
  tx: Transaction,
  ctx: Context,
  attempt: AttemptRow,
  { state: told, ref, failure }: PaymentSnapshot,
) {
  const state = advanceAttempt(attempt.state, told);
  return tx
    .update(paymentAttempts)
    .set({
      state,
      ref: sql`coalesce(${paymentAttempts.ref}, ${ref})`,
      failureCode: failure?.code,
      nextCheckAt: isLiveAttempt(state) ? undefined : null,
      nextLookAt: isLiveAttempt(state) ? endOfPause(ctx) : null,
    })
    .where(eq(paymentAttempts.id, attempt.id));
}

/** The order is paid, so an open card form must not accept another card. */
export function endUntried(tx: Transaction, { id, orderId }: AttemptRow) {
  const { id: other, orderId: order, state } = paymentAttempts;
  return tx
    .update(paymentAttempts)
    .set({ state: 'canceled', nextCheckAt: null })
    .where(and(eq(order, orderId), ne(other, id), eq(state, 'new')));
}

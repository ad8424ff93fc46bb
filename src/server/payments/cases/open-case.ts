import type { CaseKind } from '#domain/order.ts';
import type { Context } from '../../context.ts';
import type { Database, Transaction } from '../../db/open-database.ts';
import { paymentCases } from '../../db/tables.ts';

/**
 * Opens a case for staff and logs it, unless one is already open (R-ORDER-5). `details` hold ids and amounts, no names
 * or addresses. The log doesn't get the subject, because a payment's id opens its order.
 */
export async function openCase(
  tx: Transaction | Database,
  ctx: Context,
  entry: {
    kind: CaseKind;
    subject: string;
    orderId?: number | null;
    details?: Record<string, unknown>;
  },
): Promise<void> {
  const { kind, subject, orderId = null, details = {} } = entry;
  const [opened] = await tx
    .insert(paymentCases)
    .values({ kind, subject, orderId, details, openedAt: ctx.now })
    .onConflictDoNothing()
    .returning({ caseId: paymentCases.id });
  if (opened) ctx.log.error({ case: kind, ...opened, orderId }, 'a payment needs a decision');
}

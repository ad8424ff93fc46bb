import type { CaseKind } from '#domain/order.ts';
import type { Context } from '../../context.ts';
import { and, eq, isNull, type SQL } from '../../db/drizzle.ts';
import type { Database, Transaction } from '../../db/open-database.ts';
import { paymentCases } from '../../db/tables.ts';

interface CaseEntry {
  readonly kind: CaseKind;
  readonly subject: string;
  readonly orderId?: number | null;
  readonly details?: Record<string, unknown>;
}

/**
 * Opens a case for staff and logs it, unless one is already open (R-ORDER-5). `details` hold ids and amounts, no names
 * or addresses. The log doesn't get the subject, because a payment's id opens its order.
 */
export async function openCase(tx: Transaction | Database, ctx: Context, entry: CaseEntry): Promise<void> {
  const { kind, subject, orderId = null, details = {} } = entry;
  const [opened] = await tx
    .insert(paymentCases)
    .values({ kind, subject, orderId, details, openedAt: ctx.now })
    .onConflictDoNothing()
    .returning({ caseId: paymentCases.id });
  if (opened) ctx.log.error({ case: kind, ...opened, orderId }, 'a payment needs a decision');
}

/** The same, unless staff have already decided it. */
export async function openCaseOnce(
  tx: Transaction | Database,
  ctx: Context,
  entry: CaseEntry,
): Promise<void> {
  const { kind, subject } = entry;
  const isSame = and(eq(paymentCases.kind, kind), eq(paymentCases.subject, subject));
  if ((await tx.$count(paymentCases, isSame)) === 0) await openCase(tx, ctx, entry);
}

/** Closes the open cases of one kind that no longer need a decision. */
export async function closeCases(
  tx: Transaction | Database,
  ctx: Context,
  kind: CaseKind,
  which: SQL | undefined,
  resolution: string,
): Promise<void> {
  await tx
    .update(paymentCases)
    .set({ resolvedAt: ctx.now, resolvedBy: 'site', resolution })
    .where(and(eq(paymentCases.kind, kind), which, isNull(paymentCases.resolvedAt)));
}

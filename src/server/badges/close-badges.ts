import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { and, eq, isNull } from '../db/drizzle.ts';
import { isUuid } from '../db/is-uuid.ts';
import type { Transaction } from '../db/open-database.ts';
import { badges, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';

/** Marks a file's badges as printed (R-BADGE-1). Idempotent. */
export function confirmBadges(ctx: Context, file: string): Promise<{ badges: number }> {
  return close(ctx, file, 'badges_printed', async (tx) => {
    const isOpen = and(eq(badges.file, file), isNull(badges.printedAt));
    await tx.update(badges).set({ printedAt: ctx.now }).where(isOpen);
  });
}

/** Discards an unprinted file. Printed badges stay. */
export function discardBadges(ctx: Context, file: string): Promise<{ badges: number }> {
  return close(ctx, file, 'badges_discarded', async (tx) => {
    const isOpen = and(eq(badges.file, file), isNull(badges.printedAt));
    const { rowCount } = await tx.delete(badges).where(isOpen);
    if (!rowCount) throw new Refusal('badges_not_found');
  });
}

async function close(
  ctx: Context,
  file: string,
  action: string,
  change: (tx: Transaction) => Promise<void>,
): Promise<{ badges: number }> {
  if (!isUuid(file)) throw new Refusal('badges_not_found');
  return ctx.db.transaction(async (tx) => {
    const people = await tx
      .select({ registrationId: badges.registrationId, orderId: registrations.orderId })
      .from(badges)
      .innerJoin(registrations, eq(registrations.id, badges.registrationId))
      .where(eq(badges.file, file));
    const [first, second] = people;
    if (!first) throw new Refusal('badges_not_found');
    await change(tx);
    // One person's badge belongs to the history of the order.
    await recordAudit(tx, ctx, { action, ...(!second && first), details: { file, badges: people.length } });
    return { badges: people.length };
  });
}

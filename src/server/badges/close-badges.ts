import { recordAudit } from '../audit/record-audit.ts';
import { isTicket } from '../check-in/expected-people.ts';
import type { Context } from '../context.ts';
import { and, eq, isNull, notInArray, type SQL } from '../db/drizzle.ts';
import { isUuid } from '../db/is-uuid.ts';
import type { Transaction } from '../db/open-database.ts';
import { badges, orders, qrCodes, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { currentCode } from '../tickets/ticket-codes.ts';
import { isInFile } from './badge-rows.ts';

/**
 * Marks a file's badges as printed (R-BADGE-1). Those that its download now omits leave the file instead: they may
 * never have been printed, and their ticket may become valid again. Idempotent.
 */
export function confirmBadges(ctx: Context, file: string): Promise<{ badges: number }> {
  return close(ctx, file, 'badges_printed', async (tx, isOpen) => {
    const drawn = tx
      .select({ id: registrations.id })
      .from(registrations)
      .innerJoin(orders, eq(orders.id, registrations.orderId))
      .innerJoin(qrCodes, currentCode(registrations.id))
      .where(and(isTicket(), isInFile(file)));
    await tx.delete(badges).where(and(isOpen, notInArray(badges.registrationId, drawn)));
    await tx.update(badges).set({ printedAt: ctx.now }).where(isOpen);
    return tx.$count(badges, eq(badges.file, file));
  });
}

/** Discards an unprinted file. Printed badges stay. */
export function discardBadges(ctx: Context, file: string): Promise<{ badges: number }> {
  return close(
    ctx,
    file,
    'badges_discarded',
    async (tx, isOpen) => (await tx.delete(badges).where(isOpen)).rowCount,
  );
}

async function close(
  ctx: Context,
  file: string,
  action: string,
  /** Returns how many badges it changed. */
  change: (tx: Transaction, isOpen: SQL) => Promise<number | null>,
): Promise<{ badges: number }> {
  if (!isUuid(file)) throw new Refusal('badges_not_found');
  return ctx.db.transaction(async (tx) => {
    const people = await tx
      .select({ registrationId: badges.registrationId, orderId: registrations.orderId })
      .from(badges)
      .innerJoin(registrations, eq(registrations.id, badges.registrationId))
      .where(eq(badges.file, file));
    const [first, second] = people;
    const changed = await change(tx, and(eq(badges.file, file), isNull(badges.printedAt))!);
    if (!first || !changed) throw new Refusal('badges_not_found');
    // One person's badge belongs to the history of the order.
    await recordAudit(tx, ctx, { action, ...(!second && first), details: { file, badges: changed } });
    return { badges: changed };
  });
}

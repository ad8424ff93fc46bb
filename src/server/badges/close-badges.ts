import { recordAudit } from '../audit/record-audit.ts';
import { isTicket } from '../check-in/expected-people.ts';
import type { Context } from '../context.ts';
import { and, eq, isNull, notInArray } from '../db/drizzle.ts';
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
  return close(ctx, file, 'badges_printed', async (tx) => {
    const isOpen = and(eq(badges.file, file), isNull(badges.printedAt));
    const drawn = tx
      .select({ id: registrations.id })
      .from(registrations)
      .innerJoin(orders, eq(orders.id, registrations.orderId))
      .innerJoin(qrCodes, currentCode(registrations.id))
      .where(and(isTicket(), isInFile(file)));
    await tx.delete(badges).where(and(isOpen, notInArray(badges.registrationId, drawn)));
    await tx.update(badges).set({ printedAt: ctx.now }).where(isOpen);
    const printed = await tx.$count(badges, eq(badges.file, file));
    if (printed === 0) throw new Refusal('badges_not_found');
    return printed;
  });
}

/** Discards an unprinted file. Printed badges stay. */
export function discardBadges(ctx: Context, file: string): Promise<{ badges: number }> {
  return close(ctx, file, 'badges_discarded', async (tx) => {
    const isOpen = and(eq(badges.file, file), isNull(badges.printedAt));
    const { rowCount } = await tx.delete(badges).where(isOpen);
    if (!rowCount) throw new Refusal('badges_not_found');
    return rowCount;
  });
}

async function close(
  ctx: Context,
  file: string,
  action: string,
  change: (tx: Transaction) => Promise<number>,
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
    const changed = await change(tx);
    // One person's badge belongs to the history of the order.
    await recordAudit(tx, ctx, { action, ...(!second && first), details: { file, badges: changed } });
    return { badges: changed };
  });
}

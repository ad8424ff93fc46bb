import type { CapacityDay, setCapacity as route } from '#contract/capacity.ts';
import type { ParsedOf } from '#contract/route.ts';
import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { and, eq, lte, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { eventCapacity } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import { getCapacity } from './get-capacity.ts';

/** Sets a day's maximum. The check is in the UPDATE, so seats taken in the meantime count (R-SEAT-6). */
export async function setCapacity(
  ctx: Context,
  day: string,
  { maxCapacity, seen }: ParsedOf<typeof route.body>,
): Promise<CapacityDay[]> {
  return ctx.db.transaction(async (tx) => {
    const changed = await tx
      .update(eventCapacity)
      .set({ maxCapacity, lastUpdated: ctx.now })
      .where(
        and(
          isDay(day),
          eq(eventCapacity.maxCapacity, seen),
          lte(eventCapacity.currentRegistrations, maxCapacity),
        ),
      );
    if (changed.rowCount === 0) await refuseUnlessSet(tx, day, maxCapacity);
    else
      await recordAudit(tx, ctx, {
        action: 'capacity_changed',
        details: { day, from: seen, to: maxCapacity },
      });
    return getCapacity(ctx, tx);
  });
}

async function refuseUnlessSet(tx: Transaction, day: string, maxCapacity: number): Promise<void> {
  const [row] = await tx.select().from(eventCapacity).where(isDay(day));
  if (!row) throw new Refusal('not_found');
  // A retry after a lost response.
  if (row.maxCapacity === maxCapacity) return;
  const taken = row.currentRegistrations;
  if (taken <= maxCapacity) throw new Refusal('changed_meanwhile');
  const message = REFUSAL_WORDS.fewerSeatsThanTaken(taken);
  throw new Refusal('capacity_below_taken', { message, fields: { maxCapacity: message } });
}

/** Compared as text, so that an invalid date is simply not an event day. */
function isDay(day: string) {
  return eq(sql`${eventCapacity.eventDate}::text`, day);
}

import { REFUSAL_WORDS } from '#contract/words/refusals.ts';
import { fullName } from '#domain/attendee.ts';
import { daysOf } from '#domain/capacity.ts';
import type { Context } from '../context.ts';
import { and, inArray, isNull } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { checkIns, type OrderRow, type RegistrationRow } from '../db/tables.ts';
import { Refusal } from '../errors.ts';

/** Which of an order's people were admitted on an event day of their ticket. Rehearsals don't count. */
export async function peopleInside(
  db: Transaction | Database,
  ctx: Context,
  order: OrderRow,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ id: checkIns.registrationId })
    .from(checkIns)
    .where(
      and(
        inArray(checkIns.registrationId, [...ids]),
        inArray(checkIns.admittedOn, daysOf(ctx.content.event, order.eventType)),
        isNull(checkIns.undoneAt),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}

/** Throws `already_checked_in` if the person was admitted on an event day. */
export async function refuseCheckedIn(
  tx: Transaction,
  ctx: Context,
  order: OrderRow,
  person: RegistrationRow,
  words: 'replacedAfterCheckIn' | 'freedAfterCheckIn',
): Promise<void> {
  if (!(await peopleInside(tx, ctx, order, [person.id])).has(person.id)) return;
  throw new Refusal('already_checked_in', { message: REFUSAL_WORDS[words](fullName(person)) });
}

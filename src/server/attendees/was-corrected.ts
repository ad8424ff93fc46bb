import type { PersonHalf } from '#domain/person-change.ts';
import { and, eq, gt, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { qrCodes, registrationAudit } from '../db/tables.ts';
import { currentCode } from '../tickets/ticket-codes.ts';

/** Whether somebody, or only the `holder`, has corrected this half since the current code was issued (R-TICKET-3). */
export async function wasCorrected(
  tx: Transaction,
  person: { readonly id: number },
  half: PersonHalf,
  by?: 'holder',
): Promise<boolean> {
  const { id, registrationId, action, actorKind, timestamp, details } = registrationAudit;
  const corrections = await tx
    .select({ id })
    .from(registrationAudit)
    .innerJoin(qrCodes, currentCode(registrationId))
    .where(
      and(
        eq(registrationId, person.id),
        eq(action, 'attendee_corrected'),
        by && eq(actorKind, by),
        // The correction that renewed the code has the same time.
        gt(timestamp, qrCodes.createdAt),
        sql`${details} ->> 'half' = ${half}`,
      ),
    )
    .limit(1);
  return corrections.length > 0;
}

import type { PersonHalf } from '#domain/person-change.ts';
import { and, eq, gte, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { qrCodes, registrationAudit } from '../db/tables.ts';
import { currentCode } from '../tickets/ticket-codes.ts';

/** Whether the holder of the current code has corrected the name or the address since getting it (R-TICKET-3). */
export async function hasHolderChanged(
  tx: Transaction,
  person: { readonly id: number },
  half: PersonHalf,
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
        eq(actorKind, 'holder'),
        gte(timestamp, qrCodes.createdAt),
        sql`${details} ->> 'half' = ${half}`,
      ),
    )
    .limit(1);
  return corrections.length > 0;
}

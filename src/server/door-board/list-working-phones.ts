import type { PhoneState } from '#contract/door.ts';
import type { Context } from '../context.ts';
import { and, asc, gt, isNull, or } from '../db/drizzle.ts';
import { doorPhones } from '../db/tables.ts';
import { presentPhoneState } from '../door/present-phone.ts';

/** Active phones, and all that still hold scans. */
export async function listWorkingPhones(ctx: Context): Promise<PhoneState[]> {
  const mayWork = and(isNull(doorPhones.revokedAt), gt(doorPhones.endsAt, ctx.now));
  const rows = await ctx.db
    .select()
    .from(doorPhones)
    .where(or(mayWork, gt(doorPhones.waiting, 0)))
    .orderBy(asc(doorPhones.door), asc(doorPhones.person), asc(doorPhones.joinedAt));
  return rows.map(presentPhoneState);
}

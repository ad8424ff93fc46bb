import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { idFrom } from '../db/id-from.ts';
import { type RegistrationRow, registrations } from '../db/tables.ts';
import { Refusal } from '../errors.ts';

/** The registration with this number, for staff. Throws `registration_not_found`. */
export async function getRegistration(ctx: Context, id: string): Promise<RegistrationRow> {
  const [found] = await ctx.db
    .select()
    .from(registrations)
    .where(eq(registrations.id, idFrom(id)));
  if (!found) throw new Refusal('registration_not_found');
  return found;
}

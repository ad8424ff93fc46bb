import type { CurrentUser } from '#contract/auth.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { users } from '../db/tables.ts';
import type { Session } from '../http/sessions.ts';

/** The signed-in person and what the page may show; null if nobody is signed in. */
export async function findCurrentUser(ctx: Context, session: Session): Promise<CurrentUser | null> {
  if (!session.data.user) return null;
  const [row] = await ctx.db.select().from(users).where(eq(users.id, session.data.user.id));
  if (!row) return null;
  const { id, email, firstName, lastName, profileImageUrl } = row;
  const { isAdmin, isCouponAdmin } = ctx.actor;
  return { id, email, firstName, lastName, profileImageUrl, isAdmin, isCouponAdmin };
}

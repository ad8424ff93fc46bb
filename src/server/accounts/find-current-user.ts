import type { CurrentUser } from '#contract/auth.ts';
import type { Context } from '../context.ts';
import { eq } from '../db/drizzle.ts';
import { users } from '../db/tables.ts';
import type { Session } from '../http/sessions.ts';
import { findSignedIn } from './find-actor.ts';

/** The signed-in person and what the page may show; null if nobody is signed in. */
export async function findCurrentUser(ctx: Context, session: Session): Promise<CurrentUser | null> {
  const user = findSignedIn(ctx.settings, session);
  if (!user) return null;
  const [row] = await ctx.db.select().from(users).where(eq(users.id, user.id));
  if (!row) return null;
  const { id, email, firstName, lastName, profileImageUrl } = row;
  const { isAdmin, isCouponAdmin } = ctx.actor;
  return { id, email, firstName, lastName, profileImageUrl, isAdmin, isCouponAdmin };
}

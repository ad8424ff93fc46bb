import { and, eq, ne, or } from 'drizzle-orm';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { users } from '../db/tables.ts';
import type { Session } from '../http/sessions.ts';
import type { Identity } from './identity-provider.ts';

/** Keeps the person and gives the browser a new session id. The e-mail has been verified by the provider. */
export async function signIn(
  ctx: Context,
  session: Session,
  identity: Identity & { email: string },
): Promise<void> {
  const id = await ctx.db.transaction(async (tx) => {
    const { issuer, subject, email, firstName, lastName, pictureUrl } = identity;
    // An address that has passed to another account: the person is who the provider says, not who had it before.
    await tx
      .delete(users)
      .where(and(eq(users.email, email), or(ne(users.issuer, issuer), ne(users.subject, subject))));
    const profile = { email, firstName, lastName, profileImageUrl: pictureUrl, updatedAt: ctx.now };
    const [user] = await tx
      .insert(users)
      .values({ ...profile, issuer, subject, createdAt: ctx.now })
      .onConflictDoUpdate({ target: [users.issuer, users.subject], set: profile })
      .returning({ id: users.id });
    await recordAudit(tx, { ...ctx, actor: { ...ctx.actor, email } }, { action: 'signed_in' });
    return user!.id;
  });
  const { orders } = session.data;
  const user = { id, email: identity.email, signedInAt: ctx.protocolNow().toISOString() };
  await session.renew({ user, orders, signIn: undefined });
}

import { actorFor } from '#domain/access.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { and, eq, ne, or, sql } from '../db/drizzle.ts';
import type { Transaction } from '../db/open-database.ts';
import { sessions, users } from '../db/tables.ts';
import type { Session } from '../http/sessions.ts';
import type { Identity } from './identity.ts';

/** Stores the person and gives the browser a new session id. The provider has verified the email. */
export async function signIn(
  ctx: Context,
  session: Session,
  identity: Identity & { email: string },
): Promise<void> {
  const { email } = identity;
  await startStaffSession(ctx, session, { email }, async (tx) => {
    const userId = await keepUser(tx, ctx.now, identity);
    await endOutdatedSessions(tx, userId, email);
    return userId;
  });
}

/** Gives the browser a new session id for the account that `keep` finds or stores. */
export async function startStaffSession(
  ctx: Context,
  session: Session,
  person: { readonly email: string; readonly isByPassword?: true },
  keep: (tx: Transaction) => Promise<string>,
): Promise<void> {
  const id = await ctx.db.transaction(async (tx) => {
    // Rare and short, so serialized: two first sign-ins at once would both insert.
    await tx.execute('LOCK TABLE users IN SHARE ROW EXCLUSIVE MODE');
    const userId = await keep(tx);
    const actor = actorFor(person.email, ctx.settings, []);
    const details = person.isByPassword ? { by: 'password' } : {};
    await recordAudit(tx, { ...ctx, actor }, { action: 'signed_in', details });
    return userId;
  });
  const user = { id, ...person, signedInAt: ctx.protocolNow().toISOString() };
  await session.renew((stored) => ({ ...stored, user }));
}

async function keepUser(
  tx: Transaction,
  now: Date,
  { issuer, subject, email, firstName, lastName, pictureUrl }: Identity & { email: string },
): Promise<string> {
  // An address that moved to another account: the person is who the provider says, not the previous owner.
  await tx
    .delete(users)
    .where(and(eq(users.email, email), or(ne(users.issuer, issuer), ne(users.subject, subject))));
  const profile = { email, firstName, lastName, profileImageUrl: pictureUrl, updatedAt: now };
  const [user] = await tx
    .insert(users)
    .values({ ...profile, issuer, subject, createdAt: now })
    .onConflictDoUpdate({ target: [users.issuer, users.subject], set: profile })
    .returning({ id: users.id });
  return user!.id;
}

/**
 * Otherwise the address's previous owner, and this person's previous address, would keep their rights until the
 * session ends.
 */
async function endOutdatedSessions(tx: Transaction, id: string, email: string): Promise<void> {
  const ofUser = sql`${sessions.sess} #>> '{user,id}'`;
  const ofEmail = sql`${sessions.sess} #>> '{user,email}'`;
  await tx
    .delete(sessions)
    .where(or(and(eq(ofEmail, email), ne(ofUser, id)), and(eq(ofUser, id), ne(ofEmail, email))));
}

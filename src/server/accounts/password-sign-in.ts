import { MINUTE } from '#domain/durations.ts';
import type { Context } from '../context.ts';
import { eq, sql } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { adminUsers, sessions, users } from '../db/tables.ts';
import { limitFailures } from '../http/limit-failures.ts';
import { limitTries, visitorKey } from '../http/limits.ts';
import type { Session } from '../http/sessions.ts';
import { emailOf } from './identity.ts';
import { hashPassword, isPassword } from './password.ts';
import { startStaffSession } from './sign-in.ts';

const WINDOW = 15 * MINUTE;
/** A whole desk may share one IP address. */
const TRIES_OF_IP = 30;
const WRONG_FOR_ACCOUNT = 10;

/**
 * Gives a staff member a password for the day when the identity provider is down, or replaces it, which signs out
 * whoever used the earlier one.
 */
export async function setPassword(db: Database, email: string, password: string): Promise<void> {
  const username = emailOf(email);
  if (!username) throw new Error('not an email address');
  const stored = await hashPassword(password);
  await db.transaction(async (tx) => {
    await tx
      .insert(adminUsers)
      .values({ username, password: stored })
      .onConflictDoUpdate({ target: adminUsers.username, set: { password: stored, setAt: sql`now()` } });
    await endPasswordSessions(tx, { email: username });
    // Unused accounts are deleted with their passwords; this one is about to be used.
    await tx.update(users).set({ updatedAt: sql`now()` }).where(eq(users.email, username));
  });
}

/** Ends the sessions of everybody who signed in with a password, or of one address. */
export async function endPasswordSessions(
  db: Database | Transaction,
  of: { readonly email?: string } = {},
): Promise<void> {
  const user = { ...of, isByPassword: true };
  await db.delete(sessions).where(sql`${sessions.sess} @> ${JSON.stringify({ user })}::jsonb`);
}

/**
 * Signs in somebody who has a password; false if email or password is wrong. As with the identity provider, what they may
 * do depends on the allow-list. Throws `too_many_requests`.
 */
export async function signInByPassword(
  ctx: Context,
  session: Session,
  given: { email: string; password: string },
): Promise<boolean> {
  const now = ctx.protocolNow();
  await limitTries(ctx.db, now, {
    key: `password:${visitorKey(ctx.ipAddress)}`,
    max: TRIES_OF_IP,
    window: WINDOW,
  });
  const email = emailOf(given.email);
  if (!email) return false;
  const [account] = await ctx.db.select().from(adminUsers).where(eq(adminUsers.username, email));
  // After too many wrong ones, even the right one is refused.
  const guesses = { key: `password:${email}`, max: WRONG_FOR_ACCOUNT, window: WINDOW };
  const isRight = await limitFailures(ctx.db, now, [guesses], {
    code: 'too_many_requests',
    counts: () => false,
    isFailure: (found) => !found,
    work: () => isPassword(given.password, account?.password ?? null),
  });
  if (!isRight) return false;
  await startStaffSession(ctx, session, { email, isByPassword: true }, (tx) => keepUser(tx, ctx.now, email));
  return true;
}

/** The account of an earlier sign-in, whose sessions go on, or a new one. */
async function keepUser(tx: Transaction, now: Date, email: string): Promise<string> {
  const [known] = await tx
    .update(users)
    .set({ updatedAt: now })
    .where(eq(users.email, email))
    .returning({ id: users.id });
  if (known) return known.id;
  const [added] = await tx
    .insert(users)
    .values({ email, issuer: 'password', subject: email, createdAt: now, updatedAt: now })
    .returning({ id: users.id });
  return added!.id;
}

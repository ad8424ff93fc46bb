import { createHash } from 'node:crypto';
import { and, eq, gt, lte, sql } from 'drizzle-orm';
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Dependencies } from '../context.ts';
import type { Database } from '../db/open-database.ts';
import { sessions } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import type { HttpEnv } from './http-env.ts';
import type { SessionData } from './session-data.ts';

const HOUR = 3_600_000;
/** Staff who do nothing for half a day sign in again, and everybody once a week. */
const STAFF_IDLE = 12 * HOUR;
const STAFF_ABSOLUTE = 7 * 24 * HOUR;
/** How long a browser remembers the orders that it made. */
const VISITOR_IDLE = 90 * 24 * HOUR;
/** Renewing the row at most this often keeps reading a page from writing. */
const RENEW_AFTER = HOUR / 4;
const ORDERS_KEPT = 50;

/** A browser's session. Nothing is stored, and no cookie set, until something is to be remembered. */
export interface Session {
  readonly data: SessionData;
  /** Merges the patch into what is stored by then; undefined removes a key. */
  change(patch: Partial<SessionData>): Promise<void>;
  /** As `change`, under a new id: what an attacker may have planted before a sign-in is worth nothing. */
  renew(patch: Partial<SessionData>): Promise<void>;
  destroy(): Promise<void>;
}

/** Loads the session of each request. A database that is away makes visitors anonymous, and staff wait. */
export function loadSession(dependencies: Dependencies): MiddlewareHandler<HttpEnv> {
  return async (c, next) => {
    c.set('session', await openSession(c, dependencies));
    await next();
  };
}

/** Adds an order to those that this browser made, the latest last. */
export async function rememberOrder(session: Session, transactionId: string): Promise<void> {
  const others = (session.data.orders ?? []).filter((one) => one !== transactionId);
  await session.change({ orders: [...others, transactionId].slice(-ORDERS_KEPT) });
}

/** Deletes what has ended. */
export async function purgeSessions(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expire, now));
}

async function openSession(c: HonoContext<HttpEnv>, dependencies: Dependencies): Promise<Session> {
  const { db, protocolNow, randomBytes, settings } = dependencies;
  const isSecure = settings.publicUrl.startsWith('https:');
  // Browsers refuse the `__Host-` prefix without https, as in the demo on loopback.
  const cookieName = isSecure ? '__Host-session' : 'session';
  let token = readToken(getCookie(c, cookieName));
  let data: SessionData = {};
  if (token) {
    const stored = await findStored(c, dependencies, token);
    if (stored) data = stored;
    else token = null;
  }

  const save = async (sid: string, patch: Partial<SessionData>) => {
    const now = protocolNow();
    const expire = expiryOf({ ...data, ...patch }, now);
    const kept = JSON.stringify(
      Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined)),
    );
    const dropped = Object.entries(patch).flatMap(([key, value]) => (value === undefined ? [key] : []));
    const [row] = await db
      .insert(sessions)
      .values({ sid, sess: { ...data, ...patch }, expire })
      .onConflictDoUpdate({
        target: sessions.sid,
        // Merged in the database, so that two tabs do not undo each other.
        set: { sess: sql`(${sessions.sess} || ${kept}::jsonb) - ${sql.param(dropped)}::text[]`, expire },
      })
      .returning({ sess: sessions.sess });
    data = row!.sess as SessionData;
  };
  const issue = () => {
    token = Buffer.from(randomBytes(24)).toString('base64url');
    setCookie(c, cookieName, token, {
      path: '/',
      httpOnly: true,
      secure: isSecure,
      sameSite: 'Lax',
      maxAge: VISITOR_IDLE / 1000,
    });
    return token;
  };
  const remove = async () => {
    if (token) await db.delete(sessions).where(eq(sessions.sid, idOf(token)));
  };

  return {
    get data() {
      return data;
    },
    change: (patch) => save(idOf(token ?? issue()), patch),
    async renew(patch) {
      await remove();
      await save(idOf(issue()), patch);
    },
    async destroy() {
      await remove();
      token = null;
      data = {};
      deleteCookie(c, cookieName, { path: '/', secure: isSecure });
    },
  };
}

async function findStored(
  c: HonoContext<HttpEnv>,
  dependencies: Dependencies,
  token: string,
): Promise<SessionData | null> {
  const { db, protocolNow, log } = dependencies;
  const now = protocolNow();
  try {
    const sid = idOf(token);
    const [row] = await db
      .select()
      .from(sessions)
      .where(and(eq(sessions.sid, sid), gt(sessions.expire, now)));
    if (!row) return null;
    const data = row.sess as SessionData;
    const expire = expiryOf(data, now);
    if (expire.getTime() - row.expire.getTime() > RENEW_AFTER) {
      await db.update(sessions).set({ expire }).where(eq(sessions.sid, sid));
    }
    return data;
  } catch (error) {
    if (c.req.path.startsWith('/api/admin/')) throw new Refusal('unavailable', { cause: error });
    log.warn({ err: error }, 'a session could not be loaded; the visitor counts as anonymous');
    return null;
  }
}

function expiryOf(data: SessionData, now: Date): Date {
  if (!data.user) return new Date(now.getTime() + VISITOR_IDLE);
  const absolute = Date.parse(data.user.signedInAt) + STAFF_ABSOLUTE;
  return new Date(Math.min(now.getTime() + STAFF_IDLE, absolute));
}

function readToken(cookie: string | undefined): string | null {
  return cookie && /^[\w-]{32}$/.test(cookie) ? cookie : null;
}

/** The table holds no secret that opens a session. */
function idOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

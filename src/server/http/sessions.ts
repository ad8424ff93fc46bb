import { createHash } from 'node:crypto';
import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { DAY, HOUR } from '#domain/durations.ts';
import type { Dependencies } from '../context.ts';
import { and, eq, gt, lt, lte, type SQL, sql } from '../db/drizzle.ts';
import type { Database, Transaction } from '../db/open-database.ts';
import { prepared } from '../db/prepared.ts';
import { sessions } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import type { Settings } from '../settings.ts';
import type { SessionData } from './session-data.ts';

/** Staff sign in again after half a day of inactivity, and at least once a week. */
const STAFF_IDLE = 12 * HOUR;
const STAFF_ABSOLUTE = 7 * DAY;
/** How long a browser remembers its orders. */
const VISITOR_IDLE = 90 * DAY;
/** For an unfinished sign-in. */
const UNFINISHED_IDLE = HOUR;
/** Row and cookie are renewed at most this often, so that reading a page rarely writes. */
const RENEW_AFTER = HOUR / 4;
const ORDERS_KEPT = 50;
/** Paths where an anonymous response would send signed-in staff to the sign-in page. */
const STAFF_CALLS = ['/api/admin/', '/api/auth/'];

type SessionDependencies = Pick<Dependencies, 'db' | 'log' | 'protocolNow' | 'randomBytes'> & {
  readonly settings: Pick<Settings, 'publicUrl'>;
};

interface SessionEnv {
  Variables: { session: Session };
}

type Update = (stored: SessionData) => SessionData;
type Columns = Record<string, unknown>;

/** A browser's session. Nothing is stored and no cookie is set until there is something to remember. */
export interface Session {
  /** Distinguishes sessions; opens nothing. Null before anything is stored. */
  readonly mark: string | null;
  readonly data: SessionData;
  /**
   * Applies the update to the stored data under a lock, so concurrent changes don't get lost. A write `alongside` is
   * sent in the same statement; resolves to its rows.
   */
  change(update: Update, alongside?: SQL): Promise<Columns[]>;
  /** As `change`, but with a new id, against session fixation. */
  renew(update: Update): Promise<void>;
  destroy(): Promise<void>;
}

/** Loads each request's session. While the database is down, visitors are anonymous and staff wait. */
export function loadSession(dependencies: SessionDependencies): MiddlewareHandler<SessionEnv> {
  return async (c, next) => {
    const { session, sendCookie } = await openSession(c, dependencies);
    c.set('session', session);
    await next();
    await sendCookie();
  };
}

/** Adds an order to this browser's, newest last. */
export function withOrder(transactionId: string): Update {
  return (stored) => {
    const others = (stored.orders ?? []).filter((one) => one !== transactionId);
    return { ...stored, orders: [...others, transactionId].slice(-ORDERS_KEPT) };
  };
}

export async function rememberOrder(session: Session, transactionId: string): Promise<void> {
  await session.change(withOrder(transactionId));
}

/** Deletes expired sessions. */
export async function purgeSessions(db: Database, now: Date): Promise<void> {
  await db.delete(sessions).where(lte(sessions.expire, now));
}

/** Call `sendCookie` after the handler: some responses drop headers that were set before them. */
async function openSession(
  c: HonoContext<SessionEnv>,
  dependencies: SessionDependencies,
): Promise<{ session: Session; sendCookie: () => Promise<void> }> {
  const { db, settings } = dependencies;
  const isSecure = settings.publicUrl.startsWith('https:');
  // Browsers refuse the `__Host-` prefix without HTTPS, as in the demo.
  const cookieName = isSecure ? '__Host-session' : 'session';
  let token = readToken(getCookie(c, cookieName));
  let { data, renewUntil } = await findStored(c, dependencies, token);
  let isCookieDue = false;

  const adopt = (issued: { token: string; data: SessionData }) => {
    ({ token, data } = issued);
    renewUntil = null;
    isCookieDue = true;
  };

  const sendCookie = async () => {
    // A shared cache would give it to other visitors.
    if (!token || c.res.headers.get('cache-control')?.includes('public')) return;
    // The cookie is due again whenever the row is renewed, so that the browser keeps it just as long.
    if (renewUntil) isCookieDue = await renewStored(dependencies, token, renewUntil);
    if (!isCookieDue) return;
    const maxAge = VISITOR_IDLE / 1000;
    setCookie(c, cookieName, token, { path: '/', httpOnly: true, secure: isSecure, sameSite: 'Lax', maxAge });
  };

  const session: Session = {
    get mark() {
      return token && idOf(token).slice(0, 16);
    },
    get data() {
      return data;
    },
    async change(update, alongside) {
      // A deleted row stays deleted: a slow request must not restore a session after signing out.
      const changed = token && (await changeStored(dependencies, token, update, alongside));
      if (changed) {
        ({ data } = changed);
        renewUntil = null;
        // Only if due: a slow response could replace the newer cookie of a sign-in in another tab.
        isCookieDue ||= changed.isRenewed;
        return changed.rows;
      }
      const inserted = await insert(db, dependencies, update({}), alongside);
      adopt(inserted);
      return inserted.rows;
    },
    async renew(update) {
      adopt(
        await db.transaction(async (tx) => {
          const stored = token ? await remove(tx, token) : null;
          const isLive = stored && stored.expire > dependencies.protocolNow();
          return insert(tx, dependencies, update(isLive ? (stored.sess as SessionData) : {}));
        }),
      );
    },
    async destroy() {
      if (token) await remove(db, token);
      token = null;
      data = {};
      deleteCookie(c, cookieName, { path: '/', secure: isSecure });
    },
  };
  return { session, sendCookie };
}

const findLive = prepared((db) =>
  db
    .select()
    .from(sessions)
    .where(and(eq(sessions.sid, sql.placeholder('sid')), gt(sessions.expire, sql.placeholder('now'))))
    .prepare('find_session'),
);

/** With the time until which the session should last from now on, if that is due. */
async function findStored(
  c: HonoContext<SessionEnv>,
  { db, protocolNow, log }: SessionDependencies,
  token: string | null,
): Promise<{ data: SessionData; renewUntil: Date | null }> {
  const none = { data: {}, renewUntil: null };
  if (!token) return none;
  const now = protocolNow();
  try {
    const [row] = await findLive(db).execute({ sid: idOf(token), now });
    if (!row) return none;
    const data = row.sess as SessionData;
    const expire = expiryOf(data, now);
    return { data, renewUntil: isDue(row.expire, expire) ? expire : null };
  } catch (error) {
    if (STAFF_CALLS.some((one) => c.req.path.startsWith(one))) {
      throw new Refusal('unavailable', { cause: error });
    }
    log.warn({ err: error }, 'a session could not be loaded; the visitor counts as anonymous');
    return none;
  }
}

/** False if the session has ended since it was loaded, or another request has renewed it. */
async function renewStored(
  { db, protocolNow, log }: SessionDependencies,
  token: string,
  expire: Date,
): Promise<boolean> {
  const isLive = and(eq(sessions.sid, idOf(token)), gt(sessions.expire, protocolNow()));
  try {
    const renewed = await db
      .update(sessions)
      .set({ expire })
      .where(and(isLive, lt(sessions.expire, expire)))
      .returning({ sid: sessions.sid });
    return renewed.length > 0;
  } catch (error) {
    log.warn({ err: error }, 'a session could not be renewed; the next request tries again');
    return false;
  }
}

/** Null if there is no such session: a made-up cookie is never adopted. */
function changeStored(
  { db, protocolNow }: SessionDependencies,
  token: string,
  update: Update,
  alongside: SQL | undefined,
): Promise<{ data: SessionData; isRenewed: boolean; rows: Columns[] } | null> {
  const now = protocolNow();
  const sid = idOf(token);
  return db.transaction(async (tx) => {
    const isLive = and(eq(sessions.sid, sid), gt(sessions.expire, now));
    const [row] = await tx.select().from(sessions).where(isLive).for('update');
    if (!row) return null;
    const data = update(row.sess as SessionData);
    const expire = expiryOf(data, now);
    const changed = sql`UPDATE sessions SET sess = ${JSON.stringify(data)}::jsonb, expire = ${expire}
      WHERE sid = ${sid}`;
    const rows = await store(tx, changed, data, alongside);
    return { data, isRenewed: isDue(row.expire, expire), rows };
  });
}

async function insert(
  db: Database | Transaction,
  { protocolNow, randomBytes }: SessionDependencies,
  data: SessionData,
  alongside?: SQL,
): Promise<{ token: string; data: SessionData; rows: Columns[] }> {
  const token = Buffer.from(randomBytes(24)).toString('base64url');
  const inserted = sql`INSERT INTO sessions (sid, sess, expire)
    VALUES (${idOf(token)}, ${JSON.stringify(data)}::jsonb, ${expiryOf(data, protocolNow())})`;
  return { token, data, rows: await store(db, inserted, data, alongside) };
}

/**
 * Remembering an order doesn't wait for the disk: a crash of the database may forget that the browser made it, not
 * the order itself. A sign-in waits, and so does a write alongside.
 */
async function store(
  db: Database | Transaction,
  write: SQL,
  { user }: SessionData,
  alongside: SQL | undefined,
): Promise<Columns[]> {
  if (alongside) return (await db.execute(sql`WITH stored AS (${write}) ${alongside}`)).rows;
  await db.execute(user ? write : sql`${write} RETURNING set_config('synchronous_commit', 'off', true)`);
  return [];
}

async function remove(db: Database | Transaction, token: string) {
  const [row] = await db
    .delete(sessions)
    .where(eq(sessions.sid, idOf(token)))
    .returning();
  return row ?? null;
}

function isDue(stored: Date, expire: Date): boolean {
  return expire.getTime() - stored.getTime() > RENEW_AFTER;
}

function expiryOf(data: SessionData, now: Date): Date {
  if (data.user) {
    const absolute = Date.parse(data.user.signedInAt) + STAFF_ABSOLUTE;
    return new Date(Math.min(now.getTime() + STAFF_IDLE, absolute));
  }
  return new Date(now.getTime() + (data.orders?.length ? VISITOR_IDLE : UNFINISHED_IDLE));
}

function readToken(cookie: string | undefined): string | null {
  return cookie && /^[\w-]{32}$/.test(cookie) ? cookie : null;
}

/** The table stores only a hash, so it contains no secret that opens a session. */
function idOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

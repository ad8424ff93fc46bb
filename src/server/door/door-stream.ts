import type { Context as HonoContext } from 'hono';
import { type SSEStreamingApi, streamSSE } from 'hono/streaming';
import type { Dependencies } from '../context.ts';
import { withPatience } from '../db/connection-waits.ts';
import { and, inArray, isNotNull, lte, or, sql } from '../db/drizzle.ts';
import { doorPhones } from '../db/tables.ts';
import { demand } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';

const POLL_MS = 500;
const COMMENT_MS = 15_000;
/** How long one poll may wait for database connections in total. */
const PATIENCE_MS = 5_000;

const CHANGE = 'event: change\ndata: orders\n\n';
const COMMENT = ': still here\n\n';

interface Listener {
  /** Null for staff. */
  readonly phone: { readonly id: string; readonly endsAt: Date } | null;
  readonly stream: SSEStreamingApi;
  sentAt: number;
  end: () => void;
}

/**
 * Tells phones and boards that something has changed. Each process with connected ones polls `door_changes` twice a
 * second: LISTEN needs a connection of its own, which poolers such as PgBouncer can't provide, and NOTIFY makes every
 * order's commit wait for a database-wide lock.
 */
export function openDoorStream(
  { db, log, now, protocolNow }: Pick<Dependencies, 'db' | 'log' | 'now' | 'protocolNow'>,
  isEnding: () => boolean,
) {
  const listeners = new Set<Listener>();
  let isScheduled = false;
  let seen: string | null = null;

  function schedulePoll(): void {
    if (isScheduled) return;
    isScheduled = true;
    // Otherwise all polls would share what is left of the request that opened the first stream.
    setTimeout(() => withPatience(PATIENCE_MS, poll), POLL_MS);
  }

  async function poll(): Promise<void> {
    isScheduled = false;
    try {
      const changed = await hasChanged();
      const revoked = await findRevoked();
      for (const one of listeners) {
        if (isEnding() || (one.phone && hasEnded(one.phone, revoked))) one.end();
        else if (changed) send(one, CHANGE);
        else if (protocolNow().getTime() - one.sentAt >= COMMENT_MS) send(one, COMMENT);
      }
    } catch (error) {
      log.warn({ err: error }, 'the door could not poll for changes and will try again');
    }
    if (listeners.size > 0) schedulePoll();
    else seen = null;
  }

  function hasEnded(phone: { id: string; endsAt: Date }, revoked: ReadonlySet<string>): boolean {
    return now() >= phone.endsAt || revoked.has(phone.id);
  }

  /** Ends their streams, so that they sync at once and are told to wipe themselves. */
  async function findRevoked(): Promise<ReadonlySet<string>> {
    const ids = [...new Set([...listeners].flatMap(({ phone }) => phone?.id ?? []))];
    if (ids.length === 0) return new Set();
    const rows = await db
      .select({ id: doorPhones.id })
      .from(doorPhones)
      .where(
        and(inArray(doorPhones.id, ids), or(isNotNull(doorPhones.revokedAt), lte(doorPhones.endsAt, now()))),
      );
    return new Set(rows.map(({ id }) => id));
  }

  async function hasChanged(): Promise<boolean> {
    const { rows } = await db.execute(sql`
      SELECT oldest::text AS cursor,
        EXISTS (SELECT FROM door_changes WHERE changed >= ${seen ?? '0'}::xid8 AND changed < oldest) AS changed
      FROM pg_snapshot_xmin(pg_current_snapshot()) AS oldest`);
    const { cursor, changed } = rows[0] as { cursor: string; changed: boolean };
    seen = cursor;
    return changed;
  }

  /** Doesn't wait, so that an unreachable phone can't delay the others. */
  function send(one: Listener, text: string): void {
    one.sentAt = protocolNow().getTime();
    void one.stream.write(text);
  }

  function listen(c: HonoContext<HttpEnv>, phone: Listener['phone']): Response {
    // Hono answers HEAD with this handler and drops the body, so its stream would never end.
    if (c.req.method === 'HEAD') return c.body(null);
    // Proxies must not buffer events.
    c.header('x-accel-buffering', 'no');
    return streamSSE(c, async (stream) => {
      const listener: Listener = { phone, stream, sentAt: 0, end: () => {} };
      listeners.add(listener);
      schedulePoll();
      try {
        // Earlier changes are fetched at once; polling covers everything from here on.
        if (seen === null) await hasChanged();
        if (stream.aborted) return;
        send(listener, CHANGE);
        await new Promise<void>((resolve) => {
          listener.end = resolve;
          stream.onAbort(resolve);
        });
      } catch (error) {
        // Hono would print the values of the query.
        log.warn({ err: error }, 'a stream of the door could not begin; its phone or board opens another');
      } finally {
        listeners.delete(listener);
      }
    });
  }

  return {
    /** Streams `change` events until the phone disconnects, is revoked, or the process ends. */
    streamToPhone: (c: HonoContext<HttpEnv>) => {
      const ctx = c.get('ctx');
      demand(ctx, 'door');
      return listen(c, ctx.actor.phone!);
    },
    /** The same for the live board. */
    streamToStaff: (c: HonoContext<HttpEnv>) => {
      demand(c.get('ctx'), 'admin');
      return listen(c, null);
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { AttemptState } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { eq, type SQL, sql } from '../db/drizzle.ts';
import { prepared } from '../db/prepared.ts';
import { type AttemptRow, paymentAttempts } from '../db/tables.ts';
import type { PaymentSnapshot } from './gateways/gateway.ts';
import { lookUpAttempt } from './look-up-attempt.ts';

const PAUSE_MS = 3_000;
/** Longer than a lookup takes, so only a dead process loses its turn. */
const TURN_MS = 30_000;
/** In total longer than most lookups, and short enough for somebody waiting for a page. */
const WAITS_MS = [50, 100, 200, 400, 800];

/**
 * Asks the provider about an attempt and lets `act` settle the response. For visitors' requests, of which there may be
 * any number: the provider is asked at most once every three seconds, by one process at a time. Null if it isn't our
 * turn, or if the provider doesn't know the attempt.
 */
export async function lookUpInTurn<T>(
  ctx: Context,
  attempt: AttemptRow,
  act: (snapshot: PaymentSnapshot) => Promise<T>,
): Promise<T | null> {
  const { id } = attempt;
  const isDue = sql`next_look_at IS NULL OR next_look_at <= ${ctx.protocolNow()}`;
  const { rowCount } = await ctx.db.execute(takeTurn(ctx, sql`id = ${id} AND (${isDue})`));
  if (rowCount === 0) return null;
  return duringTurn(ctx, id, async () => {
    const snapshot = await lookUpAttempt(ctx, attempt);
    return snapshot && act(snapshot);
  });
}

/** Settling ends the turn (`moveAttempt`); a lookup that fails or finds nothing ends it here. */
export async function duringTurn<T>(
  ctx: Context,
  attemptId: string,
  look: () => Promise<T | null>,
): Promise<T | null> {
  let learned: T | null = null;
  try {
    learned = await look();
    return learned;
  } finally {
    if (learned === null) await endTurn(ctx, attemptId);
  }
}

/** The statement that reserves an attempt's next lookup for the caller, unless one is running or it is paid already. */
export function takeTurnUnlessRunning(ctx: Context, which: SQL): SQL {
  // Only visitors' lookups wait for the pause after the last one.
  const isNotRunning = sql`next_look_at IS NULL OR next_look_at <= ${endOfPause(ctx)}`;
  return takeTurn(ctx, sql`${which} AND state <> 'paid' AND (${isNotRunning})`);
}

function takeTurn(ctx: Context, which: SQL): SQL {
  const until = new Date(ctx.protocolNow().getTime() + TURN_MS);
  return sql`UPDATE payment_attempts SET next_look_at = ${until}::timestamptz WHERE ${which}`;
}

async function endTurn(ctx: Context, attemptId: string): Promise<void> {
  await ctx.db
    .update(paymentAttempts)
    .set({ nextLookAt: endOfPause(ctx) })
    .where(eq(paymentAttempts.id, attemptId));
}

/** When the next lookup may start after one that ends now. A later time in the database means that one is running. */
export function endOfPause(ctx: Context): Date {
  return new Date(ctx.protocolNow().getTime() + PAUSE_MS);
}

/**
 * Waits up to 1.5 s while another request looks up the attempt. Resolves to the attempt's state by then, null if it was
 * deleted.
 */
export async function waitForLookup(ctx: Context, attemptId: string): Promise<AttemptState | null> {
  const read = () => readLook(ctx.db).execute({ attemptId });
  let [present] = await read();
  for (const wait of WAITS_MS) {
    const isOthersTurn = present?.nextLookAt && present.nextLookAt > endOfPause(ctx);
    if (!isOthersTurn) break;
    await sleep(wait);
    [present] = await read();
  }
  return present?.state ?? null;
}

const readLook = prepared((db) =>
  db
    .select({ state: paymentAttempts.state, nextLookAt: paymentAttempts.nextLookAt })
    .from(paymentAttempts)
    .where(eq(paymentAttempts.id, sql.placeholder('attemptId')))
    .prepare('read_look'),
);

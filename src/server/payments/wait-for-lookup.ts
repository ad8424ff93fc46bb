import { setTimeout as sleep } from 'node:timers/promises';
import type { AttemptState } from '#domain/order.ts';
import type { Context } from '../context.ts';
import { eq, sql } from '../db/drizzle.ts';
import { prepared } from '../db/prepared.ts';
import { paymentAttempts } from '../db/tables.ts';
import { endOfPause } from './look-up-in-turn.ts';

/** In total longer than most lookups, and short enough for somebody waiting for a page. */
const WAITS_MS = [50, 100, 200, 400, 800];

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

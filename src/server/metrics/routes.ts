import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import { Registry } from 'prom-client';
import type { Dependencies } from '../context.ts';
import { sql } from '../db/drizzle.ts';
import { Refusal } from '../errors.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { isSameSecret } from '../http/is-same-secret.ts';
import type { Settings } from '../settings.ts';
import { isLoopback } from '../settings-problems.ts';
import type { Operations } from './operations.ts';
import { tellGauge } from './tell-gauge.ts';
import { tellState } from './tell-state.ts';

/** For load balancers, supervisors and Prometheus; no session is read. */
export function operationRoutes(
  app: Hono<HttpEnv>,
  dependencies: Dependencies,
  operations: Operations,
): void {
  app.get('/health', async (c) => {
    const isWell = !operations.isWithdrawn() && (await responds(dependencies));
    return c.json({ ok: isWell }, isWell ? 200 : 503);
  });
  // Only says that the process runs: a restart would not bring the database back.
  app.get('/health/live', (c) => c.json({ ok: true }));
  app.get('/metrics', async (c) => {
    if (!mayRead(c, dependencies.settings)) throw new Refusal('not_found');
    const moment = new Registry();
    operations.tellMoment(moment);
    await tellDatabase(moment, dependencies);
    const all = Registry.merge([operations.counted, moment]);
    return c.body(await all.metrics(), 200, { 'content-type': all.contentType, 'cache-control': 'no-store' });
  });
}

async function responds({ db, log }: Dependencies): Promise<boolean> {
  try {
    await db.execute(sql`SELECT 1`);
    return true;
  } catch (error) {
    log.warn({ err: error }, 'the database does not respond');
    return false;
  }
}

async function tellDatabase(registry: Registry, { db, log, now }: Dependencies): Promise<void> {
  const tellUp = (up: number) =>
    tellGauge(registry, 'summit_database_up', '1 when the database responded.', up);
  try {
    await tellState(registry, db, now());
    tellUp(1);
  } catch (error) {
    log.warn({ err: error }, 'the state for the metrics could not be read');
    tellUp(0);
  }
}

/**
 * With a token, anyone who has it. Without one, only this machine, and only if the site's own address is loopback: a
 * proxy on this machine might forward strangers without a header.
 */
function mayRead(
  c: Context<HttpEnv>,
  { metricsToken, publicUrl }: Pick<Settings, 'metricsToken' | 'publicUrl'>,
): boolean {
  if (metricsToken) return isSameSecret(c.req.header('authorization') ?? '', `Bearer ${metricsToken}`);
  if (!isLoopback(new URL(publicUrl).hostname)) return false;
  const address = (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress ?? '';
  const isForwarded = ['x-forwarded-for', 'forwarded', 'via'].some(
    (name) => c.req.header(name) !== undefined,
  );
  return /^(::ffff:)?127\.|^::1$/.test(address) && !isForwarded;
}

import type { Context as HonoContext } from 'hono';
import type { CurrentUser } from '#contract/auth.ts';
import type { Boot } from '#contract/boot.ts';
import { listingsToTell } from '#domain/packages.ts';
import { findCurrentUser } from './accounts/find-current-user.ts';
import { readPackages } from './catalog/mirror.ts';
import type { Context } from './context.ts';
import type { HttpEnv } from './http/http-env.ts';

/** What every page starts with. */
export async function bootData(ctx: Context, user: CurrentUser | null): Promise<Boot> {
  const { settings, now, closedByBuild, gateways, actor, content } = ctx;
  const packages = await readOrNull(ctx, () => readPackages(ctx));
  return {
    now: now.toISOString(),
    closedByBuild,
    user,
    contact: settings.contact,
    publicUrl: settings.publicUrl,
    paymentProviders: [...gateways.keys()],
    square: settings.square && {
      scriptUrl: settings.square.scriptUrl,
      applicationId: settings.square.applicationId,
      locationId: settings.square.locationId,
    },
    // Without the mirror's prices the page shows the content's; the server decides at checkout.
    listings: packages ? listingsToTell(content.packages, packages) : [],
    analyticsId: settings.analyticsId,
    wallets: [
      ...(settings.appleWallet ? (['apple'] as const) : []),
      ...(settings.googleWallet ? (['google'] as const) : []),
    ],
    hasOrders: actor.orders.length > 0,
    isTestMode: settings.isTestMode,
  };
}

/** A failed lookup counts as anonymous. */
export async function findUser(c: HonoContext<HttpEnv>): Promise<CurrentUser | null> {
  const ctx = c.get('ctx');
  try {
    return await findCurrentUser(ctx, c.get('session'));
  } catch (error) {
    ctx.log.warn({ err: error, requestId: ctx.requestId }, 'the session could not be looked up');
    return null;
  }
}

/** A page without figures is better than none. */
export async function readOrNull<T>(ctx: Context, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    ctx.log.warn({ err: error }, 'a page is served without data that could not be read');
    return null;
  }
}

import type { listPackages as route } from '#contract/packages.ts';
import type { ParsedOf } from '#contract/route.ts';
import type { Context } from '../context.ts';
import { readPackages } from './mirror.ts';

/** For pages whose prices may be stale, and for other programs. */
export async function listPackages(ctx: Context): Promise<ParsedOf<typeof route.response>> {
  const packages = await readPackages(ctx);
  return packages.map(({ includes, listings, ...one }) => ({
    ...one,
    includes: [...includes],
    listings: { ...listings },
  }));
}

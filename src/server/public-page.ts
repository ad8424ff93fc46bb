import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CurrentUser } from '#contract/auth.ts';
import type { Context } from './context.ts';

/** The page as sent, compressed once for all requests within its second. */
export interface PublicPage {
  readonly plain: Buffer<ArrayBuffer>;
  readonly gzip: Buffer<ArrayBuffer>;
  readonly br: Buffer<ArrayBuffer>;
}

/** The whole HTML of a page for that user. */
export type PageRenderer = (ctx: Context, user: CurrentUser | null) => Promise<string>;

/**
 * Renders a public page at most once a second: changed prices, phases, seats or speakers show within that second, and a
 * thousand visitors cost as much as one.
 */
export function createPublicPage(
  render: PageRenderer,
): (ctx: Context, user: CurrentUser | null) => Promise<PublicPage> {
  let kept: { second: number; page: Promise<PublicPage> } | null = null;
  return (ctx, user) => {
    // A page with a signed-in person's name or this browser's orders is never shared.
    if (user || ctx.actor.orders.length > 0) return compress(render(ctx, user));
    const second = Math.floor(ctx.now.getTime() / 1000);
    if (kept?.second === second) return kept.page;
    const page = compress(render(ctx, null));
    kept = { second, page };
    // Failures aren't cached.
    page.catch(() => {
      if (kept?.page === page) kept = null;
    });
    return page;
  };
}

async function compress(rendering: Promise<string>): Promise<PublicPage> {
  const plain = Buffer.from(await rendering);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  const [zipped, br] = await Promise.all([
    promisify(gzip)(plain, { level: 6 }),
    promisify(brotliCompress)(plain, quality),
  ]);
  return { plain, gzip: zipped as Buffer<ArrayBuffer>, br: br as Buffer<ArrayBuffer> };
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

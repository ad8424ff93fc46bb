import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CurrentUser } from '#contract/auth.ts';
import type { Context } from './context.ts';

/** The page as sent. */
export interface PublicPage {
  readonly plain: Buffer<ArrayBuffer>;
  /** Compressed on first use, once for all requests that share the page. */
  readonly compressed: (encoding: Encoding) => Promise<Buffer<ArrayBuffer>>;
}

export type Encoding = 'br' | 'gzip';

/** The whole HTML of a page for that user. */
export type PageRenderer = (ctx: Context, user: CurrentUser | null) => Promise<string>;

/**
 * Renders a public page at most once a second, and once more for browsers that have made an order: changed prices,
 * phases, seats or speakers show within that second, and a thousand visitors cost as much as one.
 */
export function createPublicPage(
  render: PageRenderer,
): (ctx: Context, user: CurrentUser | null) => Promise<PublicPage> {
  const kept = new Map<boolean, { second: number; page: Promise<PublicPage> }>();
  return (ctx, user) => {
    // A page with a signed-in person's name is never shared.
    if (user) return compressible(render(ctx, user));
    // Which orders a browser has made isn't in the page, only whether it has made any.
    const hasOrders = ctx.actor.orders.length > 0;
    const second = Math.floor(ctx.now.getTime() / 1000);
    const shared = kept.get(hasOrders);
    if (shared?.second === second) return shared.page;
    const page = compressible(render(ctx, null));
    kept.set(hasOrders, { second, page });
    // Failures aren't cached.
    page.catch(() => {
      if (kept.get(hasOrders)?.page === page) kept.delete(hasOrders);
    });
    return page;
  };
}

async function compressible(rendering: Promise<string>): Promise<PublicPage> {
  const plain = Buffer.from(await rendering);
  const done = new Map<Encoding, Promise<Buffer<ArrayBuffer>>>();
  const compressed = (encoding: Encoding) => {
    const page = done.get(encoding) ?? compress(plain, encoding);
    done.set(encoding, page);
    return page;
  };
  return { plain, compressed };
}

async function compress(plain: Buffer, encoding: Encoding): Promise<Buffer<ArrayBuffer>> {
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  const page =
    encoding === 'br' ? promisify(brotliCompress)(plain, quality) : promisify(gzip)(plain, { level: 6 });
  return (await page) as Buffer<ArrayBuffer>;
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

import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { CurrentUser } from '#contract/auth.ts';
import type { Boot } from '#contract/boot.ts';
import { seatsLeft } from '#domain/capacity.ts';
import { listingsToTell } from '#domain/packages.ts';
import { getCapacityStatus } from './capacity/get-capacity-status.ts';
import { readPackages } from './catalog/mirror.ts';
import type { Context } from './context.ts';
import type { LandingParts } from './http/pages.ts';
import { landingDocument } from './landing-document.ts';
import { listSpeakers } from './speakers/list-speakers.ts';

/** The page as it is sent, compressed once for all who ask within its second. */
export interface RenderedLanding {
  readonly plain: Buffer<ArrayBuffer>;
  readonly gzip: Buffer<ArrayBuffer>;
  readonly br: Buffer<ArrayBuffer>;
}

/**
 * Renders the landing page, once a second at most: a change of price, phase, seats or speakers shows within
 * that second, and a thousand visitors cost as much as one.
 */
export function createLandingPage(
  parts: LandingParts,
  bootData: (ctx: Context, user: CurrentUser | null) => Boot,
): (ctx: Context, user: CurrentUser | null) => Promise<RenderedLanding> {
  let kept: { second: number; page: Promise<RenderedLanding> } | null = null;
  return (ctx, user) => {
    // What a person who is signed in sees is theirs alone.
    if (user) return render(ctx, bootData(ctx, user), parts);
    const second = Math.floor(ctx.now.getTime() / 1000);
    if (kept?.second === second) return kept.page;
    const page = render(ctx, bootData(ctx, null), parts);
    kept = { second, page };
    // A failure is not kept.
    page.catch(() => {
      if (kept?.page === page) kept = null;
    });
    return page;
  };
}

async function render(ctx: Context, given: Boot, parts: LandingParts): Promise<RenderedLanding> {
  const [packages, capacity, speakers] = await Promise.all([
    orNull(ctx, () => readPackages(ctx)),
    orNull(ctx, () => getCapacityStatus(ctx)),
    orNull(ctx, () => listSpeakers(ctx)),
  ]);
  const { gallery, speakers: portraits, sponsors } = parts.art;
  const pictures = { gallery, speakers: portraits, sponsors };
  const { event } = ctx.content;
  const content = { ...ctx.content, packages: packages ?? ctx.content.packages };
  const boot = { ...given, listings: listingsToTell(ctx.content.packages, content.packages) };
  const document = await landingDocument({
    boot,
    content,
    parts,
    body: await parts.render({ boot, capacity, speakers, pictures }),
    seatsLeft: (eventType) => capacity && seatsLeft(event, eventType, capacity),
  });
  const plain = Buffer.from(document);
  const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
  const [zipped, br] = await Promise.all([
    promisify(gzip)(plain, { level: 6 }),
    promisify(brotliCompress)(plain, quality),
  ]);
  return { plain, gzip: zipped as Buffer<ArrayBuffer>, br: br as Buffer<ArrayBuffer> };
}

/** A page without its figures is better than none. */
async function orNull<T>(ctx: Context, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    ctx.log.warn({ err: error }, 'the landing page goes without what could not be read');
    return null;
  }
}

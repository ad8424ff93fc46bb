import type { Context as HonoContext, MiddlewareHandler } from 'hono';
import type { CurrentUser } from '#contract/auth.ts';
import type { Boot } from '#contract/boot.ts';
import { PAGES } from '#contract/paths.ts';
import { bootData, findUser } from './boot-data.ts';
import { type Context, type Dependencies, jobContext } from './context.ts';
import { canonicalUrl } from './http/canonical-url.ts';
import { type CompressibleBody, chooseEncoding, compressible } from './http/compression.ts';
import type { HttpEnv } from './http/http-env.ts';
import type { PageSource, PublicParts } from './http/pages.ts';
import { headersFor, styleHash } from './http/security-headers.ts';
import { renderLandingPage } from './landing-page.ts';
import { type PageDocument, pageDocument } from './page-document.ts';
import { renderPrivacyPage } from './privacy-page.ts';
import { renderRegisterPage } from './register-page.ts';

const PUBLIC_PAGES: readonly (readonly [path: string, render: RenderPage])[] = [
  [PAGES.home, renderLandingPage],
  [PAGES.register, renderRegisterPage],
  [PAGES.privacy, renderPrivacyPage],
];

type RenderPage = (ctx: Context, boot: Boot, parts: PublicParts) => Promise<PageDocument>;

type PageHandlers = Record<'withoutSession' | 'withSession', MiddlewareHandler<HttpEnv>>;

/** The pages that the server renders, by their paths. */
export function publicPages(
  dependencies: Dependencies,
  pages: PageSource,
): readonly (readonly [path: string, handlers: PageHandlers])[] {
  return PUBLIC_PAGES.map(([path, render]) => [path, handlersOf(dependencies, pages.public, path, render)]);
}

/**
 * Browsers without a cookie, which are nearly all, get a public page before any session lookup; its bytes and headers
 * are cached for one second.
 */
function handlersOf(
  dependencies: Dependencies,
  parts: PublicParts,
  path: string,
  render: RenderPage,
): PageHandlers {
  const { settings } = dependencies;
  const canonical = new URL(settings.publicUrl);
  const page = createPublicPage(parts, path, render);
  const headers = headersFor(settings)(path, [styleHash(parts.style)]);
  return {
    async withoutSession(c, next) {
      if (c.req.header('cookie') || c.req.header('host') !== canonical.host) return next();
      return pageResponse(c, await page(jobContext(dependencies, `page ${path}`), null), headers);
    },
    async withSession(c) {
      const elsewhere = canonicalUrl(c, canonical);
      if (elsewhere) return c.redirect(elsewhere, 302);
      const ctx = c.get('ctx');
      const rendered = await page(ctx, await findUser(c));
      const cacheControl = ctx.actor.email === null ? 'private, no-cache' : 'no-store';
      return pageResponse(c, rendered, { ...headers, 'cache-control': cacheControl });
    },
  };
}

async function pageResponse(
  c: HonoContext<HttpEnv>,
  page: CompressibleBody,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const encoding = chooseEncoding(c);
  return new Response(encoding ? await page.compressed(encoding) : page.plain, {
    headers: {
      ...headers,
      'content-type': 'text/html; charset=utf-8',
      vary: 'accept-encoding, cookie',
      ...(encoding && { 'content-encoding': encoding }),
    },
  });
}

/** Of a page that is rendered every second. */
const LEVELS = { br: 5, gzip: 6 } as const;

/**
 * Renders a public page at most once a second, and once more for browsers that have made an order: changed prices,
 * phases, seats or speakers show within that second, and a thousand visitors cost as much as one.
 */
export function createPublicPage(
  parts: PublicParts,
  path: string,
  renderPage: RenderPage,
): (ctx: Context, user: CurrentUser | null) => Promise<CompressibleBody> {
  const render = async (ctx: Context, user: CurrentUser | null) => {
    const boot = await bootData(ctx, user);
    const document = await pageDocument(ctx, boot, parts, path, await renderPage(ctx, boot, parts));
    return compressible(Buffer.from(document), LEVELS);
  };
  const kept = new Map<boolean, { second: number; page: Promise<CompressibleBody> }>();
  return (ctx, user) => {
    // A page with a signed-in person's name is never shared.
    if (user) return render(ctx, user);
    // Which orders a browser has made isn't in the page, only whether it has made any.
    const hasOrders = ctx.actor.orders.length > 0;
    const second = Math.floor(ctx.now.getTime() / 1000);
    const shared = kept.get(hasOrders);
    if (shared?.second === second) return shared.page;
    const page = render(ctx, null);
    kept.set(hasOrders, { second, page });
    // Failures aren't cached.
    page.catch(() => {
      if (kept.get(hasOrders)?.page === page) kept.delete(hasOrders);
    });
    return page;
  };
}

import type { HttpBindings } from '@hono/node-server';
import { Hono, type Context as HonoContext, type MiddlewareHandler } from 'hono';
import { getCookie } from 'hono/cookie';
import { createCheckoutSession } from '#contract/checkout.ts';
import { ERRORS, type ErrorCode } from '#contract/errors.ts';
import { paths } from '#contract/paths.ts';
import { routes } from '#contract/routes.ts';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { NOT_OPENED, PAGE_LINKS } from '#contract/words/message-page.ts';
import type { Actor } from '#domain/access.ts';
import { findActor } from './accounts/find-actor.ts';
import { accountRoutes } from './accounts/routes.ts';
import { attendeeRoutes } from './attendees/routes.ts';
import { badgeRoutes } from './badges/routes.ts';
import { capacityRoutes } from './capacity/routes.ts';
import { catalogRoutes } from './catalog/routes.ts';
import { checkInRoutes } from './check-in/routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import type { Dependencies } from './context.ts';
import { couponRoutes } from './coupons/routes.ts';
import { withPatience } from './db/connection-waits.ts';
import { isDatabaseDown } from './db/open-database.ts';
import { doorCookieName, findPhone } from './door/find-phone.ts';
import { doorRoutes } from './door/routes.ts';
import { doorBoardRoutes } from './door-board/routes.ts';
import { doorPageRoutes } from './door-page.ts';
import { doorPaperRoutes } from './door-paper/routes.ts';
import { emailTemplateRoutes } from './email-templates/routes.ts';
import { Refusal } from './errors.ts';
import { guideRoutes } from './guide/routes.ts';
import { refuseOtherMethods } from './http/bind.ts';
import { clientAddress } from './http/client-address.ts';
import { openForwardingCheck } from './http/forwarding-check.ts';
import type { HttpEnv } from './http/http-env.ts';
import { type Message, messagePage, wantsPage } from './http/message-page.ts';
import { originCheck } from './http/origin-check.ts';
import type { PageSource } from './http/pages.ts';
import { policyReportRoutes } from './http/policy-reports.ts';
import { securityHeaders } from './http/security-headers.ts';
import { loadSession } from './http/sessions.ts';
import { type Operations, openOperations } from './metrics/operations.ts';
import { operationRoutes } from './metrics/routes.ts';
import { myTicketRoutes } from './my-ticket/routes.ts';
import { newsletterRoutes } from './newsletter/routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { assetRoutes, pageRoutes } from './page-routes.ts';
import { ProviderUnavailable } from './payments/gateways/gateway.ts';
import { paymentRoutes } from './payments/routes.ts';
import { publicPages } from './public-pages.ts';
import { reportRoutes } from './reports/routes.ts';
import { siteFileRoutes } from './site-files.ts';
import { speakerRoutes } from './speakers/routes.ts';
import { teamRoutes } from './team/routes.ts';
import { walletRoutes } from './wallet/routes.ts';

/** How long one request may wait for database connections in total before it gets 503. */
const PATIENCE_MS = 5_000;

/** The one list of middleware and routes. */
export function createApp(
  dependencies: Dependencies,
  pages: PageSource,
  operations: Operations = openOperations(),
): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  app.use(operations.countRequests);
  app.use((c, next) =>
    withPatience(PATIENCE_MS, next, c.req.method === 'POST' && c.req.path === createCheckoutSession.path),
  );

  const rendered = publicPages(dependencies, pages);
  for (const [path, { withoutSession }] of rendered) app.get(path, withoutSession);
  const setHeaders = securityHeaders(dependencies.settings);
  app.use(setHeaders);
  app.use(async (c, next) => {
    c.header('x-now', String(dependencies.now().getTime()));
    await next();
  });
  operationRoutes(app, dependencies, operations);
  assetRoutes(app, pages);
  doorPageRoutes(app, dependencies, pages);
  app.use(originCheck(dependencies.settings));
  app.use(loadSession(dependencies));
  app.use(requestContext(dependencies));

  app.route('/', accountRoutes(dependencies));
  catalogRoutes(app);
  couponRoutes(app);
  capacityRoutes(app);
  orderRoutes(app);
  attendeeRoutes(app);
  walletRoutes(app);
  teamRoutes(app);
  paymentRoutes(app);
  checkoutRoutes(app);
  myTicketRoutes(app);
  checkInRoutes(app);
  doorRoutes(app, dependencies, operations.isWithdrawn);
  doorBoardRoutes(app);
  doorPaperRoutes(app);
  badgeRoutes(app);
  speakerRoutes(app);
  reportRoutes(app);
  emailTemplateRoutes(app);
  newsletterRoutes(app);
  policyReportRoutes(app);
  guideRoutes(app, dependencies);
  siteFileRoutes(app, dependencies, pages);
  refuseOtherMethods(app, Object.values(routes));
  for (const [path, { withSession }] of rendered) app.get(path, withSession);
  pageRoutes(app, dependencies, pages);

  app.notFound(() => {
    throw new Refusal('not_found');
  });
  app.onError(async (fault, c) => {
    // A public page that fails for a browser without a cookie has none yet.
    if (!c.get('allowStyles')) await setHeaders(c, async () => {});
    return answerFault(fault, c, dependencies.log);
  });
  return app;
}

/** Gives each request its context: one id, one time, one actor. */
function requestContext(dependencies: Dependencies): MiddlewareHandler<HttpEnv> {
  const checkForwarding = openForwardingCheck(dependencies.settings.trustedProxies, dependencies.log);
  return async (c, next) => {
    const { settings, now, randomBytes } = dependencies;
    const remote = (c.env as HttpBindings).incoming?.socket.remoteAddress ?? null;
    checkForwarding(remote, c.req.raw.headers);
    c.set('ctx', {
      ...dependencies,
      now: now(),
      actor: { ...findActor(dependencies, c.get('session')), ...(await phoneOf(c, dependencies)) },
      cause: 'request',
      requestId: Buffer.from(randomBytes(9)).toString('base64url'),
      ipAddress: clientAddress(remote, c.req.raw.headers, settings.trustedProxies),
      browserMark: c.get('session').mark,
      userAgent: c.req.header('user-agent') ?? null,
    });
    await next();
  };
}

/** Only the door's calls look for a phone. */
async function phoneOf(c: HonoContext<HttpEnv>, dependencies: Dependencies): Promise<Pick<Actor, 'phone'>> {
  const name = doorCookieName(dependencies.settings.publicUrl);
  const secret = c.req.path.startsWith('/api/door/') ? getCookie(c, name) : undefined;
  const phone = secret ? await findPhone(dependencies, secret) : null;
  return phone ? { phone } : {};
}

function answerFault(
  fault: unknown,
  c: HonoContext<HttpEnv>,
  log: Dependencies['log'],
): Response | Promise<Response> {
  const refusal = asRefusal(fault);
  const requestId = c.get('ctx')?.requestId ?? 'early';
  const code: ErrorCode = refusal?.code ?? 'internal';
  const status = ERRORS[code];
  if (status >= 500) log.error({ err: fault, requestId, path: c.req.routePath }, 'a request failed');
  const message = refusal?.message ?? ERROR_WORDS[code];
  if (c.req.method === 'GET' && wantsPage(c)) return messagePage(c, notOpened(c, code, message));
  if (status === 503) c.header('retry-after', '5');
  return c.json(
    {
      code,
      message,
      success: false,
      error: message,
      ...(refusal && Object.keys(refusal.fields).length > 0 && { fields: refusal.fields }),
      requestId,
    },
    status,
  );
}

/** For somebody who followed a link, to a file for example. */
function notOpened(c: HonoContext<HttpEnv>, code: ErrorCode, text: string): Message {
  const status = ERRORS[code];
  const { pathname, search } = new URL(c.req.url);
  const home = { label: PAGE_LINKS.home, href: paths.home };
  if (code === 'sign_in_first') {
    const signIn = { label: PAGE_LINKS.signIn, href: paths.login() };
    return { status, title: NOT_OPENED, text, actions: [signIn, home] };
  }
  const again = { label: PAGE_LINKS.again, href: pathname + search };
  const mayWork = status >= 500 || status === 429;
  return { status, title: NOT_OPENED, text, actions: mayWork ? [again, home] : [home] };
}

function asRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const isDown = isDatabaseDown(error) || error instanceof ProviderUnavailable;
  return isDown ? new Refusal('unavailable', { cause: error }) : null;
}

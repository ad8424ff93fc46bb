import { Hono } from 'hono';
import { ERRORS } from '#contract/errors.ts';
import { API_PATHS, PROGRAM_PATHS, paths } from '#contract/paths.ts';
import { routes } from '#contract/routes.ts';
import { PAGE_LINKS } from '#contract/words/message-page.ts';
import { PASSWORD_WORDS, SIGN_IN_REFUSED, SIGN_IN_WORDS } from '#contract/words/sign-in.ts';
import { MINUTE } from '#domain/durations.ts';
import type { Dependencies } from '../context.ts';
import { isDatabaseDown } from '../db/open-database.ts';
import { Refusal } from '../errors.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { limitTries, visitorKey } from '../http/limits.ts';
import { type Message, messagePage } from '../http/message-page.ts';
import { readBody } from '../http/read-json.ts';
import { findCurrentUser } from './find-current-user.ts';
import type { Identity } from './identity.ts';
import { createIdentityProvider, ProviderDown, SignInRefused } from './identity-provider.ts';
import { passwordPage } from './password-page.ts';
import { signInByPassword } from './password-sign-in.ts';
import { addPendingSignIn, takePendingSignIn } from './pending-sign-ins.ts';
import { returnPath } from './return-path.ts';
import { signIn } from './sign-in.ts';

/** Addresses that people reach by a link instead of a call. */
const PAGE_PATHS: readonly string[] = [
  API_PATHS.login,
  PROGRAM_PATHS.loginCallback,
  PROGRAM_PATHS.passwordLogin,
  API_PATHS.logout,
];

const AGAIN = { label: PAGE_LINKS.again, href: paths.login() };
const ANOTHER = { label: PAGE_LINKS.another, href: paths.loginAsAnother };
const BY_PASSWORD = { label: PAGE_LINKS.password, href: PROGRAM_PATHS.passwordLogin };
const HOME = { label: PAGE_LINKS.home, href: paths.home };

const MESSAGES = {
  ended: { status: 400, ...SIGN_IN_WORDS.ended, actions: [AGAIN, HOME] },
  refused: { status: 400, ...SIGN_IN_WORDS.refused, actions: [AGAIN, HOME] },
  cancelled: { status: 403, ...SIGN_IN_WORDS.cancelled, actions: [AGAIN, HOME] },
  unverified: { status: 403, ...SIGN_IN_WORDS.unverified, actions: [ANOTHER, HOME] },
  down: { status: 503, ...SIGN_IN_WORDS.down, actions: [AGAIN, HOME] },
  unavailable: { status: 503, ...SIGN_IN_WORDS.unavailable, actions: [AGAIN, HOME] },
} as const;

/** Sign-in through the organization's identity provider, and who is signed in. */
export function accountRoutes({ settings, log, protocolNow }: Dependencies): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  const provider = createIdentityProvider(settings);

  bind(app, routes.getCurrentUser, async (ctx, { session }) => {
    const user = await findCurrentUser(ctx, session);
    if (!user) throw new Refusal('sign_in_first');
    return user;
  });

  app.get(API_PATHS.login, async (c) => {
    const ctx = c.get('ctx');
    // Each attempt stores a session.
    const limit = { key: `login:${visitorKey(ctx.ipAddress)}`, max: 60, window: MINUTE };
    await limitTries(ctx.db, ctx.protocolNow(), limit);
    const { url, checks } = await provider.begin(c.req.query('prompt') === 'login' ? 'login' : null);
    const returnTo = returnPath(c.req.query('returnTo'));
    const startedAt = protocolNow().toISOString();
    await addPendingSignIn(c.get('session'), { ...checks, returnTo, startedAt });
    return c.redirect(url.href, 302);
  });

  app.get(PROGRAM_PATHS.loginCallback, async (c) => {
    const session = c.get('session');
    const pending = await takePendingSignIn(session, c.req.query('state'), protocolNow());
    if (!pending) return messagePage(c, MESSAGES.ended);
    if (c.req.query('error') === 'access_denied') return messagePage(c, MESSAGES.cancelled);
    // The public address, even if a proxy changed it.
    const callback = new URL(
      new URL(c.req.url).search,
      `${settings.publicUrl}${PROGRAM_PATHS.loginCallback}`,
    );
    const identity = await provider.finish(callback, pending);
    if (!hasVerifiedEmail(identity)) return messagePage(c, MESSAGES.unverified);
    await signIn(c.get('ctx'), session, identity);
    return c.redirect(pending.returnTo, 302);
  });

  app.use(PROGRAM_PATHS.passwordLogin, async (_, next) => {
    if (!settings.acceptsPasswords) throw new Refusal('not_found');
    await next();
  });

  app.get(PROGRAM_PATHS.passwordLogin, (c) =>
    passwordPage(c, 200, { email: '', returnTo: returnPath(c.req.query('returnTo')), failure: null }),
  );

  app.post(PROGRAM_PATHS.passwordLogin, async (c) => {
    const typed = new URLSearchParams(new TextDecoder().decode(await readBody(c.req.raw)));
    const [email, password] = [typed.get('email') ?? '', typed.get('password') ?? ''];
    const returnTo = returnPath(typed.get('returnTo') ?? undefined);
    try {
      if (await signInByPassword(c.get('ctx'), c.get('session'), { email, password })) {
        return c.redirect(returnTo, 303);
      }
      return passwordPage(c, 403, { email, returnTo, failure: PASSWORD_WORDS.wrong });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'too_many_requests') throw error;
      return passwordPage(c, 429, { email, returnTo, failure: error.message });
    }
  });

  app.on(['GET', 'POST'], API_PATHS.logout, async (c) => {
    // A link on another site must not sign anybody out.
    const isAsked = ['same-origin', 'none'].includes(c.req.header('sec-fetch-site') ?? '');
    if (c.req.method !== 'POST' && !isAsked) throw new Refusal('wrong_origin');
    const session = c.get('session');
    const isByPassword = session.data.user?.isByPassword;
    await session.destroy();
    // The provider, which may be down, doesn't know about this session.
    if (isByPassword) return c.redirect(paths.home, 303);
    const away = await provider.signOutUrl().catch((error: unknown) => {
      log.warn({ err: error }, 'signed out here, but the identity provider does not respond');
      return null;
    });
    return c.redirect(away?.href ?? paths.home, 303);
  });

  app.onError((error, c) => {
    if (error instanceof ProviderDown) {
      log.error({ err: error }, 'nobody can sign in');
      const { actions, ...down } = MESSAGES.down;
      return messagePage(c, {
        ...down,
        actions: settings.acceptsPasswords ? [BY_PASSWORD, ...actions] : actions,
      });
    }
    if (error instanceof SignInRefused) {
      log.warn({ err: error }, 'a sign-in was refused');
      return messagePage(c, MESSAGES.refused);
    }
    if (isDatabaseDown(error) && PAGE_PATHS.includes(c.req.path)) {
      log.error({ err: error }, 'nobody can sign in or out');
      return messagePage(c, MESSAGES.unavailable);
    }
    if (error instanceof Refusal && PAGE_PATHS.includes(c.req.path)) return messagePage(c, pageOf(error));
    throw error;
  });
  return app;
}

function hasVerifiedEmail(identity: Identity): identity is Identity & { email: string } {
  return identity.email !== null && identity.isEmailVerified;
}

function pageOf({ code, message }: Refusal): Message {
  const title = SIGN_IN_REFUSED[code] ?? SIGN_IN_WORDS.refused.title;
  return {
    status: ERRORS[code],
    title,
    text: message,
    actions: code === 'too_many_requests' ? [AGAIN, HOME] : [HOME],
  };
}

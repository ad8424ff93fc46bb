import { createHash } from 'node:crypto';
import { Hono, type Context as HonoContext } from 'hono';
import { routes } from '#contract/routes.ts';
import type { Dependencies } from '../context.ts';
import { Refusal } from '../errors.ts';
import { bind } from '../http/bind.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { findCurrentUser } from './find-current-user.ts';
import { createIdentityProvider, type Identity, ProviderDown, SignInRefused } from './identity-provider.ts';
import { returnPath } from './return-path.ts';
import { signIn } from './sign-in.ts';
import { STYLE, signInPage } from './sign-in-page.ts';

const AGAIN = { label: 'Try again', href: '/api/login' };
const ANOTHER = { label: 'Use another account', href: '/api/login?prompt=login' };
const HOME = { label: 'Return to Home', href: '/' };

/** Sign-in by the organisation's identity provider, and who is signed in. */
export function accountRoutes({ settings, log }: Dependencies): Hono<HttpEnv> {
  const app = new Hono<HttpEnv>();
  const provider = createIdentityProvider(settings);

  bind(app, routes.getCurrentUser, async (ctx, { session }) => {
    const user = await findCurrentUser(ctx, session);
    if (!user) throw new Refusal('sign_in_first');
    return user;
  });

  app.get('/api/login', async (c) => {
    const { url, checks } = await provider.begin(c.req.query('prompt') === 'login' ? 'login' : null);
    const returnTo = returnPath(c.req.query('returnTo'));
    await c.get('session').change({ signIn: { ...checks, returnTo } });
    return c.redirect(url.href, 302);
  });

  app.get('/api/callback', async (c) => {
    const session = c.get('session');
    const pending = session.data.signIn;
    if (!pending)
      return page(c, 400, 'This sign-in has ended', 'It was used already, or it began in another browser.', [
        AGAIN,
        HOME,
      ]);
    // Good for one answer, whatever that is.
    await session.change({ signIn: undefined });
    // The public address, whatever a proxy made of it.
    const callback = new URL(new URL(c.req.url).search, `${settings.publicUrl}/api/callback`);
    const identity = await provider.finish(callback, pending);
    if (!hasVerifiedEmail(identity)) {
      const text = 'Your account has no verified e-mail address, and only a verified one counts here.';
      return page(c, 403, 'Access Denied', text, [ANOTHER, HOME]);
    }
    await signIn(c.get('ctx'), session, identity);
    return c.redirect(pending.returnTo, 302);
  });

  app.on(['GET', 'POST'], '/api/logout', async (c) => {
    // A link on another site must not sign anybody out.
    const site = c.req.header('sec-fetch-site');
    if (c.req.method === 'GET' && site !== undefined && !['same-origin', 'none'].includes(site)) {
      throw new Refusal('wrong_origin');
    }
    await c.get('session').destroy();
    const away = await provider.signOutUrl().catch((error: unknown) => {
      log.warn({ err: error }, 'signed out here, but the identity provider does not answer');
      return null;
    });
    return c.redirect(away?.href ?? '/', 303);
  });

  app.onError((error, c) => {
    if (error instanceof ProviderDown) {
      log.error({ err: error }, 'nobody can sign in');
      return page(
        c,
        503,
        'Signing in is not possible just now',
        'The sign-in service does not answer. Please try again in a minute.',
        [AGAIN, HOME],
      );
    }
    if (error instanceof SignInRefused) {
      log.warn({ err: error }, 'a sign-in was refused');
      return page(
        c,
        400,
        'This sign-in did not work',
        'It was cancelled, took too long, or does not belong to this browser.',
        [AGAIN, HOME],
      );
    }
    throw error;
  });
  return app;
}

function hasVerifiedEmail(identity: Identity): identity is Identity & { email: string } {
  return identity.email !== null && identity.isEmailVerified;
}

const STYLE_HASH = `sha256-${createHash('sha256').update(STYLE).digest('base64')}`;

function page(
  c: HonoContext<HttpEnv>,
  status: 400 | 403 | 503,
  title: string,
  text: string,
  actions: { label: string; href: string }[],
): Response | Promise<Response> {
  c.get('allowStyles')([STYLE_HASH]);
  return c.html(signInPage({ title, text, actions }), status);
}

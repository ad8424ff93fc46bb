import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as oidc from 'openid-client';
import { describe, expect, test } from 'vitest';
import { site, start } from '#test/sandbox/test-sandbox.ts';
import type { Sandbox } from '../sandbox.ts';

describe('sign-in', () => {
  test('with code and PKCE, choosing a person puts the claims into the ID token and the user info', async () => {
    const sandbox = await start();
    const config = await discover(sandbox);
    const browser = new Browser();
    const { callback, checks } = await signInAs(browser, config, 'maria.lopez@example.org');

    const tokens = await oidc.authorizationCodeGrant(config, callback, checks);
    const person = {
      email: 'maria.lopez@example.org',
      email_verified: true,
      name: 'Maria Lopez',
      given_name: 'Maria',
      family_name: 'Lopez',
    };
    const claims = tokens.claims();
    expect(claims).toMatchObject(person);
    const info = await oidc.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '');
    expect(info).toEqual({ ...person, sub: claims?.sub });
  });

  test('every sign-in asks who is signing in, so that the person can change', async () => {
    const sandbox = await start();
    const config = await discover(sandbox);
    const browser = new Browser();
    const emails: unknown[] = [];
    for (const [email, prompt] of [
      ['admin@example.org', undefined],
      ['visitor@example.org', undefined],
      ['sam.rivers@example.org', 'login'],
      ['desk@example.org', 'login consent'],
    ] as const) {
      const { callback, checks } = await signInAs(browser, config, email, { ...(prompt && { prompt }) });
      const claims = (await oidc.authorizationCodeGrant(config, callback, checks)).claims();
      emails.push([claims?.email, claims?.email_verified]);
    }
    expect(emails).toEqual([
      ['admin@example.org', true],
      ['visitor@example.org', true],
      ['sam.rivers@example.org', false],
      ['desk@example.org', true],
    ]);

    const silent = await browser.open(
      oidc.buildAuthorizationUrl(config, { ...(await authorization()).parameters, prompt: 'none' }),
    );
    expect(silent.url.searchParams.get('error')).toBe('login_required');
  });

  test('a sign-in without PKCE, with a foreign redirect URI or with a used code is refused', async () => {
    const sandbox = await start();
    const config = await discover(sandbox);
    const { parameters } = await authorization();
    const { code_challenge: _challenge, code_challenge_method: _method, ...plain } = parameters;
    const unproven = await new Browser().open(oidc.buildAuthorizationUrl(config, plain));
    expect(unproven.url.searchParams.get('error')).toBe('invalid_request');

    const foreign = { ...parameters, redirect_uri: 'http://127.0.0.1:10/api/callback' };
    const refused = await new Browser().open(oidc.buildAuthorizationUrl(config, foreign));
    expect([refused.status, refused.url.origin]).toEqual([400, sandbox.url]);

    const { callback, checks } = await signInAs(new Browser(), config, 'admin@example.org');
    await oidc.authorizationCodeGrant(config, callback, checks);
    await expect(oidc.authorizationCodeGrant(config, callback, checks)).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  });

  test('canceling goes back to the site with access_denied', async () => {
    const config = await discover(await start());
    const browser = new Browser();
    const page = await browser.open(oidc.buildAuthorizationUrl(config, (await authorization()).parameters));
    const back = await browser.open(page.url, { cancel: '1' });
    expect(back.url.origin).toBe(site);
    expect(back.url.searchParams.get('error')).toBe('access_denied');
  });

  test('signing out needs no confirmation and returns to the site, signed in or not', async () => {
    const config = await discover(await start());
    const browser = new Browser();
    const { callback, checks } = await signInAs(browser, config, 'admin@example.org');
    const tokens = await oidc.authorizationCodeGrant(config, callback, checks);
    const parameters = { post_logout_redirect_uri: `${site}/`, id_token_hint: tokens.id_token ?? '' };

    const first = await browser.open(oidc.buildEndSessionUrl(config, parameters));
    expect(first.url.href).toBe(`${site}/`);
    await expect(oidc.fetchUserInfo(config, tokens.access_token, oidc.skipSubjectCheck)).rejects.toThrow();
    const again = await browser.open(oidc.buildEndSessionUrl(config, parameters));
    expect(again.url.href).toBe(`${site}/`);
    const elsewhere = await browser.open(
      oidc.buildEndSessionUrl(config, { ...parameters, post_logout_redirect_uri: 'http://127.0.0.1:10/' }),
    );
    expect([elsewhere.status, elsewhere.url.origin]).toEqual([
      400,
      config.serverMetadata().issuer.slice(0, -5),
    ]);
  });

  test('a restart keeps the signing key', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'sandbox-'));
    const storeFile = join(directory, 'store.jsonl');
    const keys = async () => {
      const sandbox = await start({ storeFile });
      const jwks = await (await fetch(`${sandbox.oidcIssuer}/jwks`)).text();
      await sandbox.stop();
      return jwks;
    };
    const first = await keys();
    expect(JSON.parse(first)).toMatchObject({ keys: [{ kty: 'RSA', alg: 'RS256' }] });
    expect(await keys()).toBe(first);
    await rm(directory, { recursive: true });
  });
});

function discover(sandbox: Sandbox): Promise<oidc.Configuration> {
  return oidc.discovery(new URL(sandbox.oidcIssuer), 'summit', 'a-secret-of-the-summit', undefined, {
    execute: [oidc.allowInsecureRequests],
  });
}

async function authorization() {
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier();
  const checks = { pkceCodeVerifier, expectedState: oidc.randomState(), expectedNonce: oidc.randomNonce() };
  const parameters: Record<string, string> = {
    redirect_uri: `${site}/api/callback`,
    scope: 'openid email profile',
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
  };
  return { checks, parameters };
}

async function signInAs(
  browser: Browser,
  config: oidc.Configuration,
  email: string,
  extra: Record<string, string> = {},
) {
  const { checks, parameters } = await authorization();
  const page = await browser.open(oidc.buildAuthorizationUrl(config, { ...parameters, ...extra }));
  expect(page.text).toContain('<title>Sign in</title>');
  expect(page.text).toContain(`<button name="email" value="${email}">`);
  const { url: callback } = await browser.open(page.url, { email });
  return { callback, checks };
}

/** Follows redirects and keeps cookies by path, up to the site, which isn't running. */
class Browser {
  readonly cookies = new Map<string, { path: string; pair: string }>();

  async open(
    target: URL,
    form?: Record<string, string>,
  ): Promise<{ url: URL; status: number; text: string }> {
    const sent = [...this.cookies.values()].filter(({ path }) => target.pathname.startsWith(path));
    const response = await fetch(target, {
      method: form ? 'POST' : 'GET',
      body: form && new URLSearchParams(form),
      headers: { cookie: sent.map(({ pair }) => pair).join('; '), accept: 'text/html' },
      redirect: 'manual',
    });
    for (const line of response.headers.getSetCookie()) this.keep(line);
    const location = response.headers.get('location');
    if (!location) return { url: target, status: response.status, text: await response.text() };
    const next = new URL(location, target);
    return next.origin === target.origin ? this.open(next) : { url: next, status: response.status, text: '' };
  }

  private keep(line: string) {
    const [pair = ''] = line.split(';');
    const path = /; *path=([^;]+)/i.exec(line)?.[1] ?? '/';
    const [name = '', value] = pair.split('=');
    if (value) this.cookies.set(`${path} ${name}`, { path, pair });
    else this.cookies.delete(`${path} ${name}`);
  }
}

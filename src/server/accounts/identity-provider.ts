import * as oidc from 'openid-client';
import type { Settings } from '../settings.ts';

const TIMEOUT_SECONDS = 10;

/** The person as the provider vouches for them. */
export interface Identity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly pictureUrl: string | null;
}

export interface SignInChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface IdentityProvider {
  /** Where the browser goes to sign in, and what its answer is held against. */
  begin(prompt: string | null): Promise<{ url: URL; checks: SignInChecks }>;
  /** Exchanges the code. Throws SignInRefused for an answer that does not hold. */
  finish(callback: URL, checks: SignInChecks): Promise<Identity>;
  /** Where the browser signs out of the provider too; null when the provider has no such page. */
  signOutUrl(): Promise<URL | null>;
}

/** The provider does not answer, so nobody can sign in just now. */
export class ProviderDown extends Error {
  override readonly name = 'ProviderDown';
}

export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}

/** OpenID Connect: authorization code with PKCE, state and nonce. Discovery waits for the first sign-in and is kept. */
export function createIdentityProvider(settings: Pick<Settings, 'oidc' | 'publicUrl'>): IdentityProvider {
  let discovered: Promise<oidc.Configuration> | undefined;
  const configuration = () => {
    discovered ??= discover(settings.oidc).catch((cause: unknown) => {
      discovered = undefined;
      throw new ProviderDown('the identity provider does not answer', { cause });
    });
    return discovered;
  };
  const redirectUri = `${settings.publicUrl}/api/callback`;

  return {
    async begin(prompt) {
      const config = await configuration();
      const checks = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        codeVerifier: oidc.randomPKCECodeVerifier(),
      };
      const url = oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
        ...(prompt && { prompt }),
      });
      return { url, checks };
    },

    async finish(callback, checks) {
      const config = await configuration();
      try {
        const tokens = await oidc.authorizationCodeGrant(config, callback, {
          expectedState: checks.state,
          expectedNonce: checks.nonce,
          pkceCodeVerifier: checks.codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims()!;
        // Some providers keep the profile out of the ID token.
        const info =
          claims.email === undefined
            ? await oidc.fetchUserInfo(config, tokens.access_token, claims.sub)
            : claims;
        return identityOf(claims.iss, claims.sub, info);
      } catch (cause) {
        throw new SignInRefused('the sign-in does not hold', { cause });
      }
    },

    async signOutUrl() {
      const config = await configuration();
      if (!config.serverMetadata().end_session_endpoint) return null;
      return oidc.buildEndSessionUrl(config, { post_logout_redirect_uri: `${settings.publicUrl}/` });
    },
  };
}

function discover({ issuer, clientId, clientSecret }: Settings['oidc']): Promise<oidc.Configuration> {
  const url = new URL(issuer);
  const isLoopback = url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  return oidc.discovery(url, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_SECONDS,
    // Plain http never leaves the machine.
    execute: isLoopback ? [oidc.allowInsecureRequests] : [],
  });
}

function identityOf(issuer: string, subject: string, info: oidc.UserInfoResponse | oidc.IDToken): Identity {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value.slice(0, 254) : null);
  const [first, ...rest] = (text(info.name) ?? '').split(' ');
  return {
    issuer,
    subject,
    email: text(info.email)?.toLowerCase() ?? null,
    isEmailVerified: info.email_verified === true,
    firstName: text(info.given_name) ?? text(first),
    lastName: text(info.family_name) ?? text(rest.join(' ')),
    pictureUrl: text(info.picture),
  };
}

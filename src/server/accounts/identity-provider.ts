import * as oidc from 'openid-client';
import { PROGRAM_PATHS } from '#contract/paths.ts';
import type { PendingSignIn } from '../http/session-data.ts';
import type { Settings } from '../settings.ts';
import { isLoopback } from '../settings-problems.ts';
import { type Identity, identityOf, isEmailVouchedFor } from './identity.ts';

const TIMEOUT_SECONDS = 10;

type SignInChecks = Pick<PendingSignIn, 'state' | 'nonce' | 'codeVerifier'>;

export interface IdentityProvider {
  /** Where the browser goes to sign in, and what the response is checked against. */
  begin(prompt: string | null): Promise<{ url: URL; checks: SignInChecks }>;
  /** Exchanges the code. Throws SignInRefused if the response is invalid. */
  finish(callback: URL, checks: SignInChecks): Promise<Identity>;
  /** Where the browser signs out of the provider too; null if the provider has no such page. */
  signOutUrl(): Promise<URL | null>;
}

/** The provider doesn't respond, so nobody can sign in right now. */
export class ProviderDown extends Error {
  override readonly name = 'ProviderDown';
}

export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}

/**
 * OpenID Connect: authorization code with PKCE, state and nonce. Discovery runs at the first sign-in and is cached.
 */
export function createIdentityProvider(settings: Pick<Settings, 'oidc' | 'publicUrl'>): IdentityProvider {
  let discovered: Promise<oidc.Configuration> | undefined;
  const configuration = () => {
    discovered ??= discover(settings.oidc).catch((cause: unknown) => {
      discovered = undefined;
      throw new ProviderDown('the identity provider does not respond', { cause });
    });
    return discovered;
  };
  const redirectUri = `${settings.publicUrl}${PROGRAM_PATHS.loginCallback}`;

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
        return await exchange(config, callback, checks);
      } catch (cause) {
        throw isProviderDown(cause)
          ? new ProviderDown('the identity provider does not respond', { cause })
          : new SignInRefused('the sign-in response is invalid', { cause });
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
  return oidc.discovery(url, clientId, undefined, authenticateWith(clientSecret), {
    timeout: TIMEOUT_SECONDS,
    [oidc.customFetch]: fetchOrDown,
    execute: [
      // Verifies the ID token's signature, too, not only the TLS connection.
      oidc.enableNonRepudiationChecks,
      // Plain http on loopback only.
      ...(url.protocol === 'http:' && isLoopback(url.hostname) ? [oidc.allowInsecureRequests] : []),
    ],
  });
}

async function exchange(
  config: oidc.Configuration,
  callback: URL,
  { state, nonce, codeVerifier }: SignInChecks,
): Promise<Identity> {
  const tokens = await oidc.authorizationCodeGrant(config, callback, {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: codeVerifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims()!;
  // Some providers leave the profile out of the ID token.
  const isComplete = claims.email !== undefined && isEmailVouchedFor(claims.iss, claims);
  const canAsk = config.serverMetadata().userinfo_endpoint !== undefined;
  const info =
    isComplete || !canAsk ? claims : await oidc.fetchUserInfo(config, tokens.access_token, claims.sub);
  return identityOf(claims.iss, claims.sub, info);
}

/**
 * In the body if the provider accepts that, as most do; otherwise in the header, which every provider must accept.
 */
function authenticateWith(clientSecret: string): oidc.ClientAuth {
  const byBody = oidc.ClientSecretPost(clientSecret);
  const byHeader = oidc.ClientSecretBasic(clientSecret);
  return (server, client, body, headers) => {
    const takesBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    (takesBody ? byBody : byHeader)(server, client, body, headers);
  };
}

/** Tells a provider that is down from one that refuses. */
async function fetchOrDown(url: string, options: oidc.CustomFetchOptions): Promise<Response> {
  // The library's own options, passed to fetch as its documentation says.
  const response = await fetch(url, options as RequestInit).catch((cause: unknown) => {
    throw new ProviderDown(`no response from ${new URL(url).origin}`, { cause });
  });
  if (response.status >= 500) throw new ProviderDown(`${new URL(url).origin} returned ${response.status}`);
  return response;
}

function isProviderDown(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderDown) return true;
  }
  // `temporarily_unavailable` and `server_error` arrive in the redirect.
  return error instanceof oidc.AuthorizationResponseError && /^(temporarily|server_error)/.test(error.error);
}

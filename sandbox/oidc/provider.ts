import { hash } from 'node:crypto';
import type { IncomingMessage, RequestListener } from 'node:http';
import { html } from 'hono/html';
import { type Configuration, type KoaContextWithOIDC, Provider } from 'oidc-provider';
// @ts-expect-error It has no types. As the provider's default it prints a warning.
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js';
import { renderPage } from '../page.ts';
import type { ProviderKeys } from './keys.ts';
import { type Person, samplePeople } from './people.ts';

/** The only site that may use this provider. */
export interface OidcClient {
  id: string;
  secret: string;
  redirectUris: string[];
  postLogoutRedirectUris: string[];
}

interface ProviderOptions {
  issuer: string;
  keys: ProviderKeys;
  client: OidcClient;
}

/** Where it is on the sandbox's server. */
const mountPath = '/oidc';
const sessionCookie = 'sandbox_oidc_session';
const scopes = ['openid', 'email', 'profile'];

export function createProvider(options: ProviderOptions): Provider {
  const provider = new Provider(options.issuer, configure(options));
  provider.use(async (ctx, next) => {
    if (/^\/auth(\/|$)/.test(ctx.path)) forgetSession(ctx.req);
    await next();
    if (ctx.oidc?.route === 'end_session' && ctx.status === 200)
      await logOutAtOnce(ctx as KoaContextWithOIDC);
  });
  return provider;
}

/** Whether the provider handles this request, instead of the page for choosing a person. */
export function isProtocolRequest({ url = '' }: IncomingMessage): boolean {
  return url.startsWith(`${mountPath}/`) && !url.startsWith(`${mountPath}/interaction/`);
}

/** Mounts the provider below a prefix of a shared server. */
export function mountProvider(provider: Provider): RequestListener {
  const handle = provider.callback();
  return (request, response) => {
    // The provider derives its mount path from the difference between the two.
    Object.assign(request, { originalUrl: request.url });
    request.url = request.url?.slice(mountPath.length);
    void handle(request, response);
  };
}

/** A person's identifier at this provider: stable, and independent of the email address. */
export function subjectOf(person: Person): string {
  return hash('sha256', person.email).slice(0, 24);
}

function configure({ keys, client }: ProviderOptions): Configuration {
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const;
  return {
    adapter: createMemoryAdapter(),
    clients: [registration(client)],
    jwks: { keys: [structuredClone(keys.signing)] },
    cookies: {
      keys: [keys.cookie],
      names: {
        session: sessionCookie,
        interaction: 'sandbox_oidc_interaction',
        resume: 'sandbox_oidc_resume',
      },
      // The site is on another port of the same host, and ports share cookies; the path keeps them apart.
      long: { ...cookie, path: mountPath },
      short: cookie,
    },
    scopes,
    claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    // The ID token contains the claims, too, as at most providers.
    conformIdTokenClaims: false,
    findAccount: (_ctx, subject) => findAccount(subject),
    loadExistingGrant: grantEverything,
    clientBasedCORS: () => false,
    pkce: { required: () => true },
    responseTypes: ['code'],
    interactions: { url: (_ctx, interaction) => `${mountPath}/interaction/${interaction.uid}` },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx) => showPage(ctx, 'Signing out', 'One moment.'),
      },
    },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 3600,
      IdToken: 600,
      Interaction: 3600,
      Session: 3600,
    },
    renderError: (ctx, out) =>
      showPage(ctx, 'Sign-in failed', `${out.error}: ${out.error_description ?? ''}`),
  };
}

function registration(site: OidcClient) {
  return {
    client_id: site.id,
    client_secret: site.secret,
    redirect_uris: site.redirectUris,
    post_logout_redirect_uris: site.postLogoutRedirectUris,
    response_types: ['code' as const],
    grant_types: ['authorization_code'],
    id_token_signed_response_alg: 'RS256' as const,
  };
}

function findAccount(subject: string) {
  const person = samplePeople.find((one) => subjectOf(one) === subject);
  if (!person) return undefined;
  const [given, ...family] = person.name.split(' ');
  return {
    accountId: subject,
    claims: () => ({
      sub: subject,
      email: person.email,
      email_verified: person.emailVerified ?? true,
      name: person.name,
      given_name: given,
      family_name: family.join(' '),
    }),
  };
}

async function grantEverything(ctx: KoaContextWithOIDC) {
  const { client, session, provider } = ctx.oidc;
  const grant = new provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
  grant.addOIDCScope(scopes.join(' '));
  await grant.save();
  return grant;
}

/** Each sign-in starts without a session, so it always asks for the person. */
function forgetSession({ headers }: IncomingMessage) {
  const cookies = headers.cookie?.split(/; */) ?? [];
  headers.cookie = cookies.filter((cookie) => !cookie.startsWith(`${sessionCookie}=`)).join('; ');
}

/** Runs where the provider would ask whether to sign out. */
async function logOutAtOnce(ctx: KoaContextWithOIDC) {
  await ctx.oidc.session?.destroy();
  ctx.status = 303;
  ctx.redirect(String(ctx.oidc.params?.post_logout_redirect_uri));
}

function showPage(ctx: KoaContextWithOIDC, title: string, text: string) {
  ctx.type = 'html';
  ctx.body = renderPage({ title, main: html`<h1>${title}</h1><p>${text}</p>` });
}

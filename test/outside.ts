import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { event } from '#content/event.ts';
import { makeProviderKeys, type ProviderKeys } from '#sandbox/oidc/keys.ts';
import { samplePeople } from '#sandbox/oidc/people.ts';
import { type Sandbox, startSandbox } from '#sandbox/sandbox.ts';

interface OutsideOptions {
  readonly siteUrl: string;
  readonly now: string;
  /** With `false`, webhooks have no receiver; with `null`, the providers weren't given one. */
  readonly webhooks?: boolean | null;
}

const SQUARE = {
  accessToken: 'sandbox-token-world',
  applicationId: 'sandbox-sq0idb-world',
  locationId: 'LWORLD',
  webhookSignatureKey: 'signature-key-world',
};
/** The events in docs/operations.md. */
const STRIPE_EVENTS = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
  'refund.created',
  'refund.updated',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'product.*',
  'price.*',
  'coupon.*',
  'promotion_code.*',
];
const NOBODY = 'http://127.0.0.1:9/nobody';

/**
 * Shared by all identity providers of this process, because generating a key takes longer than the rest of the outside
 * world.
 */
let oidcKeys: Promise<ProviderKeys> | undefined;

/** Providers, sign-in, mail and a clock for a site at that address. */
export async function startOutside({ siteUrl, now, webhooks = true }: OutsideOptions): Promise<Sandbox> {
  const nobody = webhooks === null ? null : NOBODY;
  oidcKeys ??= makeProviderKeys();
  return startSandbox({
    port: 0,
    oidcKeys: await oidcKeys,
    startAt: new Date(now),
    siteUrl,
    oidcClient: {
      id: 'summit',
      secret: 'summit-secret',
      redirectUris: ['/api/callback'],
      postLogoutRedirectUris: ['/'],
    },
    stripe: {
      secretKey: 'sk_test_world',
      webhookSecret: 'whsec_world',
      webhookUrl: webhooks ? '/api/webhooks/stripe' : nobody,
      webhookEvents: STRIPE_EVENTS,
    },
    square: { ...SQUARE, webhookUrl: webhooks ? '/api/webhooks/square' : nobody },
    timeZone: event.zone,
  });
}

/** What a Node process with its own environment needs from ours: programs and compiled code. */
export const ownEnvironment = { PATH: process.env.PATH, NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };

/** The environment of a site that uses that sandbox. */
export function environmentOf(
  sandbox: Sandbox,
  siteUrl: string,
  databaseUrl: string,
): Record<string, string> {
  const allowed = samplePeople.filter((one) => one.allowed).map((one) => one.email);
  return {
    PORT: new URL(siteUrl).port,
    PUBLIC_URL: siteUrl,
    DATABASE_URL: databaseUrl,
    TRUSTED_PROXIES: '127.0.0.1',
    CONTACT_PHONE: '(303) 555-0142',
    CONTACT_EMAIL: 'hello@example.org',
    ADMIN_EMAILS: allowed.join(','),
    COUPON_ADMIN_EMAIL: samplePeople[0]!.email,
    OIDC_ISSUER: sandbox.oidcIssuer,
    OIDC_CLIENT_ID: 'summit',
    OIDC_CLIENT_SECRET: 'summit-secret',
    SMTP_URL: sandbox.smtpUrl,
    MAIL_FROM: 'Summit <tickets@example.org>',
    STRIPE_API_URL: sandbox.url,
    STRIPE_SECRET_KEY: 'sk_test_world',
    STRIPE_WEBHOOK_SECRET: 'whsec_world',
    SQUARE_ACCESS_TOKEN: SQUARE.accessToken,
    SQUARE_APPLICATION_ID: SQUARE.applicationId,
    SQUARE_LOCATION_ID: SQUARE.locationId,
    SQUARE_WEBHOOK_SIGNATURE_KEY: SQUARE.webhookSignatureKey,
    SQUARE_API_URL: sandbox.url,
    SQUARE_SCRIPT_URL: `${sandbox.url}/square/web/v1/square.js`,
  };
}

const PORTS = 2_000;
const given = new Set<number>();

/**
 * A port that nothing else takes until its site listens: it is outside the range of outgoing connections, each test
 * worker has a range of its own, and no process gets a port twice.
 */
export async function freePort(): Promise<number> {
  const from = 20_000 + PORTS * Number(process.env.VITEST_POOL_ID ?? 0);
  for (;;) {
    const port = randomInt(from, from + PORTS);
    if (given.has(port)) continue;
    given.add(port);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

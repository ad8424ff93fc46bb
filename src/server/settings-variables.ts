import { isIP } from 'node:net';
import * as z from 'zod';

const missing = (what: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined ? `is missing: ${what}` : `is not ${what}`,
});
const url = (what: string) => z.url({ protocol: /^https?$/, ...missing(what) });
const email = (what: string) => z.email(missing(what));
/** An optional text of that shape. */
const shaped = (shape: RegExp, otherwise: string) => z.string().regex(shape, otherwise).optional();
const apiUrl = z.url({ protocol: /^https?$/, error: 'is not an address' });
const trueOrFalse = z
  .enum(['true', 'false'], 'is not true or false')
  .default('false')
  .transform((text) => text === 'true');
const entries = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/** Every variable that is read; `.env.example` and docs/operations.md explain each. */
export const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d+$/, 'is not a port number')
    .transform(Number)
    .pipe(z.number().max(65_535, 'is not a port number'))
    .default(3000),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url('the address at which people reach the site, such as https://summit.example.org'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'is not a PostgreSQL address (postgresql://…)' })
    .optional(),
  DATA_DIR: z.string().default('.data/site'),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'silent'],
      'is not one of fatal, error, warn, info, debug, silent',
    )
    .default('info'),
  METRICS_TOKEN: shaped(/^[\x21-\x7e]{20,}$/, 'is not a token of 20 characters or more'),
  TRUSTED_PROXIES: z
    .string()
    .transform(entries)
    .pipe(
      z.array(
        z.string().refine(isAddressBlock, {
          error: ({ input }) => `has an entry that is not an IP address or block: ${input}`,
        }),
      ),
    )
    .default([]),
  CONTACT_PHONE: z.string(missing('the phone number shown to visitors')),
  CONTACT_EMAIL: email('the email address shown to visitors'),
  ADMIN_EMAILS: z
    .string(missing('the staff addresses, separated by commas'))
    .transform(entries)
    .pipe(
      z
        .array(z.email({ error: ({ input }) => `has an entry that is not an email address: ${input}` }))
        .min(1, 'names nobody'),
    ),
  COUPON_ADMIN_EMAIL: z.email('is not an email address').optional(),
  OIDC_ISSUER: url("the identity provider's issuer, such as https://accounts.google.com"),
  OIDC_CLIENT_ID: z.string(missing("this site's client id at the identity provider")),
  OIDC_CLIENT_SECRET: z.string(missing("this site's client secret at the identity provider")),
  PASSWORD_SIGN_IN: trueOrFalse,
  SMTP_URL: z.url({
    protocol: /^smtps?$/,
    hostname: /./,
    ...missing('the mail server, such as smtps://user:password@mail.example.org'),
  }),
  MAIL_FROM: z
    .string(missing('the sender of all email, such as "Summit <tickets@example.org>"'))
    .regex(
      /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'is not a sender such as "Summit <tickets@example.org>"',
    )
    .transform(readSender),
  STRIPE_SECRET_KEY: shaped(/^(sk|rk)_(live|test)_\S+$/, 'is not a Stripe secret key (sk_live_…, sk_test_…)'),
  STRIPE_WEBHOOK_SECRET: shaped(/^whsec_\S+$/, 'is not a webhook signing secret (whsec_…)'),
  TEST_MODE: trueOrFalse,
  ANALYTICS_ID: shaped(/^[A-Z]{1,3}-[\w-]+$/, 'is not an id such as AW-123456789'),
  STRIPE_API_URL: apiUrl.default('https://api.stripe.com'),
  SQUARE_ACCESS_TOKEN: z.string().optional(),
  SQUARE_APPLICATION_ID: shaped(
    /^(sandbox-)?sq0id[bp]-\S+$/,
    'is not a Square application id (sq0idp-…, sandbox-sq0idb-…)',
  ),
  SQUARE_LOCATION_ID: shaped(/^\S+$/, 'is not a location id'),
  SQUARE_WEBHOOK_SIGNATURE_KEY: z.string().optional(),
  SQUARE_API_URL: apiUrl.optional(),
  SQUARE_SCRIPT_URL: apiUrl.optional(),
  APPLE_PASS_TYPE_ID: shaped(
    /^pass\.[\w.-]+$/,
    'is not a pass type identifier such as pass.org.example.summit',
  ),
  APPLE_TEAM_ID: shaped(/^[A-Z0-9]{10}$/, 'is not a team identifier of ten letters and digits'),
  APPLE_PASS_CERTIFICATE: z.string().optional(),
  APPLE_PASS_KEY: z.string().optional(),
  APPLE_PASS_KEY_PASSPHRASE: z.string().optional(),
  APPLE_WWDR_CERTIFICATE: z.string().optional(),
  APPLE_PUSH_URL: apiUrl.default('https://api.push.apple.com'),
  GOOGLE_WALLET_ISSUER_ID: shaped(/^\d{5,30}$/, 'is not an issuer id, which has digits only'),
  GOOGLE_WALLET_EMAIL: z.email("is not a service account's email address").optional(),
  GOOGLE_WALLET_KEY: z.string().optional(),
  GOOGLE_WALLET_URL: apiUrl.default('https://walletobjects.googleapis.com'),
  GOOGLE_TOKEN_URL: apiUrl.default('https://oauth2.googleapis.com/token'),
});

export type Variables = z.output<typeof variables>;

/** A sentence for each group of settings that is neither complete nor absent. */
export function findIncomplete(set: Variables, groups: readonly (readonly (keyof Variables)[])[]): string[] {
  return groups.flatMap((names) => {
    const absent = names.filter((name) => !set[name]);
    if (absent.length === 0 || absent.length === names.length) return [];
    return `${absent.join(' and ')} ${absent.length === 1 ? 'is' : 'are'} missing, although related settings are set.`;
  });
}

/** `203.0.113.7` or `10.0.0.0/8`. */
function isAddressBlock(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const widest = { 4: 32, 6: 128 }[isIP(address)];
  if (widest === undefined || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest);
}

/** `name` may be empty. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

/** `Summit <tickets@example.org>`, with or without quotes and a name. A name may contain commas and colons. */
function readSender(text: string): Sender {
  const [, name = '', address = text] = /^(.*?)\s*<([^<>]+)>$/.exec(text) ?? [];
  return { name: name.replace(/^"(.*)"$/, '$1'), address };
}

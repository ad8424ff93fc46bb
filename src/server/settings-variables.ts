import { isIP } from 'node:net';
import * as z from 'zod';

const missing = (what: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined ? `is missing: ${what}` : `is not ${what}`,
});
const url = (what: string) => z.url({ protocol: /^https?$/, ...missing(what) });
const email = (what: string) => z.email(missing(what));
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
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{20,}$/, 'is not a token of 20 characters or more')
    .optional(),
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
    .string(missing('the sender of mails, such as "Summit <tickets@example.org>"'))
    .regex(
      /^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'is not a sender such as "Summit <tickets@example.org>"',
    ),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^(sk|rk)_(live|test)_\S+$/, 'is not a Stripe secret key (sk_live_…, sk_test_…)')
    .optional(),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .regex(/^whsec_\S+$/, 'is not a webhook signing secret (whsec_…)')
    .optional(),
  TEST_MODE: trueOrFalse,
  ANALYTICS_ID: z
    .string()
    .regex(/^[A-Z]{1,3}-[\w-]+$/, 'is not an id such as AW-123456789')
    .optional(),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/, error: 'is not an address' })
    .default('https://api.stripe.com'),
  SQUARE_ACCESS_TOKEN: z.string().optional(),
  SQUARE_APPLICATION_ID: z
    .string()
    .regex(/^(sandbox-)?sq0id[bp]-\S+$/, 'is not a Square application id (sq0idp-…, sandbox-sq0idb-…)')
    .optional(),
  SQUARE_LOCATION_ID: z.string().regex(/^\S+$/, 'is not a location id').optional(),
  SQUARE_WEBHOOK_SIGNATURE_KEY: z.string().optional(),
  SQUARE_API_URL: z.url({ protocol: /^https?$/, error: 'is not an address' }).optional(),
  SQUARE_SCRIPT_URL: z.url({ protocol: /^https?$/, error: 'is not an address' }).optional(),
  APPLE_PASS_TYPE_ID: z
    .string()
    .regex(/^pass\.[\w.-]+$/, 'is not a pass type identifier such as pass.org.example.summit')
    .optional(),
  APPLE_TEAM_ID: z
    .string()
    .regex(/^[A-Z0-9]{10}$/, 'is not a team identifier of ten letters and digits')
    .optional(),
  APPLE_PASS_CERTIFICATE: z.string().optional(),
  APPLE_PASS_KEY: z.string().optional(),
  APPLE_PASS_KEY_PASSPHRASE: z.string().optional(),
  APPLE_WWDR_CERTIFICATE: z.string().optional(),
  APPLE_PUSH_URL: z
    .url({ protocol: /^https?$/, error: 'is not an address' })
    .default('https://api.push.apple.com'),
  GOOGLE_WALLET_ISSUER_ID: z
    .string()
    .regex(/^\d{5,30}$/, 'is not an issuer id, which has digits only')
    .optional(),
  GOOGLE_WALLET_EMAIL: z.email("is not a service account's email address").optional(),
  GOOGLE_WALLET_KEY: z.string().optional(),
  GOOGLE_WALLET_URL: z
    .url({ protocol: /^https?$/, error: 'is not an address' })
    .default('https://walletobjects.googleapis.com'),
  GOOGLE_TOKEN_URL: z
    .url({ protocol: /^https?$/, error: 'is not an address' })
    .default('https://oauth2.googleapis.com/token'),
});

export type Variables = z.output<typeof variables>;

/** `203.0.113.7` or `10.0.0.0/8`. */
function isAddressBlock(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const widest = { 4: 32, 6: 128 }[isIP(address)];
  if (widest === undefined || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest);
}

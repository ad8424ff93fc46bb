import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import * as z from 'zod';
import { OperatorRefusal } from './errors.ts';

/** Everything that an operator sets, read once at start; the only reader of the environment. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly logLevel: string;
  /** Who shows it may read the metrics; null: this machine alone. */
  readonly metricsToken: string | null;
  readonly trustedProxies: readonly string[];
  readonly contact: { readonly phone: string; readonly email: string };
  readonly adminEmails: readonly string[];
  readonly couponAdminEmail: string | null;
  readonly oidc: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };
  readonly mail: { readonly smtpUrl: string; readonly from: string };
  /** The advertising id; null counts nothing. */
  readonly analyticsId: string | null;
  /** Null where the provider is not offered; at least one is. */
  readonly stripe: StripeSettings | null;
  readonly square: SquareSettings | null;
}

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Where the API is reached; Stripe's own address unless set. */
  readonly apiUrl: string;
}

export interface SquareSettings {
  readonly accessToken: string;
  /** Public, and told to the browser. Square's sandbox has ids that begin with `sandbox-`. */
  readonly applicationId: string;
  readonly locationId: string;
  readonly webhookSignatureKey: string;
  /** The address that Square signs with every message: this site's, as it is known to Square. */
  readonly webhookUrl: string;
  readonly apiUrl: string;
  /** The browser script with the card field. */
  readonly scriptUrl: string;
}

/** A start that cannot be; `problems` has a sentence for everything that is wrong. */
export class SettingsError extends OperatorRefusal {
  override readonly name = 'SettingsError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`The settings do not hold:\n${problems.map((one) => `  - ${one}`).join('\n')}`);
    this.problems = problems;
  }
}

/**
 * The process's environment, and beneath it the file `.env` of the working folder, if there is one: what both set counts
 * as the environment sets it.
 */
export async function readEnvironment(folder = process.cwd()): Promise<NodeJS.ProcessEnv> {
  const file = resolve(folder, '.env');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new OperatorRefusal(`${file} cannot be read: ${error.message}.`);
  });
  return { ...parseEnv(text), ...process.env };
}

/** Reads the settings, or throws SettingsError with all that is missing or contradictory. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = variables.safeParse(given);
  const problems = parsed.success ? findContradictions(parsed.data) : parsed.error.issues.map(sentence);
  if (!parsed.success || problems.length > 0) throw new SettingsError(problems);
  const set = parsed.data;
  return {
    port: set.PORT,
    host: set.HOST,
    publicUrl: new URL(set.PUBLIC_URL).origin,
    databaseUrl: set.DATABASE_URL ?? null,
    dataDir: set.DATA_DIR,
    logLevel: set.LOG_LEVEL,
    metricsToken: set.METRICS_TOKEN ?? null,
    trustedProxies: set.TRUSTED_PROXIES,
    contact: { phone: set.CONTACT_PHONE, email: set.CONTACT_EMAIL },
    adminEmails: set.ADMIN_EMAILS,
    couponAdminEmail: set.COUPON_ADMIN_EMAIL ?? null,
    oidc: { issuer: set.OIDC_ISSUER, clientId: set.OIDC_CLIENT_ID, clientSecret: set.OIDC_CLIENT_SECRET },
    mail: { smtpUrl: set.SMTP_URL, from: set.MAIL_FROM },
    analyticsId: set.ANALYTICS_ID ?? null,
    stripe: stripeOf(set),
    square: squareOf(set),
  };
}

const missing = (what: string) => ({
  error: (issue: { input?: unknown }) =>
    issue.input === undefined ? `is missing: ${what}` : `is not ${what}`,
});
const url = (what: string) => z.url({ protocol: /^https?$/, ...missing(what) });
const email = (what: string) => z.email(missing(what));
const entries = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

const variables = z.object({
  PORT: z.coerce
    .number('is not a port number')
    .int('is not a port number')
    .min(0, 'is not a port number')
    .max(65_535, 'is not a port number')
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
          error: ({ input }) => `has an entry that is no IP address or block: ${input}`,
        }),
      ),
    )
    .default([]),
  CONTACT_PHONE: z.string(missing('the phone number shown to visitors')),
  CONTACT_EMAIL: email('the e-mail address shown to visitors'),
  ADMIN_EMAILS: z
    .string(missing('the staff addresses, separated by commas'))
    .transform(entries)
    .pipe(
      z
        .array(z.email({ error: ({ input }) => `has an entry that is not an e-mail address: ${input}` }))
        .min(1, 'names nobody'),
    ),
  COUPON_ADMIN_EMAIL: z.email('is not an e-mail address').optional(),
  OIDC_ISSUER: url("the identity provider's issuer, such as https://accounts.google.com"),
  OIDC_CLIENT_ID: z.string(missing("this site's client id at the identity provider")),
  OIDC_CLIENT_SECRET: z.string(missing("this site's client secret at the identity provider")),
  SMTP_URL: z.url({
    protocol: /^smtps?$/,
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
});

type Variables = z.output<typeof variables>;

function stripeOf(set: Variables): StripeSettings | null {
  if (!set.STRIPE_SECRET_KEY || !set.STRIPE_WEBHOOK_SECRET) return null;
  return {
    secretKey: set.STRIPE_SECRET_KEY,
    webhookSecret: set.STRIPE_WEBHOOK_SECRET,
    apiUrl: set.STRIPE_API_URL.replace(/\/$/, ''),
  };
}

function squareOf(set: Variables): SquareSettings | null {
  if (!SQUARE_SET.every((name) => set[name])) return null;
  const isSandbox = isSquareSandbox(set);
  const host = isSandbox ? 'connect.squareupsandbox.com' : 'connect.squareup.com';
  const scripts = isSandbox ? 'sandbox.web.squarecdn.com' : 'web.squarecdn.com';
  return {
    accessToken: set.SQUARE_ACCESS_TOKEN!,
    applicationId: set.SQUARE_APPLICATION_ID!,
    locationId: set.SQUARE_LOCATION_ID!,
    webhookSignatureKey: set.SQUARE_WEBHOOK_SIGNATURE_KEY!,
    webhookUrl: `${new URL(set.PUBLIC_URL).origin}/api/webhooks/square`,
    apiUrl: (set.SQUARE_API_URL ?? `https://${host}`).replace(/\/$/, ''),
    scriptUrl: set.SQUARE_SCRIPT_URL ?? `https://${scripts}/v1/square.js`,
  };
}

const SQUARE_SET = [
  'SQUARE_ACCESS_TOKEN',
  'SQUARE_APPLICATION_ID',
  'SQUARE_LOCATION_ID',
  'SQUARE_WEBHOOK_SIGNATURE_KEY',
] as const;
const STRIPE_SET = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

function isSquareSandbox(set: Variables): boolean {
  return set.SQUARE_APPLICATION_ID?.startsWith('sandbox-') ?? false;
}

/** Every variable that is read; `.env.example` and the operator's manual explain each. */
export const settingNames: readonly string[] = Object.keys(variables.shape);

function findContradictions(set: Variables): string[] {
  const problems = [...findPaymentProblems(set)];
  const admins = set.ADMIN_EMAILS.map((one) => one.toLowerCase());
  if (set.COUPON_ADMIN_EMAIL && !admins.includes(set.COUPON_ADMIN_EMAIL.toLowerCase())) {
    problems.push('COUPON_ADMIN_EMAIL is not among ADMIN_EMAILS.');
  }
  const { pathname, search, hash } = new URL(set.PUBLIC_URL);
  if (pathname + search + hash !== '/') {
    problems.push('PUBLIC_URL has a path; the site lives at the root of its host.');
  }
  return problems;
}

/** A provider is configured as a whole or not at all, and test and live never meet. */
function findPaymentProblems(set: Variables): string[] {
  const problems: string[] = [];
  for (const names of [STRIPE_SET, SQUARE_SET]) {
    const absent = names.filter((name) => !set[name]);
    if (absent.length > 0 && absent.length < names.length) {
      problems.push(
        `${absent.join(' and ')} ${absent.length === 1 ? 'is' : 'are'} missing beside the others.`,
      );
    }
  }
  if ([...STRIPE_SET, ...SQUARE_SET].every((name) => !set[name])) {
    problems.push(
      'No payment provider is configured: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or the SQUARE_ settings.',
    );
  }
  const isPublic = new URL(set.PUBLIC_URL).protocol === 'https:';
  const isStripeLive = /^(sk|rk)_live_/.test(set.STRIPE_SECRET_KEY ?? '');
  if (isStripeLive && !isPublic)
    problems.push('STRIPE_SECRET_KEY is a live key, but PUBLIC_URL is not https.');
  if (isStripeLive && !set.STRIPE_API_URL.startsWith('https://')) {
    problems.push('STRIPE_SECRET_KEY is a live key, but STRIPE_API_URL is not https.');
  }
  const isSquareLive = set.SQUARE_APPLICATION_ID !== undefined && !isSquareSandbox(set);
  if (isSquareLive && !isPublic) problems.push('SQUARE_APPLICATION_ID is live, but PUBLIC_URL is not https.');
  if (isSquareLive && !(set.SQUARE_API_URL ?? 'https://').startsWith('https://')) {
    problems.push('SQUARE_APPLICATION_ID is live, but SQUARE_API_URL is not https.');
  }
  if (set.STRIPE_SECRET_KEY && set.SQUARE_APPLICATION_ID && isStripeLive !== isSquareLive) {
    problems.push('One of Stripe and Square is live and the other is in test mode.');
  }
  return problems;
}

/** `203.0.113.7` or `10.0.0.0/8`. */
function isAddressBlock(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const widest = { 4: 32, 6: 128 }[isIP(address)];
  if (widest === undefined || rest.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= widest);
}

function sentence(issue: z.core.$ZodIssue): string {
  return `${String(issue.path[0])} ${issue.message}.`;
}

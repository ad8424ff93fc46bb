import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type * as z from 'zod';
import { OperatorRefusal } from './errors.ts';
import {
  findContradictions,
  findPlaceholders,
  isSquareSandbox,
  isTestMode,
  SQUARE_SET,
} from './settings-problems.ts';
import { type Sender, type Variables, variables } from './settings-variables.ts';
import {
  type AppleWalletSettings,
  appleWalletOf,
  type GoogleWalletSettings,
  googleWalletOf,
} from './settings-wallets.ts';

/** Everything that an operator configures, read once at startup; the only reader of the environment. */
export interface Settings {
  readonly port: number;
  readonly host: string;
  readonly publicUrl: string;
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly logLevel: string;
  /** The bearer token for the metrics; null: this machine only. */
  readonly metricsToken: string | null;
  readonly trustedProxies: readonly string[];
  readonly contact: { readonly phone: string; readonly email: string };
  readonly adminEmails: readonly string[];
  readonly couponAdminEmail: string | null;
  readonly oidc: { readonly issuer: string; readonly clientId: string; readonly clientSecret: string };
  /** Staff who have a password may sign in with it, for the day when the identity provider is down. */
  readonly acceptsPasswords: boolean;
  readonly mail: { readonly smtpUrl: string; readonly from: Sender };
  /** The analytics id; null counts nothing. */
  readonly analyticsId: string | null;
  /** Payments use test keys: no money moves. */
  readonly isTestMode: boolean;
  /** Null if the provider is not offered; at least one is. */
  readonly stripe: StripeSettings | null;
  readonly square: SquareSettings | null;
  /** Null if the wallet isn't offered. */
  readonly appleWallet: AppleWalletSettings | null;
  readonly googleWallet: GoogleWalletSettings | null;
}

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** The API's address; Stripe's own unless set. */
  readonly apiUrl: string;
}

export interface SquareSettings {
  readonly accessToken: string;
  /** Public, and sent to the browser. Ids in Square's sandbox start with `sandbox-`. */
  readonly applicationId: string;
  readonly locationId: string;
  readonly webhookSignatureKey: string;
  /** This site's webhook address as registered with Square, which is part of the signature. */
  readonly webhookUrl: string;
  readonly apiUrl: string;
  /** The browser script with the card field. */
  readonly scriptUrl: string;
}

/** A refused start; `problems` has a sentence for everything that is wrong, `help` where to mend it. */
export class StartRefusal extends OperatorRefusal {
  override readonly name = 'StartRefusal';
  readonly problems: readonly string[];

  constructor(problems: readonly string[], help?: string) {
    const list = problems.map((one) => `  - ${one}`);
    super(['The site cannot start:', ...list, ...(help ? [help] : [])].join('\n'));
    this.problems = problems;
  }
}

/** The process's environment on top of the file `.env` in the working folder, if there is one. */
export async function readEnvironment(folder = process.cwd()): Promise<NodeJS.ProcessEnv> {
  const file = resolve(folder, '.env');
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw new OperatorRefusal(`${file} cannot be read: ${error.message}.`);
  });
  return { ...parseEnv(text), ...process.env };
}

const WHERE_TO_SET = 'Set them in the environment or in .env. The file .env.example explains each.';

/** Reads the settings, or throws StartRefusal with everything that is missing or contradictory. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  // Secrets that come from files end in a line break, which a provider would refuse at the first call.
  const given = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
  const parsed = variables.safeParse(given);
  const problems = [
    ...findPlaceholders(given),
    ...(parsed.success ? findContradictions(parsed.data) : parsed.error.issues.map(sentence)),
  ];
  if (!parsed.success || problems.length > 0) throw new StartRefusal(problems, WHERE_TO_SET);
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
    acceptsPasswords: set.PASSWORD_SIGN_IN,
    mail: { smtpUrl: set.SMTP_URL, from: set.MAIL_FROM },
    analyticsId: set.ANALYTICS_ID ?? null,
    isTestMode: isTestMode(set),
    stripe: stripeOf(set),
    square: squareOf(set),
    appleWallet: appleWalletOf(set),
    googleWallet: googleWalletOf(set),
  };
}

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
  const isSandbox = isSquareSandbox(set.SQUARE_APPLICATION_ID);
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

function sentence(issue: z.core.$ZodIssue): string {
  return `${String(issue.path[0])} ${issue.message}.`;
}

import { isSameEmail } from '#domain/access.ts';
import { findIncomplete, type Variables, variables } from './settings-variables.ts';
import { findWalletProblems } from './settings-wallets.ts';

export const SQUARE_SET = [
  'SQUARE_ACCESS_TOKEN',
  'SQUARE_APPLICATION_ID',
  'SQUARE_LOCATION_ID',
  'SQUARE_WEBHOOK_SIGNATURE_KEY',
] as const;
const STRIPE_SET = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'] as const;

export function isSquareSandbox(applicationId: string | undefined): boolean {
  return applicationId?.startsWith('sandbox-') ?? false;
}

export function isLiveStripeKey(key: string | undefined): boolean {
  return /^(sk|rk)_live_/.test(key ?? '');
}

/** Whether no money moves: there is no live account. */
export function isTestMode(set: Variables): boolean {
  const isStripeLive = isLiveStripeKey(set.STRIPE_SECRET_KEY);
  return (
    !isStripeLive && (set.SQUARE_APPLICATION_ID === undefined || isSquareSandbox(set.SQUARE_APPLICATION_ID))
  );
}

/** Settings copied from `.env.example` and never filled in. */
export function findPlaceholders(given: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(variables.shape)
    .filter((name) => /replace[-_]me/i.test(given[name] ?? ''))
    .map((name) => `${name} still has the value of .env.example; put in your own.`);
}

/** Contradictions between valid settings: one sentence per problem. */
export function findContradictions(set: Variables): string[] {
  const problems = [...findPaymentProblems(set), ...findWalletProblems(set)];
  const { ADMIN_EMAILS: admins, COUPON_ADMIN_EMAIL: couponAdmin } = set;
  if (couponAdmin && !admins.some((one) => isSameEmail(one, couponAdmin))) {
    problems.push('COUPON_ADMIN_EMAIL is not among ADMIN_EMAILS.');
  }
  const { pathname, search, hash } = new URL(set.PUBLIC_URL);
  if (pathname + search + hash !== '/') {
    problems.push('PUBLIC_URL has a path; the site lives at the root of its host.');
  }
  const issuer = new URL(set.OIDC_ISSUER);
  if (issuer.protocol !== 'https:' && !isLoopback(issuer.hostname)) {
    problems.push(
      'OIDC_ISSUER is not https; only an identity provider on this machine may be reached over http.',
    );
  }
  return problems;
}

/** A provider is configured completely or not at all, and test and live never mix. */
function findPaymentProblems(set: Variables): string[] {
  const problems = findIncomplete(set, [STRIPE_SET, SQUARE_SET]);
  if ([...STRIPE_SET, ...SQUARE_SET].every((name) => !set[name])) {
    problems.push(
      'No payment provider is configured: set STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or the SQUARE_ settings.',
    );
  }
  const isPublic = new URL(set.PUBLIC_URL).protocol === 'https:';
  const isStripeLive = isLiveStripeKey(set.STRIPE_SECRET_KEY);
  if (isStripeLive && !isPublic)
    problems.push('STRIPE_SECRET_KEY is a live key, but PUBLIC_URL is not https.');
  if (isStripeLive && !set.STRIPE_API_URL.startsWith('https://')) {
    problems.push('STRIPE_SECRET_KEY is a live key, but STRIPE_API_URL is not https.');
  }
  const isSquareLive = set.SQUARE_APPLICATION_ID !== undefined && !isSquareSandbox(set.SQUARE_APPLICATION_ID);
  if (isSquareLive && !isPublic) problems.push('SQUARE_APPLICATION_ID is live, but PUBLIC_URL is not https.');
  if (isSquareLive && !(set.SQUARE_API_URL ?? 'https://').startsWith('https://')) {
    problems.push('SQUARE_APPLICATION_ID is live, but SQUARE_API_URL is not https.');
  }
  if (set.STRIPE_SECRET_KEY && set.SQUARE_APPLICATION_ID && isStripeLive !== isSquareLive) {
    return [...problems, 'One of Stripe and Square is live and the other is in test mode.'];
  }
  return [...problems, ...findTestModeProblems(set, isPublic)];
}

/** A public site must not issue tickets for test cards, unless the operator says that it is a rehearsal. */
function findTestModeProblems(set: Variables, isPublic: boolean): string[] {
  if (set.TEST_MODE && !isTestMode(set)) return ['TEST_MODE is true, but the payment keys are live.'];
  if (set.TEST_MODE || !isPublic) return [];
  const tested = [
    ...(/^(sk|rk)_test_/.test(set.STRIPE_SECRET_KEY ?? '') ? ['STRIPE_SECRET_KEY'] : []),
    ...(isSquareSandbox(set.SQUARE_APPLICATION_ID) ? ['SQUARE_APPLICATION_ID'] : []),
  ];
  return tested.map(
    (name) =>
      `${name} is for testing, but PUBLIC_URL is https: tickets would cost nothing. Use the live one, or set TEST_MODE=true for a rehearsal.`,
  );
}

/** Whether that host is this machine. */
export function isLoopback(hostname: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
}

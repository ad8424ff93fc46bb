import type { MiddlewareHandler } from 'hono';
import { API_PATHS, KEYED_PREFIXES, PAGES } from '#contract/paths.ts';
import type { Settings } from '../settings.ts';
import type { HttpEnv } from './http-env.ts';

const YEAR = 31_536_000;

export interface HeaderInput {
  readonly path: string;
  readonly isSecure: boolean;
  readonly oidcOrigin: string;
  /** Visits are counted, so the tag of the one who counts is let in. It is loaded only with the visitor's consent. */
  readonly hasAnalytics?: boolean;
  /** Where Square's browser script comes from; null where Square is not offered. */
  readonly squareScriptUrl?: string | null;
  /** `'sha256-…'` of the style elements that the page carries. */
  readonly inlineStyleHashes?: readonly string[];
}

/**
 * The headers of every answer, errors included. One table, so that no route can forget one. Hono's `secureHeaders` has
 * one set for all paths.
 */
export function securityHeadersFor(input: HeaderInput): Record<string, string> {
  const { path } = input;
  const isAdmin = path === PAGES.admin || path.startsWith(`${PAGES.admin}/`);
  const isKeyed = KEYED_PREFIXES.some((prefix) => path.startsWith(prefix));
  const mayStore = !isKeyed && !isAdmin && !path.startsWith('/api/');
  return {
    'content-security-policy': contentSecurityPolicy(input, isAdmin || path.startsWith('/assets/')),
    'x-content-type-options': 'nosniff',
    // Not on all pages: without a referrer a form's origin is 'null', and signing out would be refused.
    'referrer-policy': isKeyed ? 'no-referrer' : 'same-origin',
    'permissions-policy': `camera=(${isAdmin ? 'self' : ''}), microphone=(), geolocation=(), payment=()`,
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'x-frame-options': 'DENY',
    ...(input.isSecure && { 'strict-transport-security': `max-age=${YEAR}; includeSubDomains` }),
    // Every page holds the server's time and who is signed in; files with a hash in their name say otherwise.
    'cache-control': mayStore ? 'private, no-cache' : 'no-store',
  };
}

type HeaderSettings = Pick<Settings, 'publicUrl' | 'oidc' | 'analyticsId' | 'square'>;

/** The same as a function of path, styles and scripts, for one set of settings. */
export function headersFor({ publicUrl, oidc, analyticsId, square }: HeaderSettings) {
  const isSecure = publicUrl.startsWith('https:');
  const oidcOrigin = new URL(oidc.issuer).origin;
  const hasAnalytics = analyticsId !== null;
  const squareScriptUrl = square?.scriptUrl ?? null;
  return (path: string, inlineStyleHashes: readonly string[] = []) =>
    securityHeadersFor({
      path,
      isSecure,
      oidcOrigin,
      hasAnalytics,
      squareScriptUrl,
      inlineStyleHashes,
    });
}

/** Sets the headers on every answer, and remembers what the policy is made of for pages that carry styles. */
export function securityHeaders(settings: HeaderSettings): MiddlewareHandler<HttpEnv> {
  const headers = headersFor(settings);
  return async (c, next) => {
    const { path } = c.req;
    for (const [name, value] of Object.entries(headers(path))) c.header(name, value);
    c.set('allowStyles', (hashes) => {
      c.header('content-security-policy', headers(path, hashes)['content-security-policy']);
    });
    await next();
  };
}

const NO_CARD_FIELD = { script: '', style: '', font: '', connect: '', frame: '', form: '' };

/** Where tokens are made, by the host of Square's script. */
const SQUARE_HOSTS: Readonly<Record<string, string>> = {
  'web.squarecdn.com': 'squareup.com',
  'sandbox.web.squarecdn.com': 'squareupsandbox.com',
};

/**
 * What Square's script loads and asks: its files, its fonts, its tokens and its error reports, as
 * https://developer.squareup.com/docs/web-payments/content-security-policy lists them. That page is silent about the
 * question that a bank may ask: it comes in a frame from the bank's own host, which nobody can list beforehand
 * (https://developer.squareup.com/forums/t/csp-issues-when-integrating-with-web-payments-api/22234), and is asked for
 * by a form. A script that comes from elsewhere has everything at its own origin.
 */
function cardFieldSources(scriptUrl: string): typeof NO_CARD_FIELD {
  const { origin, host } = new URL(scriptUrl);
  const domain = SQUARE_HOSTS[host];
  const own = ` ${origin}`;
  if (!domain) return { ...NO_CARD_FIELD, script: own, connect: own, frame: own };
  return {
    script: own,
    style: own,
    font: ' https://square-fonts-production-f.squarecdn.com https://d1g145x70srn7h.cloudfront.net',
    connect: `${own} https://pci-connect.${domain} https://o160250.ingest.sentry.io`,
    frame: ' https:',
    form: ' https:',
  };
}

/** The scanner's decoder is WebAssembly; its worker is governed by the policy of its own script. */
function contentSecurityPolicy(
  { path, oidcOrigin, hasAnalytics = false, squareScriptUrl = null, inlineStyleHashes = [] }: HeaderInput,
  mayCompile: boolean,
): string {
  const listed = (hashes: readonly string[]) => hashes.map((hash) => ` '${hash}'`).join('');
  // The only page that a payment provider's script runs in.
  const isCardForm = path === PAGES.cardForm;
  const card = isCardForm && squareScriptUrl ? cardFieldSources(squareScriptUrl) : NO_CARD_FIELD;
  // Beside a card field runs no script but ours and Square's.
  const isCounted = hasAnalytics && !isCardForm;
  const tag = isCounted ? ' https://www.googletagmanager.com' : '';
  const counting = isCounted
    ? ' https://www.googletagmanager.com https://*.google-analytics.com https://www.google.com'
    : '';
  return [
    "default-src 'self'",
    `script-src 'self'${mayCompile ? " 'wasm-unsafe-eval'" : ''}${tag}${card.script}`,
    `style-src 'self'${listed(inlineStyleHashes)}${card.style}`,
    // Positions that are computed as one scrolls or drags are style attributes.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${counting}`,
    `font-src 'self'${card.font}`,
    `connect-src 'self'${counting}${card.connect}`,
    ...(card.frame ? [`frame-src 'self'${card.frame}`] : []),
    "media-src 'self' blob:",
    "worker-src 'self'",
    `form-action 'self' ${oidcOrigin}${card.form}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `report-uri ${API_PATHS.policyReports}`,
  ].join('; ');
}

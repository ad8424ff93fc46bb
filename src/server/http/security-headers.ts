import { createHash } from 'node:crypto';
import type { MiddlewareHandler } from 'hono';
import { KEYED_PREFIXES, PAGES, PROGRAM_PATHS } from '#contract/paths.ts';
import type { Settings } from '../settings.ts';
import type { HttpEnv } from './http-env.ts';

const YEAR = 31_536_000;

type HeaderSettings = Pick<Settings, 'publicUrl' | 'oidc' | 'analyticsId' | 'square'>;

/** `sha256-…` of a style element's text; listing it in the policy allows the element. */
export function styleHash(style: string): string {
  return `sha256-${createHash('sha256').update(style).digest('base64')}`;
}

/**
 * The headers of every response, errors included, by its path and the `styleHash` of the page's style elements. One
 * table, so that no route can forget one. Hono's `secureHeaders` has one set for all paths.
 */
export function headersFor(settings: HeaderSettings) {
  const isSecure = settings.publicUrl.startsWith('https:');
  return (path: string, inlineStyleHashes: readonly string[] = []): Record<string, string> => {
    const isAdmin = path === PAGES.admin || path.startsWith(`${PAGES.admin}/`);
    const isDoor = path === PAGES.door || path.startsWith(`${PAGES.door}/`);
    const isKeyed = KEYED_PREFIXES.some((prefix) => path.startsWith(prefix));
    const mayStore = !isKeyed && !isAdmin && !path.startsWith('/api/');
    const mayCompile = isAdmin || isDoor || path.startsWith('/assets/');
    return {
      'content-security-policy': contentSecurityPolicy(settings, path, inlineStyleHashes, mayCompile),
      'x-content-type-options': 'nosniff',
      // Not on all pages: with `no-referrer` a form's origin is `null`, and signing out would be refused.
      'referrer-policy': isKeyed ? 'no-referrer' : 'same-origin',
      'permissions-policy': `camera=(${isAdmin || isDoor ? 'self' : ''}), microphone=(), geolocation=(), payment=()`,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
      ...(isSecure && { 'strict-transport-security': `max-age=${YEAR}; includeSubDomains` }),
      // Every page contains the server's time and who is signed in. Files with a hash in their name override this.
      'cache-control': mayStore ? 'private, no-cache' : 'no-store',
    };
  };
}

/** Sets the headers on every response, and lets handlers allow the inline styles of their page. */
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

/** The host that makes tokens, by the host of Square's script. */
const SQUARE_HOSTS: Readonly<Record<string, string>> = {
  'web.squarecdn.com': 'squareup.com',
  'sandbox.web.squarecdn.com': 'squareupsandbox.com',
};

/**
 * What Square's script loads and calls: files, fonts, tokens and error reports, as listed in
 * https://developer.squareup.com/docs/web-payments/content-security-policy. That page doesn't mention 3-D Secure,
 * whose frame and form come from the bank's own host, which can't be listed in advance
 * (https://developer.squareup.com/forums/t/csp-issues-when-integrating-with-web-payments-api/22234). A script from
 * elsewhere has everything at its own origin.
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

/** The scanner's decoder is WebAssembly. Its worker has the policy of its own script file. */
function contentSecurityPolicy(
  { oidc, analyticsId, square }: HeaderSettings,
  path: string,
  inlineStyleHashes: readonly string[],
  mayCompile: boolean,
): string {
  const styles = inlineStyleHashes.map((hash) => ` '${hash}'`).join('');
  // The only page that runs a payment provider's script.
  const isCardForm = path === PAGES.cardForm;
  const card = isCardForm && square ? cardFieldSources(square.scriptUrl) : NO_CARD_FIELD;
  // No other script runs beside a card field.
  const isCounted = analyticsId !== null && !isCardForm;
  const tag = isCounted ? ' https://www.googletagmanager.com' : '';
  const counting = isCounted
    ? ' https://www.googletagmanager.com https://*.google-analytics.com https://www.google.com'
    : '';
  return [
    "default-src 'self'",
    `script-src 'self'${mayCompile ? " 'wasm-unsafe-eval'" : ''}${tag}${card.script}`,
    `style-src 'self'${styles}${card.style}`,
    // Positions computed while scrolling or dragging are style attributes.
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob:${counting}`,
    `font-src 'self'${card.font}`,
    `connect-src 'self'${counting}${card.connect}`,
    ...(card.frame ? [`frame-src 'self'${card.frame}`] : []),
    "media-src 'self' blob:",
    "worker-src 'self'",
    `form-action 'self' ${new URL(oidc.issuer).origin}${card.form}`,
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    `report-uri ${PROGRAM_PATHS.policyReports}`,
  ].join('; ');
}

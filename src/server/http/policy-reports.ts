import type { Hono } from 'hono';
import { API_PATHS, PAGES } from '#contract/paths.ts';
import type { HttpEnv } from './http-env.ts';
import { takeLimit, visitorKey } from './limits.ts';
import { readJson } from './read-json.ts';

/** Reports that one address is heard with in a minute; a page with a bad script sends a few. */
const HEARD = 20;

/** What a page's address begins with; the rest may hold a key. */
const FIRST_PARTS = Object.values(PAGES)
  .filter((page) => page !== PAGES.home)
  .map((page) => page.split('/')[1]);

/**
 * Where browsers tell what a page's policy kept out: one line of the log each. Anybody can send one, so nothing of it is
 * logged as it came: not the page's address, which may hold the key to an order, nor a path or text of what was kept out.
 */
export function policyReportRoutes(app: Hono<HttpEnv>): void {
  app.post(API_PATHS.policyReports, async (c) => {
    const ctx = c.get('ctx');
    const report = readReport(await readJson(c.req.raw, /^application\/csp-report\s*(;|$)/i));
    const limit = `policy:${visitorKey(ctx.ipAddress)}`;
    if (report && (await takeLimit(ctx.db, limit, HEARD, 60, ctx.protocolNow()))) {
      ctx.log.warn(
        { ...report, requestId: ctx.requestId },
        'a page was kept from what its policy does not name',
      );
    }
    return c.body(null, 204);
  });
}

interface PolicyReport {
  readonly page: string;
  readonly directive: string;
  readonly blocked: string;
}

function readReport(body: unknown): PolicyReport | null {
  const { 'csp-report': report } = membersOf(body);
  const told = membersOf(report);
  const directive = told['effective-directive'] ?? told['violated-directive'];
  if (typeof directive !== 'string' || !/^[a-z-]{1,40}$/.test(directive)) return null;
  return { page: pageOf(told['document-uri']), directive, blocked: originOf(told['blocked-uri']) };
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function pageOf(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address)) return 'unknown';
  const { pathname } = new URL(address);
  if (pathname === PAGES.home || pathname === PAGES.cardForm) return pathname;
  const first = pathname.split('/')[1]!;
  return FIRST_PARTS.includes(first) ? `/${first}` : 'unknown';
}

/** `inline` and `eval` are words of the browser. */
function originOf(blocked: unknown): string {
  if (blocked === 'inline' || blocked === 'eval') return blocked;
  if (typeof blocked !== 'string' || !URL.canParse(blocked)) return 'unknown';
  const { origin, protocol } = new URL(blocked);
  return origin === 'null' ? protocol.slice(0, 20) : origin.slice(0, 100);
}

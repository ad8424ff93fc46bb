import type { Hono } from 'hono';
import { PAGES, PROGRAM_PATHS } from '#contract/paths.ts';
import { MINUTE } from '#domain/durations.ts';
import type { HttpEnv } from './http-env.ts';
import { takeLimit, visitorKey } from './limits.ts';
import { membersOf, readJson } from './read-json.ts';

/** Logged reports per address and minute; a page with a blocked script sends a few. */
const HEARD = 20;

/** The first part of a page's path; the rest may contain a key. */
const FIRST_PARTS = Object.values(PAGES)
  .filter((page) => page !== PAGES.home)
  .map((page) => page.split('/')[1]);

/**
 * Receives browsers' reports of what a page's content security policy blocked; logs one line each. Anybody can send
 * one, so nothing is logged as received: the page's path may contain an order's key, and the blocked URL anything.
 */
export function policyReportRoutes(app: Hono<HttpEnv>): void {
  app.post(PROGRAM_PATHS.policyReports, async (c) => {
    const ctx = c.get('ctx');
    const report = readReport(await readJson(c.req.raw, /^application\/csp-report\s*(;|$)/i));
    const limit = { key: `policy:${visitorKey(ctx.ipAddress)}`, max: HEARD, window: MINUTE };
    if (report && (await takeLimit(ctx.db, ctx.protocolNow(), limit))) {
      ctx.log.warn(
        { ...report, requestId: ctx.requestId },
        'the security policy of a page blocked something',
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

function pageOf(address: unknown): string {
  if (typeof address !== 'string' || !URL.canParse(address)) return 'unknown';
  const { pathname } = new URL(address);
  if (pathname === PAGES.home || pathname === PAGES.cardForm) return pathname;
  const first = pathname.split('/')[1]!;
  return FIRST_PARTS.includes(first) ? `/${first}` : 'unknown';
}

/** `inline` and `eval` are the browser's own keywords. */
function originOf(blocked: unknown): string {
  if (blocked === 'inline' || blocked === 'eval') return blocked;
  if (typeof blocked !== 'string' || !URL.canParse(blocked)) return 'unknown';
  const { origin, protocol } = new URL(blocked);
  return origin === 'null' ? protocol.slice(0, 20) : origin.slice(0, 100);
}

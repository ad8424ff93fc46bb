import type { Logger } from 'pino';
import type { EventContent } from '#contract/content.ts';
import { type Actor, ANONYMOUS } from '#domain/access.ts';
import { type Day, dayIn } from '#domain/calendar.ts';
import type { Database } from './db/open-database.ts';
import type { Queue } from './jobs/queue.ts';
import type { MailTransport } from './mail/transport.ts';
import type { PaymentGateways } from './payments/gateways/gateway.ts';
import type { Settings } from './settings.ts';

/** The process's dependencies. */
export interface Dependencies {
  readonly db: Database;
  readonly settings: Settings;
  readonly content: EventContent;
  readonly closedByBuild: boolean;
  readonly log: Logger;
  readonly queue: Queue;
  readonly mail: MailTransport;
  readonly gateways: PaymentGateways;
  /** The event's clock, which demo and tests move: prices, closing, holds. */
  readonly now: () => Date;
  /** Real time: signatures, sessions, rate limits, jobs, and providers' deadlines and retries (docs/decisions/006). */
  readonly protocolNow: () => Date;
  readonly randomBytes: (size: number) => Uint8Array;
}

/** One request or one job run. `now` is read once, so that a request has one time. */
export interface Context extends Omit<Dependencies, 'now'> {
  readonly now: Date;
  readonly actor: Actor;
  /** What triggered the work: a request, the site itself, a webhook, or the operator. */
  readonly cause: 'request' | 'job' | 'webhook' | 'operator';
  readonly requestId: string;
  readonly ipAddress: string | null;
  /** Distinguishes browser sessions; opens nothing. Null for a browser without one. */
  readonly browserMark: string | null;
  readonly userAgent: string | null;
}

/** The current day in the event's time zone. */
export function today({ content, now }: Context): Day {
  return dayIn(content.event.zone, now);
}

/** The context for work that no visitor triggered. */
export function jobContext(dependencies: Dependencies, job: string): Context {
  return {
    ...dependencies,
    now: dependencies.now(),
    actor: ANONYMOUS,
    cause: 'job',
    requestId: job,
    ipAddress: null,
    browserMark: null,
    userAgent: null,
  };
}

import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import type Stripe from 'stripe';
import type { Env } from '#sandbox/answer-call.ts';
import type { Clock } from '#sandbox/clock.ts';
import { faultRoutes } from '#sandbox/control/fault-routes.ts';
import { type Log, openDeliveries } from '#sandbox/deliveries.ts';
import { type Faults, openFaults } from '#sandbox/faults.ts';
import type { Store } from '#sandbox/store.ts';
import { mountApi } from './api.ts';
import { catalogEndpoints } from './catalog.ts';
import { type Core, type StripeFaultSettings, stripeFaultSettings } from './core.ts';
import { couponEndpoints } from './coupons.ts';
import { decideDispute } from './disputes.ts';
import { openEvents } from './events.ts';
import { openIdempotency } from './idempotency.ts';
import { mountPayPages } from './pay-routes.ts';
import { endSlowPayments } from './payments.ts';
import { recordEndpoints } from './records.ts';
import { failDueRefunds, refundEndpoints } from './refunds.ts';
import { expireDueSessions, sessionEndpoints } from './sessions.ts';
import { openState } from './state.ts';

/** The account, as in the site's settings. */
export interface StripeAccount {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** null: events are recorded, but have no receiver. */
  readonly webhookUrl: string | null;
  /** The types that the webhook endpoint is subscribed to, as `charge.refunded` or `product.*`; all unless given. */
  readonly webhookEvents?: readonly string[];
  readonly merchantName?: string;
}

interface StripeSandboxOptions extends StripeAccount {
  readonly store: Store;
  /** Business time: validity of coupons and promotion codes. */
  readonly clock: Clock;
  /** Where browsers reach the hosted page, without a slash at the end. */
  readonly baseUrl: string;
  readonly log: Log;
  /** Protocol time: `created`, `expires_at`, signatures, retries. Real time unless a test moves it. */
  readonly protocolNow?: () => Date;
}

export interface StripeSandbox {
  readonly app: Hono<Env>;
  readonly faults: Faults<StripeFaultSettings>;
  /** Oldest first. */
  sessions(): readonly Stripe.Checkout.Session[];
  /** The bank decides the payment's dispute. */
  decideDispute(paymentIntentId: string, decision: 'won' | 'lost'): void;
  /** Ends all slow payments now, due or not. */
  endSlowPayments(): void;
  /** Starts delivering webhooks, including those left from an earlier run, and expiring sessions. */
  start(): void;
  stop(): Promise<void>;
}

const lookEveryMs = 500;

/** Stripe's API and hosted payment page over real HTTP, for the unmodified SDK and for browsers. */
export function createStripeSandbox(options: StripeSandboxOptions): StripeSandbox {
  const { store, secretKey, log, protocolNow = () => new Date() } = options;
  const state = openState(store, options.clock, protocolNow);
  const faults = openFaults<StripeFaultSettings>(store, 'stripe', stripeFaultSettings, () =>
    failDueRefunds(core),
  );
  const events = openEvents(store, state, (eventId, type) => {
    if (isSubscribed(options.webhookEvents, type)) deliveries.enqueue(eventId);
  });
  const deliveries = openDeliveries({
    ...options,
    provider: 'stripe',
    protocolNow,
    faults,
    message(id) {
      const event = events.stored.get(id);
      return event && { type: event.type, body: JSON.stringify(event, null, 2) };
    },
    sign: (body, _url, at) => ({ 'Stripe-Signature': signatureOf(body, options.webhookSecret, at) }),
  });
  const { baseUrl, merchantName = 'Sandbox merchant' } = options;
  const core: Core = { state, events, faults, baseUrl, merchantName };
  const app = new Hono<Env>();
  const endpoints = [
    ...sessionEndpoints(core),
    ...refundEndpoints(core),
    ...catalogEndpoints(core),
    ...couponEndpoints(core),
    ...recordEndpoints(core, deliveries),
  ];
  const idempotency = openIdempotency(store, state);
  mountApi(app, endpoints, { secretKey, state, events, deliveries, faults, idempotency, log });
  mountPayPages(app, core, deliveries);
  app.route('/control/stripe', faultRoutes(faults));

  let timer: NodeJS.Timeout | undefined;
  return {
    app,
    faults,
    sessions: () => state.sessions.list(),
    decideDispute: (paymentIntentId, decision) => decideDispute(core, paymentIntentId, decision),
    endSlowPayments: () => endSlowPayments(core, Number.POSITIVE_INFINITY),
    start() {
      deliveries.start();
      timer = setInterval(() => {
        expireDueSessions(core);
        failDueRefunds(core);
        endSlowPayments(core, state.seconds());
      }, lookEveryMs);
    },
    async stop() {
      clearInterval(timer);
      await deliveries.stop();
    },
  };
}

function isSubscribed(subscribed: readonly string[] | undefined, type: string): boolean {
  if (!subscribed) return true;
  return subscribed.some((one) => one === type || (one.endsWith('.*') && type.startsWith(one.slice(0, -1))));
}

/** `t` is signed, so each attempt needs its own. */
function signatureOf(body: string, secret: string, at: Date): string {
  const t = Math.floor(at.getTime() / 1000);
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`;
}

import { createHmac } from 'node:crypto';
import { Hono } from 'hono';
import type { Env } from '#sandbox/answer-call.ts';
import { faultRoutes } from '#sandbox/control/fault-routes.ts';
import { type Log, openDeliveries } from '#sandbox/deliveries.ts';
import type { Endpoint } from '#sandbox/endpoint.ts';
import { type Faults, openFaults } from '#sandbox/faults.ts';
import type { Store } from '#sandbox/store.ts';
import { endpoint, mountApi } from './api.ts';
import { type Core, type Seller, type SquareFaultSettings, squareFaultSettings } from './core.ts';
import { type DisputeDecision, decideDispute, disputeEndpoints } from './disputes.ts';
import { openEvents } from './events.ts';
import { openIdempotency } from './idempotency.ts';
import { noParams } from './params.ts';
import { paymentEndpoints, tellDueFees } from './payments.ts';
import { refundEndpoints, settleDueRefunds } from './refunds.ts';
import { notFound } from './refusal.ts';
import { openState, type WirePayment } from './state.ts';
import { webRoutes } from './web/web-routes.ts';

/** The account, as in the site's settings. */
export interface SquareAccount extends Seller {
  readonly accessToken: string;
  readonly webhookSignatureKey: string;
  /** null: events are recorded, but have no receiver. What is signed includes this address. */
  readonly webhookUrl: string | null;
}

interface SquareSandboxOptions extends SquareAccount {
  readonly store: Store;
  readonly log: Log;
  /** Protocol time: stamps, life of tokens, retries. Real time unless a test moves it. */
  readonly protocolNow?: () => Date;
}

export interface SquareSandbox {
  readonly app: Hono<Env>;
  readonly faults: Faults<SquareFaultSettings>;
  /** Oldest first. */
  payments(): readonly WirePayment[];
  /** The bank decides the payment's dispute, closes its inquiry, or opens it again. */
  decideDispute(paymentId: string, decision: DisputeDecision): void;
  /** Starts delivering webhooks, including those left by an earlier run, and settling refunds. */
  start(): void;
  stop(): Promise<void>;
}

const lookEveryMs = 250;

/** Square's API and the script of its card form over real HTTP, for the unmodified SDK and for browsers. */
export function createSquareSandbox(options: SquareSandboxOptions): SquareSandbox {
  const { store, log, accessToken, protocolNow = () => new Date() } = options;
  const state = openState(store, protocolNow);
  const faults = openFaults<SquareFaultSettings>(store, 'square', squareFaultSettings, () =>
    settleDueRefunds(core),
  );
  const events = openEvents(store, state, (eventId) => deliveries.enqueue(eventId));
  const deliveries = openDeliveries({
    ...options,
    provider: 'square',
    protocolNow,
    faults,
    message(id) {
      const event = events.stored.get(id);
      return event && { type: event.type, body: JSON.stringify(event) };
    },
    sign: (body, url) => ({
      'x-square-hmacsha256-signature': signatureOf(body, url, options.webhookSignatureKey),
    }),
  });
  const core: Core = { state, events, faults, seller: options };
  const app = new Hono<Env>();
  const endpoints = [
    ...paymentEndpoints(core),
    ...refundEndpoints(core),
    ...disputeEndpoints(core),
    locationEndpoint(options),
  ];
  const idempotency = openIdempotency(store);
  const catchUp = () => {
    tellDueFees(core);
    settleDueRefunds(core);
  };
  mountApi(app, endpoints, { core, accessToken, deliveries, idempotency, catchUp, log });
  app.route('/control/square', faultRoutes(faults));
  app.route('/square', webRoutes(core));

  let timer: NodeJS.Timeout | undefined;
  return {
    app,
    faults,
    payments: () => state.payments.list(),
    decideDispute: (paymentId, decision) => decideDispute(core, paymentId, decision),
    start() {
      deliveries.start();
      timer = setInterval(catchUp, lookEveryMs);
    },
    async stop() {
      clearInterval(timer);
      await deliveries.stop();
    },
  };
}

function locationEndpoint({ locationId }: Seller): Endpoint {
  const location = { id: locationId, status: 'ACTIVE', currency: 'USD' };
  return endpoint('GET', '/v2/locations/:id', noParams, (_, id) => {
    if (id === locationId) return { location };
    throw notFound(`Location \`${id}\` not found.`, 'location_id');
  });
}

/** The address is part of what is signed. */
function signatureOf(body: string, url: string, key: string): string {
  return createHmac('sha256', key)
    .update(url + body)
    .digest('base64');
}

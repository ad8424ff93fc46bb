import * as z from 'zod';
import type { Deliveries } from '#sandbox/deliveries.ts';
import type { Endpoint } from '#sandbox/endpoint.ts';
import type { Collection } from '#sandbox/store.ts';
import { endpoint } from './api.ts';
import type { Core } from './core.ts';
import { pageOf, pagingParams } from './pages.ts';
import { list, noParams, text } from './params.ts';
import { noSuch } from './refusal.ts';

const listParams = pagingParams.extend({ payment_intent: text.optional() });

const eventListParams = pagingParams.extend({
  delivery_success: z.stringbool().optional(),
  types: list(text).optional(),
});

/** Where payments, their money and events are read. */
export function recordEndpoints(core: Core, deliveries: Deliveries): Endpoint[] {
  const { paymentIntents, charges, balanceTransactions, refunds, disputes } = core.state;
  return [
    ...readEndpoints('/v1/payment_intents', 'payment_intent', paymentIntents),
    ...readEndpoints('/v1/charges', 'charge', charges),
    ...readEndpoints('/v1/balance_transactions', 'balance_transaction', balanceTransactions),
    ...readEndpoints('/v1/refunds', 'refund', refunds),
    ...readEndpoints('/v1/disputes', 'dispute', disputes),
    eventsEndpoint(core, deliveries),
  ];
}

interface MoneyRecord {
  readonly id: string;
  readonly created: number;
  readonly payment_intent?: unknown;
}

function readEndpoints<T extends MoneyRecord>(
  path: string,
  noun: string,
  collection: Collection<T>,
): Endpoint[] {
  return [
    endpoint('GET', path, listParams, (query) => {
      const { payment_intent: intent } = query;
      return pageOf(collection.list(), query, path, (one) => !intent || one.payment_intent === intent);
    }),
    endpoint('GET', `${path}/:id`, noParams, (_, id) => {
      const found = collection.get(id);
      if (!found) throw noSuch(noun, id);
      return found;
    }),
  ];
}

function eventsEndpoint({ events }: Core, deliveries: Deliveries): Endpoint {
  const path = '/v1/events';
  return endpoint('GET', path, eventListParams, (query) => {
    const { types, delivery_success: delivered } = query;
    return pageOf(
      events.stored.list(),
      query,
      path,
      ({ id, type }) =>
        (types?.includes(type) ?? true) &&
        (delivered === undefined || deliveries.isPending(id) !== delivered),
    );
  });
}

import type { Deliveries } from '#sandbox/deliveries.ts';
import type { Collection } from '#sandbox/store.ts';
import { type Endpoint, endpoint } from './api.ts';
import type { Core } from './core.ts';
import { pageOf, pagingByTime } from './pages.ts';
import { flag, hash, list, text } from './params.ts';
import { noSuch } from './refusal.ts';

const eventListParams = hash({ ...pagingByTime, delivery_success: flag, types: list(text) });

/** Read-only objects: payment intents, charges, balance transactions and events. */
export function recordEndpoints(core: Core, deliveries: Deliveries): Endpoint[] {
  const { paymentIntents, charges, balanceTransactions } = core.state;
  return [
    ...readEndpoints('/v1/payment_intents', 'payment_intent', paymentIntents),
    ...readEndpoints('/v1/charges', 'charge', charges),
    ...readEndpoints('/v1/balance_transactions', 'balance_transaction', balanceTransactions),
    eventsEndpoint(core, deliveries),
  ];
}

function readEndpoints<T extends { readonly id: string; readonly created: number }>(
  path: string,
  noun: string,
  collection: Collection<T>,
): Endpoint[] {
  return [
    endpoint('GET', path, hash(pagingByTime), (query) => pageOf(collection.list(), query, path)),
    endpoint('GET', `${path}/:id`, hash({}), (_, id) => {
      const found = collection.get(id);
      if (!found) throw noSuch(noun, id);
      return found;
    }),
  ];
}

function eventsEndpoint({ events }: Core, deliveries: Deliveries): Endpoint {
  return endpoint('GET', '/v1/events', eventListParams, (params) => {
    const { types, delivery_success: delivered, ...paging } = params;
    const listed = events.stored
      .list()
      .filter((one) => !types || types.includes(one.type))
      .filter((one) => delivered === undefined || deliveries.isPending(one.id) !== delivered);
    const page = pageOf(listed, paging, '/v1/events');
    const isPending = (id: string) => (deliveries.isPending(id) ? 1 : 0);
    return { ...page, data: page.data.map((one) => ({ ...one, pending_webhooks: isPending(one.id) })) };
  });
}

import type Stripe from 'stripe';
import type { Deliveries } from '#sandbox/deliveries.ts';
import { type Endpoint, endpoint } from './api.ts';
import type { Core } from './core.ts';
import type { StoredEvent } from './events.ts';
import { pageOf, pagingByTime } from './pages.ts';
import { flag, hash, list, notSimulated, type ParamsOf, text } from './params.ts';
import { noSuch } from './refusal.ts';

const intentListParams = hash({
  ...pagingByTime,
  customer: notSimulated,
  customer_account: notSimulated,
} satisfies ParamsOf<Stripe.PaymentIntentListParams>);

const chargeListParams = hash({
  ...pagingByTime,
  customer: notSimulated,
  payment_intent: text,
  transfer_group: notSimulated,
} satisfies ParamsOf<Stripe.ChargeListParams>);

const balanceTransactionListParams = hash({
  ...pagingByTime,
  currency: text,
  payout: notSimulated,
  source: text,
  type: text,
} satisfies ParamsOf<Stripe.BalanceTransactionListParams>);

const eventListParams = hash({
  ...pagingByTime,
  delivery_success: flag,
  type: text,
  types: list(text),
} satisfies ParamsOf<Stripe.EventListParams>);

/** What one can only look at: payment intents, charges, fees, events, the account and its balance. */
export function recordEndpoints(core: Core, deliveries: Deliveries): Endpoint[] {
  const { paymentIntents, charges, balanceTransactions } = core.state;
  return [
    endpoint('GET', '/v1/payment_intents', intentListParams, (paging) =>
      pageOf(paymentIntents.list(), paging, '/v1/payment_intents'),
    ),
    endpoint('GET', '/v1/payment_intents/:id', hash({}), (_, id) =>
      found(paymentIntents.get(id), 'payment_intent', id),
    ),
    endpoint('GET', '/v1/charges', chargeListParams, ({ payment_intent: intent, ...paging }) => {
      const listed = charges.list().filter((one) => !intent || one.payment_intent === intent);
      return pageOf(listed, paging, '/v1/charges');
    }),
    endpoint('GET', '/v1/charges/:id', hash({}), (_, id) => found(charges.get(id), 'charge', id)),
    endpoint('GET', '/v1/balance_transactions', balanceTransactionListParams, (params) => {
      const { currency, source, type, ...paging } = params;
      const listed = balanceTransactions
        .list()
        .filter((one) => (!currency || one.currency === currency) && (!source || one.source === source))
        .filter((one) => !type || one.type === type);
      return pageOf(listed, paging, '/v1/balance_transactions');
    }),
    endpoint('GET', '/v1/balance_transactions/:id', hash({}), (_, id) =>
      found(balanceTransactions.get(id), 'balance_transaction', id),
    ),
    ...eventEndpoints(core, deliveries),
    endpoint('GET', '/v1/account', hash({}), () => account(core)),
    endpoint('GET', '/v1/balance', hash({}), () => balance(core)),
  ];
}

function eventEndpoints({ events }: Core, deliveries: Deliveries): Endpoint[] {
  const present = (event: StoredEvent) => ({
    ...event,
    pending_webhooks: deliveries.isPending(event.id) ? 1 : 0,
  });
  return [
    endpoint('GET', '/v1/events', eventListParams, (params) => {
      const { type, types, delivery_success: delivered, ...paging } = params;
      const listed = events.stored
        .list()
        .filter((one) => !type || matchesType(one.type, type))
        .filter((one) => !types || types.includes(one.type))
        .filter((one) => delivered === undefined || deliveries.isPending(one.id) !== delivered);
      const page = pageOf(listed, paging, '/v1/events');
      return { ...page, data: page.data.map(present) };
    }),
    endpoint('GET', '/v1/events/:id', hash({}), (_, id) =>
      present(found(events.stored.get(id), 'event', id)),
    ),
  ];
}

/** `charge.*` means a group of types. */
function matchesType(type: string, wanted: string): boolean {
  return wanted.endsWith('*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}

function found<T>(value: T | undefined, noun: string, id: string): T {
  if (value === undefined) throw noSuch(noun, id);
  return value;
}

function account({ merchantName }: Core): Stripe.Account {
  return {
    id: 'acct_sandbox',
    object: 'account',
    business_type: 'non_profit',
    charges_enabled: true,
    country: 'US',
    default_currency: 'usd',
    details_submitted: true,
    email: 'merchant@example.org',
    metadata: {},
    payouts_enabled: true,
    settings: null,
    company: { name: merchantName },
    type: 'standard',
  };
}

/** What was captured and not refunded or disputed, without fees. */
function balance({ state }: Core): Stripe.Balance {
  const sums = new Map<string, number>([['usd', 0]]);
  for (const {
    currency,
    amount_captured: captured,
    amount_refunded: refunded,
    disputed,
  } of state.charges.list()) {
    sums.set(currency, (sums.get(currency) ?? 0) + (disputed ? 0 : captured - refunded));
  }
  const available = [...sums].map(([currency, amount]) => ({
    amount,
    currency,
    source_types: { card: amount },
  }));
  const pending = [...sums.keys()].map((currency) => ({ amount: 0, currency, source_types: { card: 0 } }));
  return { object: 'balance', available, livemode: false, pending };
}

import type Stripe from 'stripe';
import type { Endpoint } from '#sandbox/endpoint.ts';
import { endpoint } from './api.ts';
import { buildPrice, buildProduct, findProduct } from './catalog.ts';
import type { Core } from './core.ts';
import { pageOf, pagingParams } from './pages.ts';
import { noParams } from './params.ts';
import { intentOf, saveIntent } from './payments.ts';
import { invalid, noSuch } from './refusal.ts';
import { buildSession } from './session-object.ts';
import { type CreateSession, createSessionParams, type LineItemParams } from './session-params.ts';
import type { Line } from './state.ts';

type Session = Stripe.Checkout.Session;

export function sessionEndpoints(core: Core): Endpoint[] {
  const path = '/v1/checkout/sessions';
  const { sessions } = core.state;
  return [
    endpoint('POST', path, createSessionParams, (params) => create(core, params)),
    endpoint('GET', path, pagingParams, (query) => {
      expireDueSessions(core);
      return pageOf(sessions.list(), query, path);
    }),
    endpoint('GET', `${path}/:id`, noParams, (_, id) => findSession(core, id)),
    endpoint('POST', `${path}/:id/expire`, noParams, (_, id) => expireByCall(core, id)),
  ];
}

/** The session now: it is expired first if it is due. */
export function findSession(core: Core, id: string): Session {
  const session = core.state.sessions.get(id);
  if (!session) throw noSuch('checkout.session', id, 'session');
  return isDue(core, session) ? expire(core, session) : session;
}

export function expireDueSessions(core: Core): void {
  for (const session of core.state.sessions.list()) {
    if (isDue(core, session)) expire(core, session);
  }
}

function create(core: Core, params: CreateSession): Session {
  const { customer_email: email } = params;
  if (email && core.faults.get().refuseEmails)
    throw invalid(`Invalid email address: ${email}`, 'email_invalid', 'customer_email');
  const lines = buildLines(core, params.line_items);
  const session = buildSession(core, params, lines);
  core.state.checkouts.put(session.id, { lines, intentData: params.payment_intent_data });
  core.state.sessions.put(session.id, session);
  return session;
}

function buildLines(core: Core, items: readonly LineItemParams[]): Line[] {
  return items.map(({ price_data: data, quantity }) => {
    const { name } = createInlinePrice(core, data);
    return { description: name, amount: data.unit_amount * quantity, currency: data.currency };
  });
}

/** The price is archived from the start, and so is a new product: only this page uses them. */
function createInlinePrice(core: Core, data: LineItemParams['price_data']): Stripe.Product {
  const { product: id = '', product_data: productData } = data;
  const product = productData
    ? buildProduct(core, { ...productData, active: false })
    : findProduct(core, id, 'line_items[0][price_data][product]');
  const price = buildPrice(core, { ...data, product: product.id, active: false });
  if (productData) core.state.products.put(product.id, product);
  core.state.prices.put(price.id, price);
  return product;
}

function expireByCall(core: Core, id: string): Session {
  const session = findSession(core, id);
  if (core.faults.get().refuseExpiring)
    throw invalid('This Checkout Session cannot be expired right now.', undefined, 'session');
  if (session.status === 'open') return expire(core, session);
  const why = `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of \`${session.status}\`.`;
  throw invalid(why, undefined, 'session');
}

function isDue({ state }: Core, session: Session): boolean {
  return session.status === 'open' && session.expires_at <= state.seconds();
}

function expire(core: Core, session: Session): Session {
  const expired: Session = { ...session, status: 'expired', url: null };
  core.state.sessions.put(session.id, expired);
  cancelIntent(core, session);
  core.events.record('checkout.session.expired', expired);
  return expired;
}

function cancelIntent(core: Core, session: Session): void {
  const intent = intentOf(core, session);
  if (!intent) return;
  const canceled = saveIntent(core, intent, {
    status: 'canceled',
    canceled_at: core.state.seconds(),
    cancellation_reason: 'automatic',
    next_action: null,
  });
  core.events.record('payment_intent.canceled', canceled);
}

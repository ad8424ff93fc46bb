import type { Order, Registration } from '#contract/orders.ts';
import { tokenizeCard } from '#test/sandbox/square-stand.ts';
import { billingData, checkout } from './factories.ts';
import type { Visitor } from './visitor.ts';
import type { World } from './world.ts';

/** A completed order as its buyer's page gets it. */
export interface Bought {
  readonly buyer: Visitor;
  /** The transaction id. */
  readonly key: string;
  readonly order: Order;
  readonly registrations: readonly (Registration & { readonly qrCodeData: string })[];
}

/** A new visitor buys and pays, by Stripe unless the body says otherwise. */
export async function buy(world: World, body: unknown = checkout()): Promise<Bought> {
  const buyer = world.visitor();
  const started = await buyer.post('/api/create-checkout-session', body);
  if (!started.ok) throw new Error(`cannot buy: ${await started.text()}`);
  const { url, transactionId: key } = (await started.json()) as { url: string; transactionId: string };
  const page = new URL(url, world.siteUrl);
  if (page.origin !== world.siteUrl) await world.pay(url);
  // A free order has nothing to pay.
  else if (page.searchParams.has('amount')) {
    const sourceId = await tokenizeCard(world.sandbox.url);
    const amount = Number(page.searchParams.get('amount'));
    await buyer.post('/api/square/process-payment', { sourceId, orderId: key, amount, billingData });
  }
  const bought = (await (await buyer.get(`/api/registrations/${key}`)).json()) as Omit<
    Bought,
    'buyer' | 'key'
  >;
  if (bought.order.paymentStatus !== 'completed') throw new Error(`order ${key} is not paid`);
  return { buyer, key, ...bought };
}

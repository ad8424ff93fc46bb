import type { Order, Registration } from '#contract/orders.ts';
import { eq } from '#server/db/drizzle.ts';
import { orders, paymentAttempts, qrCodes, registrations } from '#server/db/tables.ts';
import { settle } from '#server/payments/settle.ts';
import { currentCode } from '#server/tickets/ticket-codes.ts';
import { tokenizeCard } from '#test/sandbox/square-stand.ts';
import { billingData, checkout } from './factories.ts';
import type { Visitor } from './visitor.ts';
import type { World } from './world.ts';

/** A completed order as its buyer's page gets it. */
export interface Bought {
  readonly buyer: Visitor;
  readonly transactionId: string;
  readonly order: Order;
  readonly registrations: readonly (Registration & { readonly qrCodeData: string })[];
}

/** A new visitor buys and pays, by Stripe unless the body says otherwise. */
export async function buy(world: World, body: unknown = checkout()): Promise<Bought> {
  const buyer = world.visitor();
  const started = await buyer.post('/api/create-checkout-session', body);
  if (!started.ok) throw new Error(`cannot buy: ${await started.text()}`);
  const { url, transactionId } = (await started.json()) as { url: string; transactionId: string };
  const page = new URL(url, world.siteUrl);
  if (page.origin !== world.siteUrl) await world.pay(url);
  // A free order has nothing to pay.
  else if (page.searchParams.has('amount')) {
    const sourceId = await tokenizeCard(world.sandbox.url);
    const amount = Number(page.searchParams.get('amount'));
    await buyer.post('/api/square/process-payment', {
      sourceId,
      orderId: transactionId,
      amount,
      billingData,
    });
  }
  const bought = (await (await buyer.get(`/api/registrations/${transactionId}`)).json()) as Omit<
    Bought,
    'buyer' | 'transactionId'
  >;
  if (bought.order.paymentStatus !== 'completed') throw new Error(`order ${transactionId} is not paid`);
  return { buyer, transactionId, ...bought };
}

/** A paid order as it is stored. */
export interface PaidOrder {
  readonly buyer: Visitor;
  readonly transactionId: string;
  readonly orderId: number;
  readonly people: readonly (typeof registrations.$inferSelect & { readonly qrCodeData: string })[];
}

/**
 * Stores a new visitor's order as paid, without the provider's page, webhook and lookup: for tests of what comes later.
 * The provider knows no payment that it could refund.
 */
export async function storePaid(world: World, body: unknown): Promise<PaidOrder> {
  const { db } = world.database;
  const buyer = world.visitor();
  const started = await buyer.post('/api/create-checkout-session', body);
  if (!started.ok) throw new Error(`cannot buy: ${await started.text()}`);
  const { transactionId } = (await started.json()) as { transactionId: string };
  const [found] = await db
    .select({ attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(eq(orders.transactionId, transactionId));
  const { id: attemptId, orderId, provider, ref, amount, currency } = found!.attempt;
  const outcome = await settle(world.context(), {
    ...{ provider, ref: ref!, attemptId, orderId, moneyRef: `pi_${attemptId}`, state: 'paid' },
    ...{ captured: { minor: amount, currency }, livemode: false, page: null },
    ...{ customerRef: null, billing: null, failure: null },
  });
  if (outcome !== 'complete') throw new Error(`order ${transactionId} is not paid`);
  const people = await db
    .select({ person: registrations, qrCodeData: qrCodes.qrCodeData })
    .from(registrations)
    .innerJoin(qrCodes, currentCode(registrations.id))
    .where(eq(registrations.orderId, orderId))
    .orderBy(registrations.id);
  return {
    ...{ buyer, transactionId, orderId },
    people: people.map(({ person, qrCodeData }) => ({ ...person, qrCodeData })),
  };
}

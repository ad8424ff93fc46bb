import type { Order } from '#contract/orders.ts';
import { BILLING_KEY } from '../../pending-registration.ts';
import { sessionStore } from '../../storage.ts';
import type { BillingValues } from './billing-values.ts';

type Ordered = Pick<Order, 'transactionId' | 'organizerEmail'>;

/** Keeps what is typed for an order in this tab, so that a reload loses nothing. Never includes card data. */
export function saveBillingDraft(order: Ordered, values: BillingValues): void {
  const { transactionId: orderId, organizerEmail: buyer } = order;
  sessionStore.set(BILLING_KEY, JSON.stringify({ orderId, buyer, values }));
}

/**
 * The order's draft, on top of what is already known. From the same buyer's earlier order only the address, because
 * the name may have been corrected since. Somebody else in this tab must not see it.
 */
export function readBillingDraft(order: Ordered, known: BillingValues): BillingValues {
  const draft = sessionStore.getJson(BILLING_KEY) as {
    orderId: string;
    buyer: string;
    values: BillingValues;
  } | null;
  if (draft?.buyer !== order.organizerEmail) return known;
  const { email, firstName, lastName } = draft.orderId === order.transactionId ? draft.values : known;
  return { ...known, ...draft.values, email, firstName, lastName };
}

export function clearBillingDraft(): void {
  sessionStore.remove(BILLING_KEY);
}

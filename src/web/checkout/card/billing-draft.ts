import { sessionStore } from '../../storage.ts';
import type { BillingValues } from './billing-values.ts';

const KEY = 'billing-draft';

/** Keeps what is typed for one order in this tab, so that a reload loses nothing. Never includes card data. */
export function saveBillingDraft(orderId: string, values: BillingValues): void {
  sessionStore.set(KEY, JSON.stringify({ orderId, values }));
}

/** The order's draft, on top of what is already known. */
export function readBillingDraft(orderId: string, known: BillingValues): BillingValues {
  const draft = sessionStore.getJson(KEY) as {
    orderId: string;
    values: BillingValues;
  } | null;
  return draft?.orderId === orderId ? { ...known, ...draft.values } : known;
}

export function clearBillingDraft(): void {
  sessionStore.remove(KEY);
}

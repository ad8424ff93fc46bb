import { sessionStore } from '../../storage.ts';
import type { BillingValues } from './billing-values.ts';

const KEY = 'billing-draft';

/** Keeps in this tab what is typed for one order, so that a reload loses nothing. Cards are never part of it. */
export function saveBillingDraft(orderId: string, values: BillingValues): void {
  sessionStore.set(KEY, JSON.stringify({ orderId, values }));
}

/** What was typed for that order, on top of what is already known. */
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

import {
  encodePendingRegistration,
  type PendingRegistration,
  pendingRegistration,
} from '#contract/checkout.ts';
import { sessionStore } from './storage.ts';

const KEY = 'pending-registration';
/** What was typed into the form, for this tab. */
export const DRAFT_KEY = 'registration-draft';
/** The billing address typed into the card form, for this tab. */
export const BILLING_KEY = 'billing-draft';

/**
 * The order that the pending registration became, as the server has said. None once the form was sent again, whose
 * details may differ from the order's.
 */
export const ORDER_KEY = 'registration-order';

/** Kept for this tab between the form and the summary. */
export function savePendingRegistration(pending: PendingRegistration): void {
  sessionStore.set(KEY, JSON.stringify(encodePendingRegistration(pending)));
}

/** Null if there is none or it can't be read. */
export function readPendingRegistration(): PendingRegistration | null {
  const parsed = pendingRegistration.safeParse(sessionStore.getJson(KEY));
  return parsed.success ? parsed.data : null;
}

export function clearPendingRegistration(): void {
  sessionStore.remove(KEY);
}

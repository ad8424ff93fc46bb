import { type PendingRegistration, pendingRegistration } from '#contract/checkout.ts';

const KEY = 'pending-registration';

/** Kept in session storage between the form and the summary. */
export function savePendingRegistration(pending: PendingRegistration): void {
  sessionStorage.setItem(KEY, JSON.stringify(pending));
}

/** Null when there is none or it cannot be read. */
export function readPendingRegistration(): PendingRegistration | null {
  try {
    const parsed = pendingRegistration.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

export function clearPendingRegistration(): void {
  sessionStorage.removeItem(KEY);
}

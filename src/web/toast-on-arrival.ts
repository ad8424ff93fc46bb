import { sessionStore } from './storage.ts';
import { type ToastMessage, toast } from './ui/toast-store.ts';

const KEY = 'toast-on-arrival';

/** Leaves a message for the next page: a full page load discards visible toasts. */
export function leaveToast(message: ToastMessage): void {
  sessionStore.set(KEY, JSON.stringify(message));
}

/** Shows what `leaveToast` left, once. Called by each page when it is ready. */
export function showToastOnArrival(): void {
  const message = sessionStore.getJson(KEY) as ToastMessage | null;
  if (!message) return;
  sessionStore.remove(KEY);
  toast(message);
}

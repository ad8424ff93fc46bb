import { type ToastMessage, toast } from './ui/toast-store.ts';

const KEY = 'toast-on-arrival';

/** Leaves a message for the page that is loaded next: a full page load forgets the toasts in sight. */
export function leaveToast(message: ToastMessage): void {
  sessionStorage.setItem(KEY, JSON.stringify(message));
}

/** Shows what `leaveToast` left, once. Called by each page when it is ready. */
export function showToastOnArrival(): void {
  const text = sessionStorage.getItem(KEY);
  if (!text) return;
  sessionStorage.removeItem(KEY);
  toast(JSON.parse(text) as ToastMessage);
}

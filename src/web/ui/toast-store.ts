export type ToastMessage = { title: string; description?: string; tone?: 'info' | 'ok' | 'error' };

export type ToastEntry = ToastMessage & { id: number; open: boolean };

/** How many toasts exist at a time. */
export const toastLimit = 1;
/** Milliseconds a toast stays visible. */
export const toastDuration = 5000;
/** Milliseconds from its dismissal until a toast is removed. */
export const toastRemovalDelay = 1_000_000;
/** Pixels of a swipe to the right that dismiss it. */
export const toastSwipeThreshold = 50;
/** Key that moves the focus to the toast. */
export const toastHotkey = 'F8';

let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();
const removals = new Map<number, ReturnType<typeof setTimeout>>();

/** Shows a message, replacing any visible one. Never the only place for an error. Returns its id. */
export function toast(message: ToastMessage): number {
  lastId += 1;
  const id = lastId;
  publish([{ ...message, id, open: true }, ...entries].slice(0, toastLimit));
  return id;
}

/** Closes a toast; it stays in the store, closed, until the removal delay is over or another replaces it. */
export function dismissToast(id: number): void {
  if (!entries.some((entry) => entry.id === id && entry.open)) return;
  removals.set(
    id,
    setTimeout(() => publish(entries.filter((entry) => entry.id !== id)), toastRemovalDelay),
  );
  publish(entries.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)));
}

export function getToasts(): readonly ToastEntry[] {
  return entries;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function publish(next: readonly ToastEntry[]) {
  entries = next;
  forgetTimersOfGone();
  for (const listener of listeners) listener();
}

function forgetTimersOfGone() {
  for (const [id, timer] of removals) {
    if (entries.some((entry) => entry.id === id)) continue;
    clearTimeout(timer);
    removals.delete(id);
  }
}

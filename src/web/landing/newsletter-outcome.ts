import { newsletter } from '#content/newsletter.ts';
import { ApiError } from '../api.ts';
import type { ToastMessage } from '../ui/toast-store.ts';

/** The outcome of a signup. */
export type Outcome =
  | { readonly kind: 'subscribed'; readonly toast: ToastMessage }
  | { readonly kind: 'invalid'; readonly errors: Readonly<Record<string, string>> }
  | { readonly kind: 'failed'; readonly message: string };

/** The outcome of a refused call: an email already on the list counts as subscribed. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'failed', message: newsletter.failed.message };
  if (error.status === 409) {
    const { title, message } = newsletter.alreadySubscribed;
    return { kind: 'subscribed', toast: { title, description: message, tone: 'info' } };
  }
  if (Object.keys(error.fields).length > 0) return { kind: 'invalid', errors: error.fields };
  const isUnexplained = error.code === 'unreachable' && navigator.onLine;
  const sentence = isUnexplained ? null : error.ownSentence;
  return { kind: 'failed', message: sentence ?? newsletter.failed.message };
}

import { newsletter } from '#content/newsletter.ts';
import { ApiError } from '../api.ts';
import type { ToastMessage } from '../ui/toast-store.ts';

/** How a try to sign up ended. */
export type Outcome =
  | { readonly kind: 'subscribed'; readonly toast: ToastMessage }
  | { readonly kind: 'invalid'; readonly errors: Readonly<Record<string, string>> }
  | { readonly kind: 'failed'; readonly message: string };

/** What the refusal of a call means: an email that is on the list already is subscribed. */
export function outcomeOf(error: unknown): Outcome {
  if (!(error instanceof ApiError)) return { kind: 'failed', message: newsletter.failed.message };
  if (error.status === 409) {
    const { title, message } = newsletter.alreadySubscribed;
    return { kind: 'subscribed', toast: { title, description: message, tone: 'info' } };
  }
  if (Object.keys(error.fields).length > 0) return { kind: 'invalid', errors: error.fields };
  const sentence = error.code === 'unreachable' ? null : error.ownSentence;
  return { kind: 'failed', message: sentence ?? newsletter.failed.message };
}

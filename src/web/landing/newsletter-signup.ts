import { newsletter } from '#content/newsletter.ts';
import { newsletterSignup, signUpForNewsletter } from '#contract/newsletter.ts';
import { ApiError, call } from '../api.ts';
import type { ToastMessage } from '../ui/toast-store.ts';

export type Outcome =
  | { readonly kind: 'subscribed'; readonly toast: ToastMessage }
  | { readonly kind: 'invalid'; readonly errors: Readonly<Record<string, string>> }
  | { readonly kind: 'failed'; readonly message: string };

/** Signs up with the form's values. Loaded when the form is first touched, because it includes the schema. */
export async function signUp(values: Readonly<Record<string, unknown>>): Promise<Outcome> {
  const parsed = newsletterSignup.safeParse(values);
  if (!parsed.success) {
    const errors: Record<string, string> = {};
    for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message;
    return { kind: 'invalid', errors };
  }
  try {
    const response = await call(signUpForNewsletter, { body: parsed.data });
    if (!response.ok || !response.success) {
      return { kind: 'failed', message: response.message || newsletter.failed.message };
    }
    const { title, message } = newsletter.welcome;
    return { kind: 'subscribed', toast: { title, description: response.message || message, tone: 'ok' } };
  } catch (error) {
    return outcomeOf(error);
  }
}

/** The outcome of a refused call: an email already on the list counts as subscribed. */
function outcomeOf(error: unknown): Outcome {
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

import { newsletter } from '#content/newsletter.ts';
import { newsletterSignup, signUpForNewsletter } from '#contract/newsletter.ts';
import { call } from '../api.ts';
import { type Outcome, outcomeOf } from './newsletter-outcome.ts';

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

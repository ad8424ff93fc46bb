import type { Context as HonoContext } from 'hono';
import { newsletter } from '#content/newsletter.ts';
import { ERRORS } from '#contract/errors.ts';
import { newsletterSignup } from '#contract/newsletter.ts';
import { isDatabaseDown } from '../db/open-database.ts';
import { Refusal } from '../errors.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { readBody } from '../http/read-json.ts';
import { formPage, STYLE_HASH, thanksPage } from './form-page.ts';
import { signUp } from './sign-up.ts';

/** Responds to a plain form post with a page: thanks, or the form with its input and errors. */
export async function answerForm(c: HonoContext<HttpEnv>): Promise<Response> {
  const ctx = c.get('ctx');
  const { name: eventName } = ctx.content.event;
  const typed = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(await readBody(c.req.raw))));
  c.get('allowStyles')([STYLE_HASH]);

  const parsed = newsletterSignup.safeParse(typed);
  if (!parsed.success) {
    const errors: Record<string, string> = {};
    for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message;
    return c.html(formPage({ eventName, typed, errors, failure: errors.source ?? null }), 400);
  }
  try {
    await signUp(ctx, parsed.data);
    return c.html(thanksPage(eventName, newsletter.thanks.title, newsletter.thanks.text));
  } catch (error) {
    const refusal = isDatabaseDown(error) ? new Refusal('unavailable', { cause: error }) : error;
    if (!(refusal instanceof Refusal)) throw error;
    const status = ERRORS[refusal.code];
    if (refusal.code === 'already_subscribed') {
      return c.html(thanksPage(eventName, newsletter.alreadySubscribed.title, refusal.message), status);
    }
    return c.html(formPage({ eventName, typed, errors: {}, failure: refusal.message }), status);
  }
}

import type { Context as HonoContext } from 'hono';
import { html } from 'hono/html';
import { newsletter } from '#content/newsletter.ts';
import { ERRORS } from '#contract/errors.ts';
import { newsletterSignup, signUpForNewsletter } from '#contract/newsletter.ts';
import { paths } from '#contract/paths.ts';
import { isDatabaseDown } from '../db/open-database.ts';
import { Refusal } from '../errors.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { framedPage, type Message } from '../http/message-page.ts';
import { readBody } from '../http/read-json.ts';
import { signUp } from './sign-up.ts';

/** Responds to a plain form post with a page: thanks, or the form with its input and errors. */
export async function answerForm(c: HonoContext<HttpEnv>): Promise<Response> {
  const ctx = c.get('ctx');
  const { name: eventName } = ctx.content.event;
  const typed = Object.fromEntries(new URLSearchParams(new TextDecoder().decode(await readBody(c.req.raw))));

  const parsed = newsletterSignup.safeParse(typed);
  if (!parsed.success) {
    const errors: Record<string, string> = {};
    for (const { path, message } of parsed.error.issues) errors[String(path[0])] ??= message;
    return formPage(c, 400, { eventName, typed, errors, failure: errors.source ?? null });
  }
  try {
    await signUp(ctx, parsed.data);
    return thanksPage(c, 200, eventName, newsletter.thanks);
  } catch (error) {
    const refusal = isDatabaseDown(error) ? new Refusal('unavailable', { cause: error }) : error;
    if (!(refusal instanceof Refusal)) throw error;
    const status = ERRORS[refusal.code];
    if (refusal.code === 'already_subscribed') {
      const { title } = newsletter.alreadySubscribed;
      return thanksPage(c, status, eventName, { title, text: refusal.message });
    }
    return formPage(c, status, { eventName, typed, errors: {}, failure: refusal.message });
  }
}

type Page = ReturnType<typeof html>;

interface FormState {
  readonly eventName: string;
  /** The posted fields, unchecked. */
  readonly typed: Readonly<Record<string, string>>;
  /** Field → sentence. */
  readonly errors: Readonly<Record<string, string>>;
  /** Why a valid form was refused. */
  readonly failure: string | null;
}

/** The form as its own page, with the input and its errors. */
function formPage(
  c: HonoContext<HttpEnv>,
  status: Message['status'],
  { eventName, typed, errors, failure }: FormState,
) {
  const shown = FIELDS.flatMap(({ name }) => (errors[name] ? [{ name, message: errors[name] }] : []));
  const hasProblem = shown.length > 0 || failure !== null;
  const title = `${hasProblem ? 'Error: ' : ''}${newsletter.title} - ${eventName}`;
  return framedPage(c, status, {
    title,
    main: html`<h1>${newsletter.title}</h1>
      <p>${newsletter.intro}</p>
      ${hasProblem ? problemBox(failure, shown) : ''}
      <form method="post" action="${signUpForNewsletter.path}">
        <input type="hidden" name="source" value="${typed.source ?? 'hero'}" />
        ${FIELDS.map((field) => fieldRow(field, typed[field.name] ?? '', errors[field.name]))}
        <p>${newsletter.consent} <a href="${paths.privacy}">How we handle your data</a></p>
        <button>${newsletter.submit}</button>
      </form>`,
  });
}

/** What the page says once the email is on the list. */
function thanksPage(
  c: HonoContext<HttpEnv>,
  status: Message['status'] | 200,
  eventName: string,
  { title, text }: { title: string; text: string },
) {
  return framedPage(c, status, {
    title: `${title} - ${eventName}`,
    main: html`<h1>${title}</h1>
      <p>${text}</p>
      <p><a class="main" href="${paths.home}">Go to the home page</a></p>`,
  });
}

const FIELDS = [
  { name: 'firstName', label: 'First name', type: 'text', autocomplete: 'given-name', required: true },
  { name: 'lastName', label: 'Last name', type: 'text', autocomplete: 'family-name', required: true },
  { name: 'email', label: 'Email', type: 'email', autocomplete: 'email', required: true },
  {
    name: 'organization',
    label: 'Organization (optional)',
    type: 'text',
    autocomplete: 'organization',
    required: false,
  },
];

function problemBox(failure: string | null, errors: readonly { name: string; message: string }[]): Page {
  return html`<div role="alert">
    <strong>${failure === null ? 'There is a problem' : newsletter.failed.title}</strong>
    ${failure ?? html`<ul>${errors.map(({ name, message }) => html`<li><a href="#${name}">${message}</a></li>`)}</ul>`}
  </div>`;
}

function fieldRow(field: (typeof FIELDS)[number], value: string, error: string | undefined): Page {
  const { name, label, type, autocomplete, required } = field;
  const described = error ? html` aria-invalid="true" aria-describedby="${name}-error"` : '';
  return html`<label for="${name}">${label}</label>
    ${error ? html`<p class="error" id="${name}-error">Error: ${error}</p>` : ''}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value}"
      autocomplete="${autocomplete}"
      ${required ? 'required' : ''}${described}
    />`;
}

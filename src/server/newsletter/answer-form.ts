import type { Context as HonoContext } from 'hono';
import { html, raw } from 'hono/html';
import { newsletter } from '#content/newsletter.ts';
import { ERRORS } from '#contract/errors.ts';
import { newsletterSignup, signUpForNewsletter } from '#contract/newsletter.ts';
import { paths } from '#contract/paths.ts';
import { isDatabaseDown } from '../db/open-database.ts';
import { Refusal } from '../errors.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { readBody } from '../http/read-json.ts';
import { styleHash } from '../http/security-headers.ts';
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
function formPage({ eventName, typed, errors, failure }: FormState): Page {
  const shown = FIELDS.flatMap(({ name }) => (errors[name] ? [{ name, message: errors[name] }] : []));
  const hasProblem = shown.length > 0 || failure !== null;
  const title = `${hasProblem ? 'Error: ' : ''}${newsletter.title} - ${eventName}`;
  return frame(
    title,
    html`<h1>${newsletter.title}</h1>
      <p>${newsletter.intro}</p>
      ${hasProblem ? problemBox(failure, shown) : ''}
      <form method="post" action="${signUpForNewsletter.path}">
        <input type="hidden" name="source" value="${typed.source ?? 'hero'}" />
        ${FIELDS.map((field) => fieldRow(field, typed[field.name] ?? '', errors[field.name]))}
        <p class="small">${newsletter.consent} <a href="${paths.privacy}">How we treat your data</a></p>
        <button>${newsletter.submit}</button>
      </form>`,
  );
}

/** What the page says once the email is on the list. */
function thanksPage(eventName: string, title: string, text: string): Page {
  return frame(
    `${title} - ${eventName}`,
    html`<h1>${title}</h1>
      <p>${text}</p>
      <p><a class="main" href="${paths.home}">Go to the home page</a></p>`,
  );
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
  return html`<div class="problem" role="alert">
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

function frame(title: string, content: Page): Page {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>${raw(STYLE)}</style>
      </head>
      <body>
        ${raw(SUNRISE)}
        <main>${content}</main>
      </body>
    </html>`;
}

const SUNRISE =
  '<svg viewBox="0 0 400 200" aria-hidden="true"><circle cx="200" cy="200" r="190" fill="#173657"/><circle cx="200" cy="200" r="142" fill="#dcd6f7"/><circle cx="200" cy="200" r="96" fill="#ff8e72"/><circle cx="200" cy="200" r="52" fill="#ffc84a"/></svg>';

const STYLE = [
  '*{box-sizing:border-box}',
  'body{margin:0;min-height:100vh;padding:32px 20px;background:#10243e;color:#10243e;font:1.0625rem/1.55 "Atkinson Hyperlegible Next",system-ui,sans-serif}',
  'svg{display:block;width:min(100%,280px);margin:0 auto}',
  'main{max-width:35rem;margin:0 auto;padding:clamp(24px,6vw,40px);border-radius:20px;background:#fff}',
  'h1{margin:0 0 12px;font-size:2rem;line-height:1.08;letter-spacing:-.025em;text-wrap:balance}',
  'p{margin:0 0 16px;color:#3d4f66}',
  '.small{margin-top:20px;font-size:.9375rem}',
  'label{display:block;margin:16px 0 6px;font-weight:600}',
  'input{width:100%;height:48px;padding:0 14px;border:1.5px solid #6f8289;border-radius:12px;background:#fff;color:inherit;font:inherit}',
  'input[aria-invalid]{border:2px solid #a3211a}',
  '.error{margin:0 0 6px;color:#a3211a;font-size:.9375rem;font-weight:600}',
  '.problem{margin:0 0 20px;padding:16px 20px;border:3px solid #a3211a;border-radius:14px}',
  '.problem strong{display:block}',
  '.problem ul{margin:8px 0 0;padding:0;list-style:none}',
  '.problem a{color:#a3211a;font-weight:600}',
  'button,.main{display:inline-block;min-height:54px;padding:13px 26px;border:0;border-radius:14px;background:#ffc84a;color:#10243e;font:inherit;font-weight:600;text-decoration:none;cursor:pointer}',
  ':focus-visible{outline:3px solid #5b4bb5;outline-offset:2px}',
].join('');

/** For the page's content security policy, which must allow the style element above. */
const STYLE_HASH = styleHash(STYLE);

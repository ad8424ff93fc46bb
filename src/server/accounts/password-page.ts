import type { Context as HonoContext } from 'hono';
import { html } from 'hono/html';
import { PROGRAM_PATHS } from '#contract/paths.ts';
import { PASSWORD_WORDS as WORDS } from '#contract/words/sign-in.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { framedPage } from '../http/message-page.ts';

/** The form for staff who have a password; it works without JavaScript. `failure` is why the last try was refused. */
export function passwordPage(
  c: HonoContext<HttpEnv>,
  status: 200 | 403 | 429,
  { email, returnTo, failure }: { email: string; returnTo: string; failure: string | null },
) {
  const title = failure ? `Error: ${WORDS.title}` : WORDS.title;
  return framedPage(c, status, {
    title,
    main: html`<h1>${WORDS.title}</h1>
      <p>${WORDS.text}</p>
      ${failure ? html`<p role="alert" id="failure">${failure}</p>` : ''}
      <form method="post" action="${PROGRAM_PATHS.passwordLogin}">
        <input type="hidden" name="returnTo" value="${returnTo}" />
        <label for="email">${WORDS.email}</label>
        <input id="email" name="email" type="email" autocomplete="username" required value="${email}" />
        <label for="password">${WORDS.password}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="current-password"
          required
          ${failure ? html`autofocus aria-describedby="failure"` : ''}
        />
        <button>${WORDS.submit}</button>
      </form>`,
  });
}

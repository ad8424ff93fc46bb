import { html, raw } from 'hono/html';
import { PROGRAM_PATHS } from '#contract/paths.ts';
import { PASSWORD_WORDS as WORDS } from '#contract/words/sign-in.ts';

export interface SignInPage {
  readonly title: string;
  readonly text: string;
  readonly actions: readonly { readonly label: string; readonly href: string }[];
}

/** A small page after a failed sign-in: what happened, and what to do next. */
export function signInPage(page: SignInPage) {
  const links = page.actions.map(
    ({ label, href }, index) => html`<a class="${index === 0 ? 'main' : ''}" href="${href}">${label}</a> `,
  );
  return framePage(
    page.title,
    html`<h1>${page.title}</h1>
      <p>${page.text}</p>
      <p>${links}</p>`,
  );
}

/** The form for staff who have a password; it works without JavaScript. `failure` is why the last try was refused. */
export function passwordPage({
  email,
  returnTo,
  failure,
}: {
  email: string;
  returnTo: string;
  failure: string | null;
}) {
  const title = failure ? `Error: ${WORDS.title}` : WORDS.title;
  return framePage(
    title,
    html`<h1>${WORDS.title}</h1>
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
  );
}

/** A page of the sign-in. It needs no file of the site, so it works while most of the site doesn't. */
function framePage(title: string, main: ReturnType<typeof html>) {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>${raw(STYLE)}</style>
      </head>
      <body>
        <main>${main}</main>
      </body>
    </html>`;
}

export const STYLE = `body{margin:0;min-height:100vh;display:grid;place-items:center;background:#10243e;color:#fff;font:1.06rem/1.55 system-ui,sans-serif}main{max-width:32rem;padding:2rem}h1{font-size:2rem;line-height:1.1;letter-spacing:-.02em;margin:0 0 1rem}a{display:inline-block;margin:.5rem .75rem 0 0;padding:.7rem 1.2rem;border:2px solid #6f8289;border-radius:14px;color:inherit;font-weight:600;text-decoration:none}a.main{background:#ffc84a;border-color:#ffc84a;color:#10243e}label{display:block;margin:1rem 0 .3rem}input{box-sizing:border-box;width:100%;min-height:2.75rem;padding:.5rem .8rem;border:2px solid #6f8289;border-radius:10px;background:#fff;color:#10243e;font:inherit}button{margin-top:1.25rem;padding:.7rem 1.2rem;border:0;border-radius:14px;background:#ffc84a;color:#10243e;font:inherit;font-weight:600}[role=alert]{padding:.7rem 1rem;border-left:4px solid #ffc84a;background:#1d3557}:is(a,input,button):focus-visible{outline:3px solid #ffc84a;outline-offset:3px}`;

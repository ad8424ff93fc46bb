import type { Context as HonoContext } from 'hono';
import { html, raw } from 'hono/html';
import type { ERRORS, ErrorCode } from '#contract/errors.ts';
import type { HttpEnv } from './http-env.ts';
import { styleHash } from './security-headers.ts';

export interface Message {
  readonly status: (typeof ERRORS)[ErrorCode];
  readonly title: string;
  readonly text: string;
  readonly actions: readonly { readonly label: string; readonly href: string }[];
}

/** Whether a person is waiting for the response, not a script or another program. */
export function wantsPage(c: HonoContext<HttpEnv>): boolean {
  return c.req.header('accept')?.includes('text/html') ?? false;
}

/** A small page for a browser whose request was refused or failed: what happened, and what to do next. */
export function messagePage(c: HonoContext<HttpEnv>, { status, title, text, actions }: Message) {
  const links = actions.map(
    ({ label, href }, index) => html`<a class="${index === 0 ? 'main' : ''}" href="${href}">${label}</a> `,
  );
  const main = html`<h1>${title}</h1>
      <p>${text}</p>
      <p>${links}</p>`;
  if (status === 503) c.header('retry-after', '5');
  return framedPage(c, status, { title, main });
}

/** A page that needs no file of the site, so it works while most of the site doesn't. */
export function framedPage(
  c: HonoContext<HttpEnv>,
  status: Message['status'] | 200,
  { title, main }: { title: string; main: ReturnType<typeof html> },
) {
  c.get('allowStyles')([STYLE_HASH]);
  const page = html`<!doctype html>
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
  return c.html(page, status);
}

const STYLE = `body{margin:0;min-height:100vh;display:grid;place-items:center;background:#10243e;color:#fff;font:1.06rem/1.55 system-ui,sans-serif}main{max-width:32rem;padding:2rem}h1{font-size:2rem;line-height:1.1;letter-spacing:-.02em;margin:0 0 1rem}a{display:inline-block;margin:.5rem .75rem 0 0;padding:.7rem 1.2rem;border:2px solid #6f8289;border-radius:14px;color:inherit;font-weight:600;text-decoration:none}a.main{background:#ffc84a;border-color:#ffc84a;color:#10243e}label{display:block;margin:1rem 0 .3rem}input{box-sizing:border-box;width:100%;min-height:2.75rem;padding:.5rem .8rem;border:2px solid #6f8289;border-radius:10px;background:#fff;color:#10243e;font:inherit}button{margin-top:1.25rem;padding:.7rem 1.2rem;border:0;border-radius:14px;background:#ffc84a;color:#10243e;font:inherit;font-weight:600}[role=alert]{padding:.7rem 1rem;border-left:4px solid #ffc84a;background:#1d3557}[role=alert] strong{display:block}ul{margin:.5rem 0 0;padding:0;list-style:none}:is(li,form p) a{margin:0;padding:0;border:0;text-decoration:underline}.error{margin:0 0 .3rem;color:#ff8e72;font-weight:600}input[aria-invalid]{border-color:#ff8e72}:is(a,input,button):focus-visible{outline:3px solid #ffc84a;outline-offset:3px}`;

const STYLE_HASH = styleHash(STYLE);

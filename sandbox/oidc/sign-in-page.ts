import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { InteractionResults, Provider } from 'oidc-provider';
import { renderPage } from '../page.ts';
import { type Person, samplePeople } from './people.ts';
import { subjectOf } from './provider.ts';

/** The page on which people choose who they are: one button per person, no password. */
export function signInPages(provider: Provider): Hono<{ Bindings: HttpBindings }> {
  const pages = new Hono<{ Bindings: HttpBindings }>();

  pages.get('/interaction/:uid', async (c) => {
    const { params } = await provider.interactionDetails(c.env.incoming, c.env.outgoing);
    return c.html(choicePage(String(params.client_id)));
  });

  pages.post('/interaction/:uid', async (c) => {
    const form = await c.req.parseBody();
    const person = samplePeople.find(({ email }) => email === form.email);
    const next = await provider.interactionResult(
      c.env.incoming,
      c.env.outgoing,
      person ? answerAs(person) : cancelled,
      { mergeWithLastSubmission: false },
    );
    return c.redirect(next, 303);
  });

  pages.onError((error, c) => {
    if (error.name !== 'SessionNotFound') throw error;
    const why = 'This sign-in is no longer open. Start again from the site.';
    const main = html`<h1>Sign in</h1><p class="error">${why}</p>`;
    return c.html(renderPage({ title: 'Sign in', main }), 400);
  });
  return pages;
}

/** Satisfies every prompt at once, so that no second one follows. */
function answerAs(person: Person): InteractionResults {
  return { login: { accountId: subjectOf(person), remember: false }, consent: {} };
}

const cancelled: InteractionResults = { error: 'access_denied', error_description: 'Sign-in was canceled.' };

function choicePage(clientId: string): string {
  return renderPage({
    title: 'Sign in',
    main: html`<h1>Sign in</h1>
<p>Choose who you are for <strong>${clientId}</strong>. There is no password.</p>
<form method="post">
<ul class="plain people">${samplePeople.map(
      (person) => html`<li><button name="email" value="${person.email}">
<strong>${person.name}</strong> <span>${person.email}</span>${
        person.emailVerified === false && html` <em>email not verified</em>`
      }</button></li>`,
    )}</ul>
<button name="cancel" value="1">Cancel</button>
</form>
<style>
.people { margin: 16px 0 }
.people button { width: 100%; max-width: 520px; margin-bottom: 8px; padding: 12px 16px; text-align: left; color: inherit; font-weight: 400 }
.people strong, .people span { display: block; overflow-wrap: anywhere }
.people em { color: #7A4F00; font-size: 15px; font-style: normal }
</style>`,
  });
}

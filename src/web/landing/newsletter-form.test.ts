import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newsletter } from '#content/newsletter.ts';
import { NEWSLETTER_SOURCES, signUpForNewsletter } from '#contract/newsletter.ts';
import { findByProp } from '#test/elements.ts';
import { mount } from '#test/mount.ts';
import { NewsletterForm } from './newsletter-form.tsx';

let showAgain = () => {};
vi.mock('../use-when-shown-again.ts', () => ({
  useWhenShownAgain: (act: () => void) => {
    showAgain = act;
  },
}));

let signUp: typeof import('./newsletter-signup.ts').signUp;
beforeAll(async () => {
  const boot = { textContent: JSON.stringify({ now: '2025-10-01T16:00:00Z' }) };
  vi.stubGlobal('document', { getElementById: () => boot });
  ({ signUp } = await import('./newsletter-signup.ts'));
});
afterAll(() => vi.unstubAllGlobals());

const jane = {
  email: 'jane@example.org',
  firstName: 'Jane',
  lastName: 'Sample',
  organization: '',
  source: 'footer',
};

/** The next response; a text means a network error with that message. */
function serverResponds(response: Response | string) {
  vi.stubGlobal('fetch', async () => {
    if (typeof response === 'string') throw new TypeError(response);
    return response;
  });
}

test.each(NEWSLETTER_SOURCES)(
  'the server-rendered form of %s posts to the call without a script',
  (source) => {
    const page = renderToString(createElement(NewsletterForm, { source }));
    const form = /<form[^>]*>/.exec(page)![0];
    expect({
      method: /method="([^"]*)"/.exec(form)?.[1]?.toUpperCase(),
      action: /action="([^"]*)"/.exec(form)?.[1],
      names: [...page.matchAll(/ name="([^"]*)"/g)].map((match) => match[1]),
      source: /name="source" value="([^"]*)"/.exec(page)?.[1],
      labelled: [...page.matchAll(/<label for="([^"]*)"/g)].map((match) =>
        page.includes(` id="${match[1]}"`),
      ),
      anchor: page.includes(` id="newsletter-signup-${source}"`),
    }).toEqual({
      method: signUpForNewsletter.method,
      action: signUpForNewsletter.path,
      names: ['source', 'firstName', 'lastName', 'email', 'organization'],
      source,
      labelled: [true, true, true, true],
      anchor: true,
    });
  },
);

test('a signup shows the server’s sentence', async () => {
  serverResponds(Response.json({ ok: true, success: true, message: 'You are signed up for 2026.' }));
  expect(await signUp(jane)).toEqual({
    kind: 'subscribed',
    toast: { title: 'Welcome aboard!', description: 'You are signed up for 2026.', tone: 'ok' },
  });
});

test('an existing signup counts as subscribed', async () => {
  serverResponds(Response.json({ code: 'already_subscribed', message: 'whatever' }, { status: 409 }));
  expect(await signUp(jane)).toEqual({
    kind: 'subscribed',
    toast: {
      title: 'Already Subscribed',
      description: 'This email is already signed up for newsletter updates.',
      tone: 'info',
    },
  });
});

test('missing fields are reported before anything is sent', async () => {
  serverResponds('nothing is sent');
  expect(await signUp({ ...jane, firstName: ' ', lastName: '', email: 'jane@' })).toEqual({
    kind: 'invalid',
    errors: {
      firstName: 'First name is required',
      lastName: 'Last name is required',
      email: 'Valid email is required',
    },
  });
});

test('a server-side error is shown at its field', async () => {
  const body = { code: 'invalid', message: 'No.', fields: { email: 'Not this one' } };
  serverResponds(Response.json(body, { status: 400 }));
  expect(await signUp(jane)).toEqual({ kind: 'invalid', errors: { email: 'Not this one' } });
});

test.each([
  [
    'the server says why',
    Response.json({ code: 'too_many_requests', message: 'Wait "a" minute.' }, { status: 429 }),
    'Wait "a" minute.',
  ],
  [
    'a proxy responds',
    new Response('<h1>Bad gateway</h1>', { status: 502 }),
    'Unable to sign up for newsletter. Please try again.',
  ],
  ['there is no response', 'no route', 'Unable to sign up for newsletter. Please try again.'],
  [
    'the response reports failure',
    Response.json({ ok: true, success: false, message: 'The list is full.' }),
    'The list is full.',
  ],
  [
    'the response reports failure without a message',
    Response.json({ ok: false }),
    'Unable to sign up for newsletter. Please try again.',
  ],
])('a signup fails when %s', async (_, response, message) => {
  vi.stubGlobal('navigator', { onLine: true });
  serverResponds(response);
  expect(await signUp(jane)).toEqual({ kind: 'failed', message });
});

test('a signup without a connection says so', async () => {
  vi.stubGlobal('navigator', { onLine: false });
  serverResponds('no route');
  expect(await signUp(jane)).toEqual({
    kind: 'failed',
    message: 'You are offline. Check your connection and try again.',
  });
});

test.each([
  ['the browser posts the form', true],
  ['a visitor who is offline reads that the signup failed', false],
])('if the script of a signup cannot be loaded, %s', async (_, onLine) => {
  vi.doMock('./newsletter-signup.ts', () => {
    throw new Error('no network');
  });
  vi.stubGlobal('navigator', { onLine });
  vi.stubGlobal('FormData', Array);
  const post = vi.fn();
  const page = await mount(() => NewsletterForm({ source: 'footer' }));
  const { onSubmit } = findByProp<{ onSubmit: (event: object) => void }>(page.result, 'onSubmit').props;
  await page.act(() => onSubmit({ preventDefault: () => {}, currentTarget: { submit: post } }));
  const failure = () => findByProp<{ tone: 'error'; children: string }>(page.result, 'tone').props.children;
  if (onLine) expect(failure).toThrow('no element has the prop tone');
  else expect(failure()).toBe(newsletter.failed.message);
  expect(post).toHaveBeenCalledTimes(onLine ? 1 : 0);
  // While the posted form's page loads, a second press must not post it again.
  const isBusy = () => findByProp<{ busy: boolean }>(page.result, 'busy').props.busy;
  expect(isBusy()).toBe(onLine);
  await page.act(() => showAgain());
  expect(isBusy()).toBe(false);
  vi.doUnmock('./newsletter-signup.ts');
});

import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { ERRORS } from '#contract/errors.ts';
import { ANONYMOUS } from '#domain/access.ts';
import { createTestDatabase, type TestDatabase } from '#test/database.ts';
import type { Context } from '../context.ts';
import { newsletterSignups, rateLimits } from '../db/tables.ts';
import { Refusal } from '../errors.ts';
import type { HttpEnv } from '../http/http-env.ts';
import { newsletterRoutes } from './routes.ts';
import { signUp } from './sign-up.ts';

const NOW = new Date('2025-10-01T16:00:00Z');

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.delete(newsletterSignups);
  await database.db.delete(rateLimits);
});

function context(changes: Partial<Context> = {}): Context {
  const ctx: Partial<Context> = {
    db: database.db,
    content,
    now: NOW,
    protocolNow: () => NOW,
    actor: ANONYMOUS,
    ipAddress: '203.0.113.7',
    ...changes,
  };
  return ctx as Context;
}

/** The routes with only what they need of the app. */
function site() {
  const app = new Hono<HttpEnv>();
  const styles: string[] = [];
  app.use(async (c, next) => {
    c.set('ctx', context());
    c.set('allowStyles', (hashes) => styles.push(...hashes));
    await next();
  });
  newsletterRoutes(app);
  app.onError((error, c) => {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, fields } = error;
    return c.json({ code, message, fields }, ERRORS[code]);
  });
  const send = async (body: BodyInit, headers: Record<string, string> = {}) => {
    const response = await app.request('/api/newsletter/signup', { method: 'POST', body, headers });
    return {
      status: response.status,
      text: await response.text(),
      type: response.headers.get('content-type'),
    };
  };
  return {
    styles,
    json: async (body: unknown) => {
      const response = await send(JSON.stringify(body), { 'content-type': 'application/json' });
      return { status: response.status, body: JSON.parse(response.text) };
    },
    form: (fields: Record<string, string>) => send(new URLSearchParams(fields)),
  };
}

const jane = { email: 'jane@example.org', firstName: 'Jane', lastName: 'Sample' };

const stored = () => database.db.select().from(newsletterSignups).orderBy(newsletterSignups.id);

test('a signup is stored with its source, the email in lower case', async () => {
  const response = await site().json({
    ...jane,
    email: ' Jane@Example.ORG ',
    organization: ' Sample School ',
    source: 'registration_section',
  });
  expect(response).toEqual({
    status: 200,
    body: { ok: true, success: true, message: 'You are signed up for 2026 summit updates.' },
  });
  expect(await stored()).toEqual([
    {
      id: expect.any(Number),
      ...jane,
      organization: 'Sample School',
      source: 'registration_section',
      createdAt: NOW,
    },
  ]);
});

test('organization is optional, and the source defaults to hero', async () => {
  await site().json(jane);
  const [row] = await stored();
  expect([row?.organization, row?.source]).toEqual([null, 'hero']);
});

test('a second signup with the same email is refused, whatever its case', async () => {
  await site().json(jane);
  const response = await site().json({ ...jane, email: 'JANE@example.org', firstName: 'Janet' });
  expect(response).toEqual({
    status: 409,
    body: {
      code: 'already_subscribed',
      message: 'This email is already signed up for newsletter updates.',
      fields: {},
    },
  });
  expect((await stored()).map((row) => row.firstName)).toEqual(['Jane']);
});

test('of twenty concurrent signups with one email, one succeeds', async () => {
  const app = site();
  const responses = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      app.json({ ...jane, email: index % 2 ? 'jane@example.org' : 'Jane@Example.org' }),
    ),
  );
  const statuses = responses.map((response) => response.status).toSorted();
  expect(statuses).toEqual([200, ...Array.from({ length: 19 }, () => 409)]);
  expect(await stored()).toHaveLength(1);
});

test("missing fields are reported in the form's words", async () => {
  const { status, body } = await site().json({ email: 'nobody', firstName: ' ', source: 'billboard' });
  expect([status, body.fields]).toEqual([
    400,
    {
      email: 'Valid email is required',
      firstName: 'First name is required',
      lastName: 'Last name is required',
      source: 'Expected hero, footer or registration_section',
    },
  ]);
  expect(await stored()).toEqual([]);
});

test('an email can be submitted thirty times before it is limited', async () => {
  const tries = [];
  for (let index = 0; index < 31; index += 1) {
    tries.push(await signUp(context({ ipAddress: `203.0.113.${index}` }), input()).catch(codeOf));
  }
  expect(tries.slice(29)).toEqual(['already_subscribed', 'too_many_requests']);
});

test('one IP address can sign up sixty people a minute', async () => {
  const ctx = context();
  const tries = [];
  for (let index = 0; index < 61; index += 1) {
    tries.push(await signUp(ctx, input(`person-${index}@example.org`)).catch(codeOf));
  }
  expect([(await stored()).length, tries.at(-1)]).toEqual([60, 'too_many_requests']);
  const elsewhere = await signUp(context({ ipAddress: '198.51.100.4' }), input('late@example.org'));
  expect(elsewhere.ok).toBe(true);
  // As the refusal says.
  const aMinuteLater = context({ protocolNow: () => new Date(NOW.getTime() + 60_000) });
  expect((await signUp(aMinuteLater, input('patient@example.org'))).ok).toBe(true);
});

test('a plain form post gets a thank-you page', async () => {
  const app = site();
  const { status, text, type } = await app.form({ ...jane, organization: '', source: 'footer' });
  expect([status, type]).toEqual([200, 'text/html; charset=UTF-8']);
  expect(text).toContain('<h1>Thank You!</h1>');
  expect(app.styles).toEqual([expect.stringMatching(/^sha256-/)]);
  expect((await stored()).map((row) => [row.source, row.organization])).toEqual([['footer', null]]);

  const again = await app.form({ ...jane, source: 'footer' });
  expect([again.status, again.text.includes('<h1>Already Subscribed</h1>')]).toEqual([409, true]);
});

test('a plain form post with errors comes back with what was typed', async () => {
  const { status, text } = await site().form({
    email: 'jane@',
    firstName: '"Jane" <b>',
    lastName: '',
    organization: 'Sample & Sons',
    source: 'footer',
  });
  expect(status).toBe(400);
  expect(text).toContain('<title>Error: Get 2026 updates - Digital Safety Summit</title>');
  expect(text.match(/<li>.*?<\/li>/gs)).toEqual([
    '<li><a href="#lastName">Last name is required</a></li>',
    '<li><a href="#email">Valid email is required</a></li>',
  ]);
  expect(valuesIn(text)).toEqual({
    source: 'footer',
    firstName: '&quot;Jane&quot; &lt;b&gt;',
    lastName: '',
    email: 'jane@',
    organization: 'Sample &amp; Sons',
  });
  expect(await stored()).toEqual([]);
});

test('a plain form post that is refused keeps what was typed', async () => {
  for (let index = 0; index < 60; index += 1) await signUp(context(), input(`person-${index}@example.org`));
  const { status, text } = await site().form(jane);
  expect(status).toBe(429);
  expect(text).toContain('Too many attempts. Please wait a minute and try again.');
  expect(valuesIn(text)).toMatchObject(jane);
});

function input(email = jane.email) {
  return { ...jane, email, organization: null, source: 'hero' } as const;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Refusal)) throw error;
  return error.code;
}

/** The form fields in the page's HTML. */
function valuesIn(page: string): Record<string, string> {
  const inputs = [...page.matchAll(/<input[^>]*>/g)].map(([input]) => input);
  return Object.fromEntries(
    inputs.map((one) => [/name="([^"]*)"/.exec(one)![1], /value="([^"]*)"/.exec(one)![1]]),
  );
}

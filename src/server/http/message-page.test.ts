import { afterAll, beforeAll, expect, test } from 'vitest';
import { paths } from '#contract/paths.ts';
import { routes } from '#contract/routes.ts';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { createApp } from '#server/app.ts';
import { sql } from '#server/db/drizzle.ts';
import { createWorld, noPages, type World } from '#test/world.ts';
import { headersFor } from './security-headers.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.stop());

/** What a browser shows that follows a link: the sentence, and where its links lead. */
async function open(path: string) {
  const response = await world.visitor().request(path, { headers: { accept: 'text/html,*/*;q=0.8' } });
  const page = await response.text();
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    policy: response.headers.get('content-security-policy'),
    title: /<h1>(.*)<\/h1>/.exec(page)?.[1],
    text: /<p>([^<]*)<\/p>/.exec(page)?.[1],
    links: [...page.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
  };
}

test('whoever follows a link to a file that is refused reads why, on a page in the style of the site', async () => {
  const path = paths.addToWallet('apple', '0'.repeat(28), 1);
  expect(await open(path)).toEqual({
    status: 404,
    type: 'text/html; charset=UTF-8',
    policy: expect.stringMatching(/style-src 'self' 'sha256-/),
    title: 'This could not be opened',
    text: ERROR_WORDS.not_found,
    links: ['/'],
  });
  const called = await world.visitor().get(path);
  expect([called.status, (await called.json()).message]).toEqual([404, ERROR_WORDS.not_found]);
});

test('a file for staff offers the sign-in to whoever is logged out', async () => {
  const { status, text, links } = await open(`${routes.exportRegistrations.path}?q=Sample`);
  expect([status, text, links]).toEqual([
    401,
    'You are signed out. Sign in, then try again.',
    ['/api/login', '/'],
  ]);
});

test('a public page that fails for a browser without a cookie has the same headers as every other page', async () => {
  const render = async () => {
    throw new Error('out of breath');
  };
  const app = createApp(world.dependencies, { ...noPages, public: { ...noPages.public, render } });
  const { settings } = world.dependencies;
  const headers = { accept: 'text/html', host: new URL(settings.publicUrl).host };
  const response = await app.request(paths.home, { headers });
  const own = headersFor(settings)(paths.home);
  const policy = own['content-security-policy']!.replace("style-src 'self'", "$& 'sha256-…'");
  const sent = Object.fromEntries(response.headers);
  sent['content-security-policy'] =
    sent['content-security-policy']?.replace(/'sha256-[^']*'/, "'sha256-…'") ?? '';
  expect(sent).toMatchObject({ ...own, 'content-security-policy': policy });
});

test('a file that failed can be opened again', async () => {
  await world.database.db.execute(sql`ALTER TABLE speakers RENAME TO gone`);
  const { status, text, links } = await open(`${routes.listSpeakers.path}?a=1&b=2`);
  await world.database.db.execute(sql`ALTER TABLE gone RENAME TO speakers`);
  expect([status, text, links]).toEqual([
    500,
    ERROR_WORDS.internal,
    [`${routes.listSpeakers.path}?a=1&amp;b=2`, '/'],
  ]);
});

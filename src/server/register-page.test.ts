import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkout } from '#test/factories.ts';
import type { Visitor } from '#test/visitor.ts';
import { createWorld, EARLY_BIRD, type World } from '#test/world.ts';
import { sql } from './db/drizzle.ts';
import { openBuiltPages } from './http/pages.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({
    pages: await openBuiltPages(fileURLToPath(new URL('../../dist', import.meta.url))),
  });
});
afterAll(() => world.stop());

const taken = (seats: number) =>
  world.database.db.execute(
    sql.raw(`UPDATE event_capacity SET current_registrations = ${seats} WHERE event_date = '2025-09-20'`),
  );

async function getPage(visitor: Visitor = world.visitor()) {
  const response = await visitor.get('/register');
  const html = await response.text();
  return {
    headers: response.headers,
    html,
    words: html.replaceAll(/(<style>.*?<\/style>|<[^>]+>|\s)+/gs, ' '),
  };
}

const metaOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

test('search engines and link previews get title, description and canonical URL', async () => {
  const { headers, html } = await getPage();
  expect({
    title: /<title>([^<]*)/.exec(html)?.[1],
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    description: metaOf(html, 'description'),
    ogTitle: metaOf(html, 'og:title'),
    ogUrl: metaOf(html, 'og:url'),
    robots: [headers.get('x-robots-tag'), metaOf(html, 'robots')],
    structuredData: html.includes('application/ld+json'),
  }).toEqual({
    title: 'Register - Digital Safety Summit',
    canonical: `${world.siteUrl}/register`,
    description: expect.stringMatching(/^Digital Safety Summit, .*2025, Denver: choose your package/),
    ogTitle: 'Register - Digital Safety Summit',
    ogUrl: `${world.siteUrl}/register`,
    robots: [null, undefined],
    structuredData: false,
  });
});

test.each([
  ['early bird', EARLY_BIRD, 0, 'Register', ['300 seats left', '$20', 'SAVE $79'], ['Registration Closed']],
  ['regular price', '2025-08-20T16:00:00Z', 291, 'Register', ['Only 9 seats left', '$20'], []],
  ['sold out', '2025-08-21T16:00:00Z', 300, 'Register', ['Sold out'], ['seats left for']],
  [
    'closed',
    '2025-09-21T06:00:00Z',
    0,
    'Registration Closed',
    ['Registration for this event has closed as the event has concluded.', 'Go to the home page'],
    ['Your details', 'SAVE'],
  ],
])('%s: prices, seats and form are in the HTML', async (_, now, seats, title, present, absent) => {
  await taken(seats);
  world.moveClock(now);
  const { html, words } = await getPage();
  await taken(0);
  expect(/<title>([^<]*)/.exec(html)?.[1]).toBe(`${title} - Digital Safety Summit`);
  expect(present.filter((one) => !words.includes(one))).toEqual([]);
  expect(absent.filter((one) => words.includes(one))).toEqual([]);
});

test('once registration is closed, the description no longer invites anyone to register', async () => {
  world.moveClock('2025-09-21T06:00:00Z');
  const { html } = await getPage();
  expect(metaOf(html, 'description')).toBe(
    'Digital Safety Summit, September 20, 2025, Denver. Thank you for your interest in the summit.',
  );
});

test("only the buyer's browser is told that it has an order", async () => {
  world.moveClock('2025-07-20T16:00:00Z');
  const buyer = world.visitor();
  expect((await buyer.post('/api/create-checkout-session', checkout())).status).toBe(200);
  const hasOrders = async (visitor: Visitor) => {
    const { html } = await getPage(visitor);
    return JSON.parse(/<script id="boot"[^>]*>(.*?)<\/script>/s.exec(html)![1]!).hasOrders as boolean;
  };
  expect([await hasOrders(buyer), await hasOrders(world.visitor()), await hasOrders(buyer)]).toEqual([
    true,
    false,
    true,
  ]);
});

test('a trailing slash redirects to the page', async () => {
  const response = await world.visitor().get('/register/?a=b');
  expect([response.status, response.headers.get('location')]).toEqual([301, '/register?a=b']);
});

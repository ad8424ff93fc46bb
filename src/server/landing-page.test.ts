import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { event } from '#content/event.ts';
import { gallery } from '#content/gallery.ts';
import * as landingTexts from '#content/landing-texts.ts';
import { speakers } from '#content/speakers.ts';
import type { CurrentUser } from '#contract/auth.ts';
import { checkout } from '#test/factories.ts';
import { rawRequest } from '#test/raw-request.ts';
import { createWorld, EARLY_BIRD, type World } from '#test/world.ts';
import { sql } from './db/drizzle.ts';
import { openDatabase } from './db/open-database.ts';
import { openBuiltPages, type PageSource } from './http/pages.ts';
import { renderLandingPage } from './landing-page.ts';
import { createPublicPage } from './public-pages.ts';

let pages: PageSource;
let world: World;
beforeAll(async () => {
  pages = await openBuiltPages(fileURLToPath(new URL('../../dist', import.meta.url)));
  world = await createWorld({ pages });
});
afterAll(() => world.stop());

const execute = (query: string) => world.database.db.execute(sql.raw(query));
const setTaken = (seats: number) =>
  execute(`UPDATE event_capacity SET current_registrations = ${seats} WHERE event_date = '2025-09-20'`);
/** Moves the clock past a minute, so that nothing rendered earlier is still cached. */
let minutes = 0;
beforeEach(() => {
  minutes += 2;
  world.moveClock(new Date(Date.parse(EARLY_BIRD) + minutes * 60_000).toISOString());
});
const getPage = async () => {
  const response = await world.visitor().get('/');
  return { status: response.status, headers: response.headers, html: await response.text() };
};

describe('rendering', () => {
  /** The page with its renders counted; the first `failures` of them fail. */
  function countingPage(failures = 0) {
    const count = { renders: 0 };
    const render: typeof pages.public.render = async (page, data) => {
      count.renders += 1;
      if (count.renders <= failures) throw new Error('out of breath');
      return pages.public.render(page, data);
    };
    const page = createPublicPage({ ...pages.public, render }, '/', renderLandingPage);
    const at = (time: string, user: CurrentUser | null = null, actor = world.context().actor) =>
      page({ ...world.context(), now: new Date(time), actor }, user);
    return { count, at };
  }

  test('the page is rendered once a second, however many visitors ask', async () => {
    const { count, at } = countingPage();
    const responses = await Promise.all(Array.from({ length: 1000 }, () => at('2025-07-15T16:00:00.123Z')));
    expect([count.renders, new Set(responses).size]).toEqual([1, 1]);
    await at('2025-07-15T16:00:00.999Z');
    expect(count.renders).toBe(1);
    await at('2025-07-15T16:00:01.000Z');
    expect(count.renders).toBe(2);
  });

  test('a failed render is not cached', async () => {
    const { at } = countingPage(1);
    await expect(at('2025-07-15T16:00:00Z')).rejects.toThrow('out of breath');
    expect(String((await at('2025-07-15T16:00:00Z')).plain)).toContain(landingTexts.headline);
  });

  test('signed-in users get their own page, which nobody else gets', async () => {
    const { count, at } = countingPage();
    const user = { email: 'admin@example.org', name: 'Ada' } as unknown as CurrentUser;
    const own = await at('2025-07-15T16:00:00Z', user);
    const shared = await at('2025-07-15T16:00:00Z');
    expect([
      String(own.plain).includes('admin@example.org'),
      String(shared.plain).includes('admin@example.org'),
    ]).toEqual([true, false]);
    await at('2025-07-15T16:00:00Z', user);
    expect(count.renders).toBe(3);
  });

  test('browsers that have made an order share a page too, which knows nothing else about them', async () => {
    const { count, at } = countingPage();
    const by = (...transactionIds: string[]) => {
      return at('2025-07-15T16:00:00Z', null, { ...world.context().actor, orders: transactionIds });
    };
    const [nobody, one, other] = [await by(), await by('ORDER-OF-ANA'), await by('ORDER-OF-BEN', 'ANOTHER')];
    expect([count.renders, other]).toEqual([2, one]);
    const told = (page: typeof one) => String(page.plain).match(/"hasOrders":(true|false)/)?.[1];
    expect([told(nobody), told(one)]).toEqual(['false', 'true']);
    expect(String(one.plain).replace('"hasOrders":true', '"hasOrders":false')).toBe(String(nobody.plain));
  });

  test('a page is compressed once for everybody who shares it', async () => {
    const { compressed } = await countingPage().at('2025-07-15T16:00:00Z');
    expect(compressed('br')).toBe(compressed('br'));
  });

  test('the compressed page has the same content', async () => {
    const { plain, compressed } = await countingPage().at('2025-07-15T16:00:00Z');
    const [gzip, br] = await Promise.all([compressed('gzip'), compressed('br')]);
    expect([gunzipSync(gzip).equals(plain), brotliDecompressSync(br).equals(plain)]).toEqual([true, true]);
    expect(plain.length).toBeGreaterThan(4 * gzip.length);
  });
});

describe('the response', () => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('is compressed as a browser accepts: %s', async (accepts, encoding) => {
    const response = await rawRequest(world.siteUrl, '/', { headers: { 'accept-encoding': accepts } });
    expect({
      status: response.status,
      encoding: response.headers['content-encoding'],
      vary: response.headers.vary,
    }).toEqual({ status: 200, encoding, vary: 'accept-encoding, cookie' });
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
  });

  test('shows taken seats within a second', async () => {
    expect((await getPage()).html).toContain('300 seats left');
    await setTaken(299);
    world.moveClock(new Date(world.sandbox.clock.now().getTime() + 1_000).toISOString());
    expect((await getPage()).html).toContain('Only 1 seat left');
    await setTaken(0);
  });

  test('is not cached for a signed-in user', async () => {
    const staff = await world.staff();
    const own = await staff.get('/');
    expect(own.headers.get('cache-control')).toBe('no-store');
    expect(await own.text()).toContain('admin@example.org');
    const { headers, html } = await getPage();
    expect([headers.get('cache-control'), html.includes('admin@example.org')]).toEqual([
      'private, no-cache',
      false,
    ]);
    const stranger = world.visitor();
    stranger.setCookie('session', 'nobody');
    expect((await stranger.get('/')).headers.get('cache-control')).toBe('private, no-cache');
  });

  test('renews the cookie of a browser that made an order', async () => {
    const buyer = world.visitor();
    await buyer.post('/api/create-checkout-session', checkout());
    await execute("UPDATE sessions SET expire = expire - interval '1 hour'");
    const { headers } = await buyer.get('/');
    await setTaken(0);
    expect([headers.get('set-cookie'), headers.get('cache-control')]).toEqual([
      expect.stringContaining(`session=${buyer.cookie('session')}; Max-Age=7776000;`),
      'private, no-cache',
    ]);
  });

  test('shows no seat counts while the database is down', async () => {
    const staff = await world.staff();
    const cluster = await openDatabase(
      Object.assign(new URL(world.database.url), { pathname: '/postgres' }).href,
      raise,
    );
    const name = new URL(world.database.url).pathname.slice(1);
    const allow = (isAllowed: boolean) =>
      cluster.db.execute(sql.raw(`ALTER DATABASE ${name} WITH ALLOW_CONNECTIONS ${isAllowed}`));
    const { rows } = await execute('SELECT pg_backend_pid() AS pid');
    const ownPid = (rows[0] as { pid: number }).pid;
    await allow(false);
    try {
      await cluster.db.execute(
        sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${name} AND pid <> ${ownPid}`,
      );
      world.moveClock('2025-07-20T16:00:00Z');
      const { status, html } = await getPage();
      expect(status).toBe(200);
      expect(html).not.toMatch(/seats? left|Sold out/);
      const names = speakers.filter((one) => one.marker !== 'mystery').map((one) => one.name);
      expect(names.filter((one) => !html.includes(`>${one}</h3>`))).toEqual([]);
      expect([html.includes('$20'), html.includes('<form')]).toEqual([true, true]);
      const withCookie = await staff.get('/');
      expect(withCookie.status).toBe(200);
    } finally {
      await allow(true);
      await cluster.close();
    }
    world.moveClock('2025-07-21T16:00:00Z');
    await expect.poll(async () => (await getPage()).html.includes('300 seats left')).toBe(true);
  });
});

describe('the document', () => {
  const meta = (html: string, name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];

  test('tells search engines and link previews the event, day and place', async () => {
    const { html } = await getPage();
    const title = 'Digital Safety Summit · September 20, 2025, Denver';
    expect({
      lang: /<html lang="([^"]*)"/.exec(html)?.[1],
      title: /<title>([^<]*)/.exec(html)?.[1],
      canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
      description: meta(html, 'description'),
      ogTitle: meta(html, 'og:title'),
      ogUrl: meta(html, 'og:url'),
      card: meta(html, 'twitter:card'),
    }).toEqual({
      lang: 'en',
      title,
      canonical: `${world.siteUrl}/`,
      description: landingTexts.intro,
      ogTitle: title,
      ogUrl: `${world.siteUrl}/`,
      card: 'summary_large_image',
    });
  });

  test('has a link preview picture that exists, 1200 by 630', async () => {
    const { html } = await getPage();
    const response = await fetch(meta(html, 'og:image')!);
    const { width, height } = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
    expect([response.status, width, height]).toEqual([200, 1200, 630]);
    expect([meta(html, 'og:image:width'), meta(html, 'og:image:height')]).toEqual(['1200', '630']);
  });

  async function eventData() {
    const { html } = await getPage();
    return JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)![1]!);
  }
  const availability = async () =>
    (await eventData()).offers.map((one: { availability: string }) => one.availability.split('/').at(-1));

  test('describes the event and its offers for schema.org', async () => {
    const data = await eventData();
    expect(data).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: event.name,
      startDate: '2025-09-20T09:00:00-06:00',
      endDate: event.endsAt,
      location: {
        name: 'Sturm Hall - Davis Auditorium',
        address: { streetAddress: '2130 S High St', postalCode: '80210' },
      },
      organizer: { name: event.host.name },
    });
    const offers = data.offers.map((one: Record<string, string>) => [
      one.name,
      Number(one.price),
      one.priceCurrency,
      one.url,
    ]);
    expect(offers).toEqual(
      [
        ['Digital Safety Summit, Individual Package', 20],
        ['Digital Safety Summit, 10-Person Package', 200],
        ['Certified Digital Safety Educator, Individual Package', 1500],
        ['Certified Digital Safety Educator, 5-Person Package', 3500],
        ['Certified Digital Safety Educator, 10-Person Package', 5000],
      ].map((one) => [...one, 'USD', `${world.siteUrl}/register`]),
    );
  });

  test.each([
    ['selling', '2025-08-20T16:00:00Z', 0, ['InStock', 'InStock', 'InStock', 'InStock', 'InStock']],
    ['sold out', '2025-08-21T16:00:00Z', 300, ['SoldOut', 'SoldOut', 'SoldOut', 'SoldOut', 'SoldOut']],
    [
      'once training has begun',
      '2025-09-19T15:00:00Z',
      0,
      ['InStock', 'InStock', 'SoldOut', 'SoldOut', 'SoldOut'],
    ],
    ['over', '2025-09-21T06:00:00Z', 0, ['SoldOut', 'SoldOut', 'SoldOut', 'SoldOut', 'SoldOut']],
  ])('shows what is still available: %s', async (_, now, seats, expected) => {
    await setTaken(seats);
    world.moveClock(now);
    expect(await availability()).toEqual(expected);
    await setTaken(0);
  });

  test('has a policy that allows its inline style and nothing else inline', async () => {
    const { html, headers } = await getPage();
    const [style, ...more] = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, text]) => text!);
    expect(more).toEqual([]);
    const policy = headers.get('content-security-policy')!.split('; ');
    const hash = createHash('sha256').update(style!).digest('base64');
    expect(policy).toContain(`style-src 'self' 'sha256-${hash}'`);
    expect(policy).toContain("script-src 'self'");
    const scripts = [...html.matchAll(/<script([^>]*)>/g)].map(([, attributes]) => attributes!.trim());
    expect(scripts.filter((one) => !/type="application\/(ld\+)?json"/.test(one))).toEqual([
      expect.stringMatching(/^type="module" src="\/assets\/public-page-[\w-]+\.js" fetchpriority="low"$/),
    ]);
    expect(html).not.toMatch(/<[^>]+\son\w+="/);
  });
});

describe('what needs no script', () => {
  test.each(['2025-07-22T16:00:00Z', '2025-09-22T16:00:00Z'])(
    'at %s every link leads somewhere',
    async (now) => {
      world.moveClock(now);
      const { html } = await getPage();
      const hrefs = [...new Set([...html.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, href]) => href!))];
      const anchors = hrefs.filter((href) => /^\/?#/.test(href)).map((href) => href.split('#')[1]!);
      expect(anchors.length).toBeGreaterThan(0);
      expect(anchors.filter((id) => !html.includes(` id="${id}"`))).toEqual([]);
      const elsewhere = hrefs.filter((href) => /^\/(?!#)/.test(href) && !href.startsWith('/api/login'));
      expect(elsewhere.length).toBeGreaterThan(0);
      const statuses = elsewhere.map(async (href) => [href, (await world.visitor().get(href)).status]);
      expect(await Promise.all(statuses)).toEqual(elsewhere.map((href) => [href, 200]));
    },
  );

  test('the pictures of the day have captions and exist', async () => {
    const { html } = await getPage();
    const figures = [...html.matchAll(/<figure.*?<\/figure>/gs)].map(([one]) => one);
    expect(figures.map((one) => one.replaceAll(/<[^>]+>/g, '').trim())).toEqual(
      gallery.map((one) => one.caption),
    );
    expect(gallery).toHaveLength(10);
    const files = figures.flatMap((one) => one.match(/\/assets\/[^" ]+/g)!);
    const responses = await Promise.all(files.map((file) => fetch(world.siteUrl + file, { method: 'HEAD' })));
    expect(
      responses.filter((one) => one.status !== 200 || !/^image\//.test(one.headers.get('content-type')!)),
    ).toEqual([]);
  });
});

function raise(error: Error): never {
  throw error;
}

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { speakers } from '#content/speakers.ts';
import { newsletterSignups } from '#server/db/tables.ts';
import { expectArrival, land, MOMENTS } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const open = (at: string, width = 1280, expected: RegExp[] = []) =>
  land(stage, { at, expected, javaScriptEnabled: false, viewport: { width, height: 800 } });

test.each([MOMENTS.earlyBird, MOMENTS.past])('at %s every link leads somewhere', async (at) => {
  const page = await open(at);
  const hrefs = await page
    .getByRole('link')
    .evaluateAll((links) => [...new Set(links.map((one) => one.getAttribute('href')!))]);
  const dead = await page.evaluate(
    (all) =>
      all
        .filter((href) => /^\/?#/.test(href))
        .filter((href) => !document.getElementById(href.slice(href.indexOf('#') + 1))),
    hrefs,
  );
  const elsewhere = hrefs.filter((href) => /^\/(?!#)/.test(href) && !href.startsWith('/api/login'));
  const statuses = elsewhere.map(async (href) => [href, (await stage.world.visitor().get(href)).status]);
  expect(dead).toEqual([]);
  expect(elsewhere.length).toBeGreaterThan(0);
  expect(await Promise.all(statuses)).toEqual(elsewhere.map((href) => [href, 200]));
});

test('a link of the header and the hero button move the page', async () => {
  const page = await open(MOMENTS.earlyBird);
  await page.getByRole('banner').getByRole('link', { name: 'Speakers' }).click();
  await expectArrival(page.locator('#speakers'));
  await page.getByRole('link', { name: 'Register for September 20th Summit' }).click();
  await expectArrival(page.locator('#registration'));
});

test('everything that opens, opens', async () => {
  const page = await open(MOMENTS.earlyBird, 390);
  await page.getByRole('banner').locator('summary').click();
  await page.getByRole('banner').getByRole('link', { name: 'Agenda' }).click();
  await expectArrival(page.locator('#agenda'));
  await page.getByText('Show full schedule').click();
  expect(await page.getByRole('heading', { name: 'Teen panel' }).isVisible()).toBe(true);
  const tile = page.locator('#speakers li').first();
  await tile.getByRole('heading').click();
  expect(await tile.getByText(speakers[0]!.bio).isVisible()).toBe(true);
  // A button that could do nothing is not offered.
  expect(await page.getByRole('button', { name: /rotation$/ }).isVisible()).toBe(false);
});

test('registering leads on, says what it needs, and who helps without it', async () => {
  // Scripts that the application's page would preload are held back with all others.
  const page = await open(MOMENTS.earlyBird, 1280, [/^csp GET .*\.js$/]);
  const section = page.locator('#registration');
  expect(await section.locator('noscript').textContent()).toMatch(
    /^The registration form needs JavaScript\./,
  );
  expect(await section.getByRole('link', { name: '(303) 555-0142' }).getAttribute('href')).toBe(
    'tel:+13035550142',
  );
  expect(await section.getByRole('link', { name: 'hello@example.org' }).getAttribute('href')).toBe(
    'mailto:hello@example.org',
  );
  await section.getByRole('link', { name: 'Register: Individual Package, Digital Safety Summit' }).click();
  await page.waitForURL('**/register');
  expect(await page.locator('noscript').textContent()).toMatch(/This page needs JavaScript\./);
});

test.each([390, 1280])(
  'at %i px the price and the button of an offer are beside each other',
  async (width) => {
    const page = await open(MOMENTS.earlyBird, width);
    const isBeside = (ticket: number) =>
      page
        .locator('#registration article')
        .nth(ticket)
        .evaluate((article) => {
          const button = article.querySelector('a')!.getBoundingClientRect();
          const price = article.querySelector('p:has(s), p:has(.tabular-nums)')!.getBoundingClientRect();
          return button.left > price.left + 40 && button.top < price.bottom;
        });
    // On wide screens those of the conference have their price beside what they are.
    expect(await Promise.all([1, 4].map(isBeside))).toEqual([width === 390, true]);
  },
);

test('the newsletter form thanks, knows who is on the list, and keeps what was typed wrong', async () => {
  const page = await open(MOMENTS.regular, 1280, [/^4(00|09) POST .*\/api\/newsletter\/signup$/]);
  await send(page, 'noah@example.org');
  await page.getByRole('heading', { name: 'Thank You!' }).waitFor();
  await page.getByRole('link', { name: 'Back to the summit' }).click();

  await send(page, 'Noah@Example.org');
  await page.getByRole('heading', { name: 'Already Subscribed' }).waitFor();
  await page.getByText('This email is already signed up for newsletter updates.').waitFor();
  await page.getByRole('link', { name: 'Back to the summit' }).click();

  // A browser takes this for an address.
  await send(page, 'noah@example');
  await page.getByRole('link', { name: 'Valid email is required' }).waitFor();
  expect({
    firstName: await page.getByLabel('First name').inputValue(),
    lastName: await page.getByLabel('Last name').inputValue(),
    email: await page.getByLabel('Email').inputValue(),
    organization: await page.getByLabel('Organization').inputValue(),
  }).toEqual({
    firstName: 'Noah',
    lastName: 'Scriptless',
    email: 'noah@example',
    organization: 'Plain & Co',
  });
  await page.getByLabel('Email').fill('noah.second@example.org');
  await page.getByRole('button').click();
  await page.getByRole('heading', { name: 'Thank You!' }).waitFor();

  const rows = await stage.world.database.db.select().from(newsletterSignups).orderBy(newsletterSignups.id);
  expect(rows.map(({ email, source, organization }) => [email, source, organization])).toEqual([
    ['noah@example.org', 'registration_section', 'Plain & Co'],
    ['noah.second@example.org', 'registration_section', 'Plain & Co'],
  ]);
});

async function send(page: Page, email: string) {
  const form = page.locator('#newsletter-signup-registration_section form');
  await form.getByLabel('First name').fill('Noah');
  await form.getByLabel('Last name').fill('Scriptless');
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Organization').fill('Plain & Co');
  await form.getByRole('button').click();
}

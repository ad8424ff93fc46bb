import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/drizzle.ts';
import { buy } from '#test/buy.ts';
import { checkout, pendingRegistration, teamOfTen } from '#test/factories.ts';
import { EARLY_BIRD } from '#test/world.ts';
import { openForm, waitForForm } from './fill-registration.ts';
import { land, MOMENTS } from './land.ts';
import { setStage } from './stage.ts';

// Whatever people and organizers type, no page scrolls sideways.

const stage = setStage();
const WIDTHS = [1280, 768, 320];
const WORD = 'm'.repeat(120);
const ADDRESS = `${'m'.repeat(100)}@${'m'.repeat(15)}.org`;

/** Elements wider than their container, at each width. */
async function findOverhang(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await page.evaluate(overhangs)).map((one) => `${width} px: ${one}`));
  }
  return found;
}

/** Runs in the page. */
function overhangs(): string[] {
  const name = (one: Element) =>
    `${one.tagName.toLowerCase()}${one.id && `#${one.id}`}.${(one.getAttribute('class') ?? '').split(' ').slice(0, 8).join('.')}`;
  const scrolls = (one: Element) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowX);
  const all = [...document.body.querySelectorAll('*')];
  const { scrollWidth, clientWidth } = document.documentElement;
  const page = scrollWidth > clientWidth ? [`the page scrolls ${scrollWidth - clientWidth} px`] : [];
  if (page.length > 0) {
    const wide = all.filter((one) => one.getBoundingClientRect().right > clientWidth + 1);
    const innermost = wide.filter((one) => !wide.some((other) => other !== one && one.contains(other)));
    page.push(...innermost.slice(0, 16).map((one) => `beyond the edge: ${name(one)}`));
  }
  const boxes = all.filter(
    (one) =>
      scrolls(one) &&
      one.scrollWidth > one.clientWidth + 1 &&
      // Tabs and snapping rows may scroll, and tables at medium widths.
      one.getAttribute('role') !== 'tablist' &&
      getComputedStyle(one).scrollSnapType === 'none' &&
      !(one.querySelector(':scope > table') && innerWidth < 1280),
  );
  return [...page, ...boxes.map((one) => `scrolls ${one.scrollWidth - one.clientWidth} px: ${name(one)}`)];
}

/** Replaces every text from the content with the long word. */
async function stretchTexts(page: Page): Promise<void> {
  await page.evaluate((word) => {
    for (const details of document.querySelectorAll('main details')) details.setAttribute('open', '');
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: Node[] = [];
    while (texts.nextNode()) found.push(texts.currentNode);
    for (const one of found) {
      const { parentElement, textContent } = one;
      // Labels, dates and figures are ours and short.
      const isKept = parentElement?.closest(
        'script, style, noscript, svg, nav, time, header .rounded-button, form button, .even-figures, .whitespace-nowrap, [role="timer"], [href="#main"], .sr-only',
      );
      if (!isKept && textContent!.trim().length > 1) one.textContent = word;
    }
  }, WORD);
}

/** Ordinary words that are split, at each width. */
async function findBrokenWords(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await page.evaluate(brokenWords)).map((one) => `${width} px: ${one}`));
  }
  return found;
}

/** Runs in the page. Words with their own break, such as a hyphen, and addresses may be split. */
function brokenWords(): string[] {
  const broken: string[] = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const node = texts.currentNode;
    if (!node.parentElement?.checkVisibility() || node.parentElement.closest('.sr-only, svg, noscript'))
      continue;
    for (const word of node.textContent!.matchAll(/(?<![\w@.])\p{L}{2,20}(?![\w@.])/gu)) {
      const range = document.createRange();
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(word[0]);
    }
  }
  return broken;
}

test('content of the landing page, before, during and after the event', async () => {
  for (const moment of ['earlyBird', 'underWay', 'past'] as const) {
    const page = await land(stage, { at: MOMENTS[moment], reducedMotion: 'reduce' });
    await stretchTexts(page);
    expect([moment, await findOverhang(page)]).toEqual([moment, []]);
    await stage.browser.closePages();
  }
});

test('content of the other pages', async () => {
  const page = await stage.browser.open({ expected: [/^404 GET .*\/nowhere$/], reducedMotion: 'reduce' });
  for (const [path, at, heading] of [
    ['/register', EARLY_BIRD, 'Save your seat'],
    ['/register', MOMENTS.past, 'Registration Closed'],
    ['/privacy', EARLY_BIRD, 'Privacy'],
    ['/nowhere', EARLY_BIRD, '404 - Page Not Found'],
  ] as const) {
    stage.world.moveClock(at);
    await page.goto(stage.world.siteUrl + path);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
    // React hydrates the server's text, not this test's.
    if (path === '/register' && at === EARLY_BIRD) await waitForForm(page);
    stage.world.moveClock(EARLY_BIRD);
    expect([path, await findBrokenWords(page)]).toEqual([path, []]);
    await stretchTexts(page);
    expect([path, await findOverhang(page)]).toEqual([path, []]);
  }
});

test('text of twice the size on a phone', async () => {
  stage.world.moveClock(EARLY_BIRD);
  const named = { firstName: 'Alexandra', lastName: 'Featherstone', email: 'alexandra@example.org' };
  const { order } = await buy(stage.world, teamOfTen(named));
  const page = await stage.browser.open({ viewport: { width: 390, height: 844 } });
  for (const [path, text] of [
    ['/register', 'MOST POPULAR'],
    [`/registration/${order.transactionId}`, 'Alexandra Featherstone'],
    [`/team/${order.transactionId}`, 'Alexandra Featherstone'],
  ] as const) {
    await page.goto(stage.world.siteUrl + path);
    await page.getByText(text).first().waitFor();
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
    });
    expect([path, await page.evaluate(overhangs)]).toEqual([path, []]);
    // A column of single letters fits, but nobody can read it.
    const letters = page.getByText(/^(Total|Alexandra Featherstone)$/).filter({ visible: true });
    const heights = await letters.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
    expect([path, heights.filter((height) => height > 200)]).toEqual([path, []]);
  }
});

/** As long as the forms allow. */
const most = 'm'.repeat(100);
const person = { firstName: most, lastName: most, email: `${'m'.repeat(60)}@${'m'.repeat(60)}.org` };
const buyer = { ...person, organization: most, jobTitle: most, dietaryRestrictions: WORD };

test('the way to a ticket: a refused form, the summary and the card page', async () => {
  stage.world.moveClock(EARLY_BIRD);
  const page = await stage.browser.open({ reducedMotion: 'reduce' });
  await openForm(page, stage.world.siteUrl);
  await page.getByRole('radio', { name: /^10-Person Package/ }).check();
  await page.getByRole('radio', { name: 'Add team member details now' }).check();
  await page.getByRole('group', { name: 'Seat 2' }).getByLabel('First name').fill(WORD);
  for (const name of ['First name', 'Last name', 'Email']) await page.getByLabel(name).first().fill(WORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('There is a problem').waitFor();
  expect(['refused form', await findOverhang(page)]).toEqual(['refused form', []]);

  const pending = pendingRegistration({
    ...buyer,
    eventType: 'conference',
    amount: 200,
    originalAmount: 200,
    finalAmount: 200,
    attendeeCount: 10,
    teamMembers: [person, person],
  });
  await page.evaluate(
    (text) => sessionStorage.setItem('pending-registration', text),
    JSON.stringify(pending),
  );
  await page.goto(`${stage.world.siteUrl}/checkout`);
  await page.getByRole('button', { name: 'Pay $200.00' }).waitFor();
  expect(['summary', await findOverhang(page)]).toEqual(['summary', []]);

  const body = { ...checkout({ email: 'card@example.org' }), provider: 'square' };
  const response = await stage.world.visitor().post('/api/create-checkout-session', body);
  const { url } = (await response.json()) as { url: string };
  const address = new URL(url, stage.world.siteUrl);
  address.searchParams.set('name', WORD);
  await page.goto(address.href);
  await page.getByRole('button', { name: 'Pay $20.00' }).waitFor();
  for (const field of await page.getByRole('textbox').all())
    if (await field.isEditable()) await field.fill(WORD);
  expect(['card page', await findOverhang(page)]).toEqual(['card page', []]);
});

describe('an order', () => {
  let transactionId = '';
  beforeAll(async () => {
    stage.world.moveClock(EARLY_BIRD);
    const { order } = await buy(stage.world, teamOfTen());
    ({ transactionId } = order);
    await lengthen();
  });

  /** Longer than the forms allow. */
  async function lengthen(): Promise<void> {
    const { db } = stage.world.database;
    await db.execute(sql`UPDATE orders SET organizer_first_name = ${WORD}, organizer_last_name = ${WORD},
      organizer_email = ${ADDRESS}, organizer_phone = ${WORD}, organization = ${WORD}, job_title = ${WORD},
      applied_coupon_code = ${WORD}, discount_amount = 5, billing_address_line1 = ${WORD},
      billing_address_line2 = ${WORD}, billing_city = ${WORD}, billing_state = ${WORD}, billing_postal_code = ${WORD}`);
    await db.execute(sql`UPDATE registrations SET first_name = ${WORD}, last_name = ${WORD}, email = ${ADDRESS},
      dietary_restrictions = ${WORD}`);
  }

  test('on its pages', async () => {
    const page = await stage.browser.open({ reducedMotion: 'reduce' });
    for (const path of ['/registration/', '/confirmation/', '/checkout-success?id=']) {
      await page.goto(stage.world.siteUrl + path + transactionId);
      await page.getByText(WORD).first().waitFor();
      expect([path, await findOverhang(page)]).toEqual([path, []]);
    }
  });
});

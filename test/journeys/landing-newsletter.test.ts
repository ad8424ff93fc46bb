import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newsletterSignups } from '#server/db/tables.ts';
import { type Landing, land, MOMENTS } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const CALL = '**/api/newsletter/signup';
const REFUSED = /^\d{3} POST .*\/api\/newsletter\/signup$/;
const DEFAULT_FAILURE = 'Unable to sign up for newsletter. Please try again.';
type Source = 'hero' | 'registration_section' | 'footer';

beforeEach(async () => {
  await stage.world.database.db.delete(newsletterSignups);
});

const stored = () =>
  stage.world.database.db
    .select({ email: newsletterSignups.email, source: newsletterSignups.source })
    .from(newsletterSignups);
const boxOf = (page: Page, source: Source) => page.locator(`#newsletter-signup-${source}`);
const toasts = (page: Page) => page.getByRole('region', { name: /Notifications/ }).getByRole('listitem');

async function fillIn(box: Locator, email: string) {
  await box.getByLabel('First name').fill('Nell');
  await box.getByLabel('Last name').fill('Letter');
  await box.getByLabel('Email').fill(email);
  // Before its script has come it is sent like any form, which is another journey.
  await box.locator('xpath=ancestor::*[@data-awake="now"]').waitFor({ state: 'attached' });
}

async function signUp(page: Page, source: Source, email: string) {
  const box = boxOf(page, source);
  await fillIn(box, email);
  await box.getByRole('button', { name: 'Keep me posted' }).click();
  return box;
}

/** Opens the page and has the call answered with this instead. */
const landWithAnswer = (answer: { status: number; body: string }, more: Landing = {}) =>
  land(stage, {
    expected: [REFUSED],
    prepare: (page) =>
      page.route(CALL, (route) => route.fulfill({ contentType: 'application/json', ...answer })),
    ...more,
  });

test.each([
  ['registration_section', MOMENTS.earlyBird],
  ['footer', MOMENTS.earlyBird],
  ['hero', MOMENTS.past],
] as const)('the form of the %s signs up, thanks, and tells where it was', async (source, at) => {
  const page = await land(stage, { at });
  const box = await signUp(page, source, `${source}@example.org`);
  await box.getByRole('heading', { name: 'Thank You!' }).waitFor();
  expect(await box.getByRole('textbox').count()).toBe(0);
  await expect
    .poll(() => toasts(page).allInnerTexts())
    .toEqual(['Welcome aboard!\nYou are signed up for 2026 summit updates.']);
  expect(await stored()).toEqual([{ email: `${source}@example.org`, source }]);
});

test('who is on the list already is told so and thanked', async () => {
  const page = await land(stage, { expected: [/^409 POST/] });
  await signUp(page, 'registration_section', 'twice@example.org');
  await boxOf(page, 'registration_section').getByRole('heading', { name: 'Thank You!' }).waitFor();
  const box = await signUp(page, 'footer', 'TWICE@example.org');
  await box.getByRole('heading', { name: 'Thank You!' }).waitFor();
  // One toast at a time: the second has taken the place of the first.
  await expect
    .poll(() => toasts(page).allInnerTexts())
    .toEqual(['Already Subscribed\nThis email is already signed up for newsletter updates.']);
  expect(await stored()).toHaveLength(1);
});

test.each([
  ['no sentence', { status: 500, body: '' }, DEFAULT_FAILURE],
  [
    'a sentence',
    { status: 503, body: '{"code":"unavailable","message":"The list is full today."}' },
    'The list is full today.',
  ],
  [
    'success denied',
    { status: 200, body: '{"ok":true,"success":false,"message":"Not today."}' },
    'Not today.',
  ],
])(
  'a failure with %s is told in a toast and stays in the form, which may be sent again',
  async (_, answer, words) => {
    const page = await landWithAnswer(answer);
    const box = await signUp(page, 'footer', 'again@example.org');
    await expect.poll(() => toasts(page).allInnerTexts()).toEqual([`Signup Failed\n${words}`]);
    await box.getByText('Signup Failed').waitFor();
    await box.getByText(words).waitFor();
    expect(await box.getByLabel('Email').inputValue()).toBe('again@example.org');

    await page.unroute(CALL);
    await box.getByRole('button', { name: 'Keep me posted' }).click();
    await box.getByRole('heading', { name: 'Thank You!' }).waitFor();
    expect(await stored()).toEqual([{ email: 'again@example.org', source: 'footer' }]);
  },
);

test('what is missing is said at its field, and the first of them has the focus', async () => {
  const page = await land(stage);
  const box = boxOf(page, 'footer');
  await box.getByLabel('Email').fill('nobody');
  await box.getByRole('button').click();
  for (const words of ['First name is required', 'Last name is required', 'Valid email is required']) {
    await box.getByText(words).waitFor();
  }
  expect(await box.getByLabel('First name').evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await stored()).toEqual([]);
});

test('pressed twice it is sent once, and says meanwhile that it is busy', async () => {
  let calls = 0;
  const page = await land(stage, {
    prepare: (own) =>
      own.route(CALL, async (route) => {
        calls += 1;
        await new Promise((resolve) => setTimeout(resolve, 400));
        await route.continue();
      }),
  });
  const box = boxOf(page, 'registration_section');
  await fillIn(box, 'double@example.org');
  await box.getByRole('button').dblclick();
  const busy = box.getByRole('button', { name: 'Signing up…' });
  await busy.waitFor();
  expect(await busy.isDisabled()).toBe(true);
  await box.getByLabel('Email').press('Enter');
  await box.getByRole('heading', { name: 'Thank You!' }).waitFor();
  expect({ calls, rows: (await stored()).length }).toEqual({ calls: 1, rows: 1 });
});

test('a toast goes by itself after five seconds', async () => {
  const page = await land(stage, { browserClock: '2025-07-15T16:00:00Z' });
  await signUp(page, 'footer', 'while@example.org');
  await toasts(page).waitFor();
  await page.clock.fastForward(3900);
  expect(await toasts(page).count()).toBe(1);
  await page.clock.fastForward(1100);
  await expect.poll(() => toasts(page).count()).toBe(0);
});

test('F8 leads to a toast; a swipe to the right of more than 50 px closes it', async () => {
  const page = await land(stage);
  await signUp(page, 'footer', 'swipe@example.org');
  const card = toasts(page);
  await card.waitFor();
  await page.keyboard.press('F8');
  const viewport = page.getByRole('region', { name: /Notifications/ }).getByRole('list');
  await expect.poll(() => viewport.evaluate((one) => one.contains(document.activeElement))).toBe(true);

  const swipe = async (by: number) => {
    const { x, y } = (await card.boundingBox())!;
    await page.mouse.move(x + 150, y + 8);
    await page.mouse.down();
    await page.mouse.move(x + 150 + by / 2, y + 8);
    await page.mouse.move(x + 150 + by, y + 8);
    await page.mouse.up();
  };
  await swipe(45);
  await page.waitForTimeout(300);
  expect(await card.count()).toBe(1);
  await swipe(60);
  await expect.poll(() => card.count()).toBe(0);
});

import type { Locator, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { newsletterSignups } from '#server/db/tables.ts';
import { land, MOMENTS } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const CALL = '**/api/newsletter/signup';
const REFUSED = /^\d{3} POST .*\/api\/newsletter\/signup$/;
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
  // Before hydration it is a plain form post, which another journey covers.
  await box.locator('xpath=ancestor::*[@data-ready]').waitFor();
}

async function signUp(page: Page, source: Source, email: string) {
  const box = boxOf(page, source);
  await fillIn(box, email);
  await box.getByRole('button', { name: 'Keep me posted' }).click();
  return box;
}

test('each form signs up with its source and thanks; an existing signup is reported', async () => {
  const over = await land(stage, { at: MOMENTS.past });
  await (await signUp(over, 'hero', 'hero@example.org'))
    .getByRole('heading', { name: 'Thank You!' })
    .waitFor();

  const page = await land(stage, { expected: [/^409 POST/] });
  for (const source of ['registration_section', 'footer'] as const) {
    const email = source === 'footer' ? 'REGISTRATION_SECTION@example.org' : `${source}@example.org`;
    const box = await signUp(page, source, email);
    await box.getByRole('heading', { name: 'Thank You!' }).waitFor();
    expect(await box.getByRole('textbox').count()).toBe(0);
    // One toast at a time: the second replaces the first.
    await expect
      .poll(() => toasts(page).allInnerTexts())
      .toEqual([
        source === 'footer'
          ? 'Already Subscribed\nThis email is already signed up for newsletter updates.'
          : 'Welcome aboard!\nYou are signed up for 2026 summit updates.',
      ]);
  }
  expect(await stored()).toEqual([
    { email: 'hero@example.org', source: 'hero' },
    { email: 'registration_section@example.org', source: 'registration_section' },
  ]);
});

test('missing fields are reported in place; a failure is shown in toast and form, and can be retried once at a time', async () => {
  const page = await land(stage, { expected: [REFUSED] });
  const box = boxOf(page, 'footer');
  await box.getByLabel('Email').fill('nobody');
  await box.locator('xpath=ancestor::*[@data-ready]').waitFor();
  await box.getByRole('button').click();
  for (const words of ['First name is required', 'Last name is required', 'Valid email is required']) {
    await box.getByText(words).waitFor();
  }
  expect(await box.getByLabel('First name').evaluate((one) => one === document.activeElement)).toBe(true);

  await page.route(CALL, (route) =>
    route.fulfill({
      status: 503,
      contentType: 'application/json',
      body: '{"code":"unavailable","message":"The list is full today."}',
    }),
  );
  await signUp(page, 'footer', 'again@example.org');
  await expect.poll(() => toasts(page).allInnerTexts()).toEqual(['Signup Failed\nThe list is full today.']);
  await box.getByText('Signup Failed').waitFor();
  await box.getByText('The list is full today.').waitFor();
  expect(await box.getByLabel('Email').inputValue()).toBe('again@example.org');
  await page.unroute(CALL);

  let calls = 0;
  let letGo = () => {};
  const mayGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(CALL, async (route) => {
    calls += 1;
    await mayGo;
    await route.continue();
  });
  await box.getByRole('button').dblclick();
  const busy = box.getByRole('button', { name: 'Signing up…' });
  await busy.waitFor();
  expect(await busy.isDisabled()).toBe(true);
  await box.getByLabel('Email').press('Enter');
  letGo();
  await box.getByRole('heading', { name: 'Thank You!' }).waitFor();
  expect({ calls, rows: await stored() }).toEqual({
    calls: 1,
    rows: [{ email: 'again@example.org', source: 'footer' }],
  });
});

test('a toast gets the focus by F8, and closes by a swipe of more than 50 px or after five seconds', async () => {
  const page = await land(stage, { browserClock: '2025-07-15T16:00:00Z' });
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
  expect(await card.getAttribute('data-state')).toBe('open');
  await swipe(60);
  await expect.poll(() => card.count()).toBe(0);

  await page.mouse.move(4, 4);
  await signUp(page, 'registration_section', 'while@example.org');
  await card.waitFor();
  await page.clock.fastForward(3900);
  expect(await card.count()).toBe(1);
  await page.clock.fastForward(1200);
  await expect.poll(() => card.count()).toBe(0);
});

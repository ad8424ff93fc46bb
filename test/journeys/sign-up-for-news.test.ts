import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newsletterSignups } from '#server/db/tables.ts';
import { toastOf } from './desk.ts';
import { land } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const CALL = '**/api/newsletter/signup';
const REFUSED = /^\d{3} POST .*\/api\/newsletter\/signup$/;
type Source = 'registration_section' | 'footer';

const stored = () =>
  stage.world.database.db
    .select({ email: newsletterSignups.email, source: newsletterSignups.source })
    .from(newsletterSignups);
const boxOf = (page: Page, source: Source) => page.locator(`#newsletter-signup-${source}`);
const toasts = (page: Page) => toastOf(page).getByRole('listitem');

async function fillIn(box: Locator, email: string) {
  await box.getByLabel('First name').fill('Nell');
  await box.getByLabel('Last name').fill('Letter');
  await box.getByLabel('Email').fill(email);
  // Before hydration it is a plain form post, which another test covers.
  await box.locator('xpath=ancestor::*[@data-ready]').waitFor();
}

async function signUp(page: Page, source: Source, email: string) {
  const box = boxOf(page, source);
  await fillIn(box, email);
  await box.getByRole('button', { name: 'Keep me posted' }).click();
  return box;
}

test('a visitor corrects and retries a signup, one request at a time, dismisses its toast, and signs up nobody twice', async () => {
  const page = await land(stage, { browserClock: '2025-07-15T16:00:00Z', expected: [REFUSED] });
  const box = boxOf(page, 'footer');
  await box.getByLabel('Email').fill('nobody');
  await box.locator('xpath=ancestor::*[@data-ready]').waitFor();
  await box.getByRole('button').click();
  for (const words of ['First name is required', 'Last name is required', 'Valid email is required']) {
    await box.getByText(words).waitFor();
  }
  await expect
    .poll(() => box.getByLabel('First name').evaluate((one) => one === document.activeElement))
    .toBe(true);

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
  await expect.poll(() => box.getByLabel('Email').inputValue()).toBe('again@example.org');
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
  const busy = box.getByRole('button', { name: 'Signing up' });
  await busy.waitFor();
  await expect.poll(() => busy.isDisabled()).toBe(true);
  await box.getByLabel('Email').press('Enter');
  letGo();
  await box.getByRole('heading', { name: 'Thank You!' }).waitFor();
  await expect.poll(() => box.getByRole('textbox').count()).toBe(0);

  // One toast at a time: the second replaces the first.
  const card = toasts(page);
  await expect
    .poll(() => card.allInnerTexts())
    .toEqual(['Welcome aboard!\nYou are signed up for 2026 summit updates.']);
  await page.keyboard.press('F8');
  const viewport = toastOf(page).getByRole('list');
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
  await expect.poll(() => card.getAttribute('data-state')).toBe('open');
  await swipe(60);
  await expect.poll(() => card.count()).toBe(0);
  await page.unroute(CALL);
  expect({ calls, rows: await stored() }).toEqual({
    calls: 1,
    rows: [{ email: 'again@example.org', source: 'footer' }],
  });

  await page.mouse.move(4, 4);
  // The toast's time must not pass while the test looks at it.
  await page.clock.pauseAt(new Date('2025-07-15T17:00:00Z'));
  const second = await signUp(page, 'registration_section', 'AGAIN@example.org');
  await second.getByRole('heading', { name: 'Thank You!' }).waitFor();
  await expect
    .poll(() => card.allInnerTexts())
    .toEqual(['Already Subscribed\nThis email is already signed up for newsletter updates.']);
  await expect.poll(stored).toHaveLength(1);
  await page.clock.runFor(3900);
  await expect.poll(() => card.count()).toBe(1);
  await page.clock.runFor(1200);
  await expect.poll(() => card.count()).toBe(0);
});

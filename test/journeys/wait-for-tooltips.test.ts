import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { checkout } from '#test/factories.ts';
import { openDesk } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
let page: Page;

beforeAll(async () => {
  for (const email of ['one@example.org', 'two@example.org']) {
    await stage.world.visitor().post('/api/create-checkout-session', checkout({ email }));
  }
  page = await openDesk(stage, '/admin?tab=orders', { withClock: true });
});

test('a tooltip comes after 700 ms, the next one at once, and after 300 ms without any it waits again', async () => {
  const buttons = page.getByRole('button', { name: 'Copy the transaction ID' });
  await buttons.nth(1).waitFor();
  await page.clock.pauseAt(new Date(Date.now() + 3_600_000));
  const tooltip = page.getByRole('tooltip');
  // The way from a tooltip to its trigger does not close it, so the pointer keeps moving until it is off that way.
  const leave = () =>
    expect
      .poll(async () => {
        await page.mouse.move(200, 2);
        await page.mouse.move(2, 2, { steps: 4 });
        return tooltip.count();
      })
      .toBe(0);

  await buttons.first().hover();
  await page.clock.runFor(699);
  expect(await tooltip.count()).toBe(0);
  await page.clock.runFor(1);
  await expect.poll(() => tooltip.allTextContents()).toEqual([expect.stringMatching(/^[0-9A-Z]{28}$/)]);

  await leave();
  await page.clock.runFor(299);
  await buttons.nth(1).hover();
  await expect.poll(() => tooltip.count()).toBe(1);

  await leave();
  await page.clock.runFor(301);
  await buttons.first().hover();
  await page.clock.runFor(600);
  expect(await tooltip.count()).toBe(0);
  await page.clock.runFor(100);
  await expect.poll(() => tooltip.count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect.poll(() => tooltip.count()).toBe(0);
});

test('a dialog that is closed by the pointer leaves no tooltip, the focus of a keyboard brings one at once', async () => {
  await page.clock.resume();
  const details = page.getByRole('button', { name: /^View Details/ }).first();
  await details.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await details.evaluate((button) => document.activeElement === button)).toBe(true);
  expect(await page.getByRole('tooltip').count()).toBe(0);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  await expect.poll(() => page.getByRole('tooltip').allTextContents()).toEqual(['View Details']);
});

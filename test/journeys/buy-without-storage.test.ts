import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { CARDS, payByCard } from '#test/browser.ts';
import { fillDetails, openForm, waitForForm } from './fill-registration.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const ADA = { firstName: 'Ada', lastName: 'Storeless', email: 'ada@example.org' } as const;

function blockStorage(page: Page) {
  return page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  });
}

function fillStorage(page: Page) {
  return page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  });
}

test('with storage blocked, a visitor can register and pay', async () => {
  const page = await stage.browser.open({ isFirstVisit: true });
  await blockStorage(page);
  await openForm(page, stage.world.siteUrl);
  await fillDetails(page, ADA);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('ada@example.org').waitFor();
  await page
    .getByRole('link', { name: /^Change details/ })
    .first()
    .click();
  await waitForForm(page);
  expect(await page.getByLabel('Last name').inputValue()).toBe('Storeless');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  await payByCard(page, CARDS.pays);
  await page.getByRole('heading', { name: "You're in, Ada!" }).waitFor();
});

test('with storage full, the form of the landing page leads to the summary', async () => {
  const page = await stage.browser.open({ isFirstVisit: true });
  await fillStorage(page);
  await page.goto(`${stage.world.siteUrl}/#registration`);
  await fillDetails(page, ADA);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL(`${stage.world.siteUrl}/checkout`);
  await page.getByRole('button', { name: 'Pay $20.00' }).waitFor();
  expect(await page.evaluate(() => window.name)).toBe('');
});

test('a page whose script is missing says so in a sentence and offers a way on', async () => {
  const page = await stage.browser.open({
    expected: [/privacy-page/, /dynamically imported module/],
  });
  await page.route(/\/assets\/privacy-page/, (route) => route.abort());
  await page.goto(`${stage.world.siteUrl}/privacy`);
  await page.getByRole('heading', { name: 'This page couldn’t be shown' }).waitFor();
  expect(await page.getByRole('link', { name: 'Go to the front page' }).getAttribute('href')).toBe('/');
  await page.unroute(/\/assets\/privacy-page/);
  await page.getByRole('button', { name: 'Load the page again' }).click();
  await page.getByRole('heading', { level: 1 }).filter({ hasNotText: 'couldn’t' }).waitFor();
});

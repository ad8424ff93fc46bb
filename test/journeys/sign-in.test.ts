import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { follow, toastOf } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();

async function choose(page: Page, email: string) {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(page.url()).toContain(stage.world.sandbox.oidcIssuer);
  await page.getByRole('button', { name: email }).click();
}

/** The page redirects half a second after its toast. Here it waits for a signal, so that the toast can be read. */
async function holdRedirect(page: Page) {
  await page.addInitScript((delay) => {
    const later = window.setTimeout.bind(window);
    const hold = (run: () => void, ms?: number) => {
      if (ms !== delay) return later(run, ms);
      window.addEventListener('let-go', run, { once: true });
      document.documentElement.dataset.leaving = '';
      return 0;
    };
    window.setTimeout = hold as typeof window.setTimeout;
  }, 500);
  return { letGo: () => page.evaluate(() => window.dispatchEvent(new Event('let-go'))) };
}

test('staff see that they are logged out, sign in, return to the same page and sign out; people without access are refused', async () => {
  const page = await stage.browser.open({
    expected: [/^401 GET .*\/api\//, /^403 GET .*\/api\/callback/],
  });
  const redirect = await holdRedirect(page);
  let send: () => void = () => undefined;
  const isAllowed = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(/\/assets\/toast-[\w-]+\.js$/, async (route) => {
    await isAllowed;
    await route.continue();
  });
  await page.goto(`${stage.world.siteUrl}/admin?tab=registrations`);
  await page.getByRole('status').getByText('You are logged out. Logging in again...').waitFor();
  // The half second for reading starts once the toast is visible.
  const isLeaving = () => page.evaluate(() => document.documentElement.dataset.leaving !== undefined);
  expect(await isLeaving()).toBe(false);
  send();
  const toast = toastOf(page);
  await toast.getByText('Unauthorized', { exact: true }).waitFor();
  await toast.getByText('You are logged out. Logging in again...').waitFor();
  expect(await isLeaving()).toBe(true);
  await redirect.letGo();

  await choose(page, 'maria.lopez@example.org');
  const dashboard = page.getByRole('heading', { name: 'Admin Dashboard' });
  await dashboard.waitFor();
  expect(page.url()).toBe(`${stage.world.siteUrl}/admin?tab=registrations`);
  await page.getByText('Test mode: no card is charged.').waitFor();
  await expect.poll(() => page.getByRole('tab', { selected: true }).textContent()).toBe('Registrations');
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${stage.world.siteUrl}/`);

  await page.goto(`${stage.world.siteUrl}/admin/login`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  // Somebody who is not on the list.
  await choose(page, 'visitor@example.org');
  const denied = page.getByRole('heading', { name: 'Access Denied' });
  await denied.waitFor();
  await page.getByText('This area is restricted to authorized personnel only.').waitFor();
  await page.getByText('visitor@example.org').waitFor();
  const home = page.getByRole('link', { name: 'Return to Home' });
  await expect.poll(() => home.getAttribute('href')).toBe('/');
  // The page of the site's coupons redirects everybody but their administrator.
  await page.goto(`${stage.world.siteUrl}/admin/coupons`, { waitUntil: 'commit' });
  await page.waitForURL(`${stage.world.siteUrl}/`);
  await page.goto(`${stage.world.siteUrl}/admin`);
  const another = page.getByRole('link', { name: 'Use another account' });
  await another.click();
  // Somebody who is, but without a verified address.
  await choose(page, 'sam.rivers@example.org');
  await page.getByText('Your account has no verified email address.').waitFor();
  await another.click();
  await choose(page, 'admin@example.org');
  await dashboard.waitFor();
  // Somebody who is signed in already is led on.
  await follow(page, '/admin/login');
  await page.waitForURL(/\/admin$/);
  await dashboard.waitFor();
});

import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { routes } from '#contract/routes.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const TABS = [
  'Orders',
  'Registrations',
  'Check-In',
  'Newsletter',
  'Stripe Products',
  'Stripe Coupons',
  'Product Mappings',
  'Email Templates',
];

async function choose(page: Page, email: string) {
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(page.url()).toContain(stage.world.sandbox.oidcIssuer);
  await page.getByRole('button', { name: email }).click();
}

/** The page leaves half a second after its toast: here it waits for a word, so that the toast can be read. */
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

/** Statuses of every call to the administration, made from this page's browser. */
async function adminStatuses(page: Page): Promise<number[]> {
  const calls = Object.values(routes).filter((route) => route.path.startsWith('/api/admin/'));
  const statuses = await Promise.all(
    calls.map(async ({ method, path }) => {
      const answer = await page.request.fetch(stage.world.siteUrl + path.replace(/\{\w+\}/g, '1'), {
        method,
        // Playwright keeps connections for longer than the server does: one that is kept may end as it is used again.
        headers: { origin: stage.world.siteUrl, connection: 'close' },
        ...(method === 'POST' && { data: {} }),
      });
      return answer.status();
    }),
  );
  expect(statuses.length).toBeGreaterThanOrEqual(9);
  return [...new Set(statuses)];
}

test('staff are led to the sign-in and back to the dashboard, and sign out again', async () => {
  const page = await stage.browser.open({ expected: [/^401 GET .*\/api\//] });
  const redirect = await holdRedirect(page);
  await page.goto(`${stage.world.siteUrl}/admin?tab=registrations`);
  const toast = page.getByRole('region', { name: /Notifications/ });
  await toast.getByText('Unauthorized', { exact: true }).waitFor();
  await toast.getByText('You are logged out. Logging in again...').waitFor();
  expect(await adminStatuses(page)).toEqual([401]);
  await redirect.letGo();

  await choose(page, 'maria.lopez@example.org');
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  expect(page.url()).toBe(`${stage.world.siteUrl}/admin?tab=registrations`);
  await page.getByText('Test mode: no card is charged.').waitFor();
  expect(await page.getByRole('tab').allInnerTexts()).toEqual(TABS);
  expect(await page.getByRole('tab', { selected: true }).textContent()).toBe('Registrations');
  const figures = page.getByRole('region', { name: 'Figures of the event' });
  for (const name of ['Total Orders', 'Total Revenue', 'Total Registrations', 'Pending Payments']) {
    await figures.getByText(name, { exact: true }).waitFor();
  }

  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${stage.world.siteUrl}/`);
  expect(await adminStatuses(page)).toEqual([401]);
});

test('the half second for reading begins once the toast can be seen', async () => {
  const page = await stage.browser.open({ expected: [/^401 GET .*\/api\//] });
  const redirect = await holdRedirect(page);
  let send: () => void = () => undefined;
  const isAllowed = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(/\/assets\/toast-[\w-]+\.js$/, async (route) => {
    await isAllowed;
    await route.continue();
  });
  await page.goto(`${stage.world.siteUrl}/admin`);
  await page.getByRole('status').getByText('You are logged out. Logging in again...').waitFor();
  const isLeaving = () => page.evaluate(() => document.documentElement.dataset.leaving !== undefined);
  expect(await isLeaving()).toBe(false);
  send();
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByText('Unauthorized', { exact: true })
    .waitFor();
  expect(await isLeaving()).toBe(true);
  await redirect.letGo();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('the sign-in page leads to the dashboard, also who is signed in already', async () => {
  const page = await stage.browser.open({ expected: [/^401 GET .*\/api\/auth\/user/] });
  await page.goto(`${stage.world.siteUrl}/admin/login`);
  await page.getByRole('link', { name: 'Sign in' }).click();
  await choose(page, 'admin@example.org');
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  await page.goto(`${stage.world.siteUrl}/admin/login`);
  await page.waitForURL(/\/admin$/);
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
});

test('who is not on the list is shown out, by the page and by every call', async () => {
  const page = await stage.browser.open({ expected: [/^401 GET .*\/api\/auth\/user/] });
  await page.goto(`${stage.world.siteUrl}/admin`);
  await choose(page, 'visitor@example.org');
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  await page.getByText('This area is restricted to authorized personnel only.').waitFor();
  await page.getByText('visitor@example.org').waitFor();
  expect(await adminStatuses(page)).toEqual([403]);
  const home = page.getByRole('link', { name: 'Return to Home' });
  expect(await home.getAttribute('href')).toBe('/');

  await page.getByRole('link', { name: 'Use another account' }).click();
  await choose(page, 'desk@example.org');
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
});

test('an address that is not verified opens nothing, although it is on the list', async () => {
  const page = await stage.browser.open({
    expected: [/^401 GET .*\/api\/auth\/user/, /^403 GET .*\/api\/callback/],
  });
  await page.goto(`${stage.world.siteUrl}/admin`);
  await choose(page, 'sam.rivers@example.org');
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  await page.getByText('Your account has no verified email address.').waitFor();
  expect(await adminStatuses(page)).toEqual([401]);
});

import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { retentionWords } from '#domain/retention.ts';
import { checkout, pendingRegistration, teamOfTen } from '#test/factories.ts';
import { EARLY_BIRD } from '#test/world.ts';
import { faultsAt } from './axe.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const WIDTHS = [1280, 390];
const NARROW = [390, 320];

/** Violations of WCAG 2.2 A and AA, and scrolling to the side, of the page as it stands, at each width. */
async function findFaults(page: Page): Promise<string[]> {
  const faults = await faultsAt(page, WIDTHS);
  for (const width of NARROW) {
    await page.setViewportSize({ width, height: 900 });
    const overhang = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    if (overhang > 0) faults.push(`${width} px: scrolls ${overhang} px to the side`);
  }
  return faults;
}

async function open(path: string, heading: string | RegExp, expected: RegExp[] = []): Promise<Page> {
  const page = await stage.browser.open({ expected, reducedMotion: 'reduce' });
  await page.goto(stage.world.siteUrl + path, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  return page;
}

describe('the way to a ticket', () => {
  test('the registration page, with a team and with everything wrong', async () => {
    const page = await open('/register', 'Save your seat');
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole('radio', { name: /^10-Person Package/ }).check();
    await page.getByRole('radio', { name: 'Add team member details now' }).check();
    await page.getByRole('group', { name: 'Member 2' }).getByLabel('First name').fill('Ada');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('There is a problem').waitFor();
    expect(await findFaults(page)).toEqual([]);
  });

  test('the summary page', async () => {
    const page = await open('/register', 'Save your seat');
    const { registrationData } = teamOfTen({ originalAmount: 200, isEarlyBird: true });
    await page.evaluate(
      (text) => sessionStorage.setItem('pending-registration', text),
      JSON.stringify(registrationData),
    );
    await page.goto(`${stage.world.siteUrl}/checkout`);
    await page.getByRole('button', { name: 'Pay $200.00' }).waitFor();
    expect(await findFaults(page)).toEqual([]);
  });

  test.each(['/register', '/checkout'])('%s when it is closed', async (path) => {
    stage.world.moveClock('2025-09-22T16:00:00Z');
    const page = await open(path, 'Registration Closed');
    stage.world.moveClock(EARLY_BIRD);
    expect(await findFaults(page)).toEqual([]);
  });

  test('the privacy page says how long each thing is kept, and forms link to it', async () => {
    const page = await open('/privacy', 'Privacy');
    expect(await findFaults(page)).toEqual([]);
    const text = await page.getByRole('main').textContent();
    const missing = Object.values(retentionWords()).filter((words) => !text!.includes(words));
    expect(missing).toEqual([]);
    await page.goto(`${stage.world.siteUrl}/register`);
    for (const part of [page.getByRole('main'), page.getByRole('contentinfo')]) {
      const link = part.getByRole('link', { name: /Privacy|How we treat your data/ });
      expect(await link.getAttribute('href')).toBe('/privacy');
    }
  });

  test('a page that does not exist', async () => {
    const page = await open('/nowhere', '404 - Page Not Found', [/^404 GET .*\/nowhere$/]);
    expect(await findFaults(page)).toEqual([]);
  });
});

describe('an order', () => {
  let single = '';
  let team = '';
  let unpaid = '';
  beforeAll(async () => {
    const start = async (body: unknown) => {
      const answer = await stage.world.visitor().post('/api/create-checkout-session', body);
      return (await answer.json()) as { url: string; transactionId: string };
    };
    const bought = async (body: unknown) => {
      const { url, transactionId } = await start(body);
      await stage.world.pay(url);
      await stage.world.visitor().get(`/api/registrations/${transactionId}`);
      return transactionId;
    };
    single = await bought(checkout(pendingRegistration()));
    team = await bought(teamOfTen());
    unpaid = (await start(checkout({ email: 'unpaid@example.org' }))).transactionId;
  });

  test('the success page', async () => {
    const page = await open(`/checkout-success?id=${single}`, "You're in, Jane!");
    expect(await findFaults(page)).toEqual([]);
  });

  test('the success page while the payment is not there yet', async () => {
    const page = await stage.browser.open({ reducedMotion: 'reduce' });
    await page.goto(`${stage.world.siteUrl}/checkout-success?id=${unpaid}`);
    await page.getByText('We are confirming your payment…').waitFor();
    expect(await findFaults(page)).toEqual([]);
  });

  test('the confirmation page of a team, with its form filled in wrongly', async () => {
    const page = await open(`/confirmation/${team}`, 'Your order is confirmed');
    await page.getByRole('button', { name: 'Add team member' }).click();
    await page
      .getByRole('region', { name: /Notifications/ })
      .getByText('Missing Information')
      .waitFor();
    expect(await findFaults(page)).toEqual([]);
  });

  test('the registration page of an order', async () => {
    const page = await open(`/registration/${single}`, 'Registration details');
    expect(await findFaults(page)).toEqual([]);
  });

  test.each([
    ['/confirmation/NOTHING', 'Order Not Found'],
    ['/registration/NOTHING', 'Registration Not Found'],
    ['/checkout-success', 'Registration Not Found'],
    ['/confirmation', 'Order Not Found'],
  ])('%s, which is none', async (path, heading) => {
    const page = await open(path, heading, [/^404 GET .*\/api\//]);
    expect(await findFaults(page)).toEqual([]);
  });
});

describe('the administration', () => {
  async function openAs(email: string): Promise<Page> {
    const page = await stage.browser.open({
      expected: [/^401 GET .*\/api\/auth\/user/],
      reducedMotion: 'reduce',
    });
    await page.goto(`${stage.world.siteUrl}/api/login?returnTo=/admin`);
    await page.getByRole('button', { name: email }).click();
    await page.waitForURL(/\/admin/);
    return page;
  }

  test('the sign-in page', async () => {
    const page = await open('/admin/login', 'Admin sign-in', [/^401 GET .*\/api\/auth\/user/]);
    expect(await findFaults(page)).toEqual([]);
  });

  test('Access Denied', async () => {
    const page = await openAs('visitor@example.org');
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
    expect(await findFaults(page)).toEqual([]);
  });

  test('the door with a verdict, and with the manual lookup', async () => {
    const page = await openAs('door@example.org');
    await page.goto(`${stage.world.siteUrl}/admin?tab=check-in`);
    await page.getByLabel('Paste or type a ticket code').fill('T0000');
    await page.getByRole('button', { name: 'Validate' }).click();
    await page.getByText('Do not admit').waitFor();
    expect(await findFaults(page)).toEqual([]);
    await page.getByRole('radio', { name: 'Manual Lookup' }).check();
    const lookup = page.getByRole('region', { name: 'Manual lookup' });
    await lookup.getByRole('radio').first().check();
    await page.getByText('Check in this person?').waitFor();
    expect(await findFaults(page)).toEqual([]);
  });
});

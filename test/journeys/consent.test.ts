import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { openSummary } from './fill-registration.ts';
import { findForm, land } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage({ settings: { analyticsId: 'G-SAMPLE' } });
const WIDTHS = [768, 1280, 320] as const;

/** The landing page at that width, and the number of requests for the tag. */
async function arrive(width: number) {
  const asked = { times: 0 };
  const page = await land(stage, {
    viewport: { width, height: 800 },
    prepare: (own) =>
      own.route('https://www.googletagmanager.com/**', (route) => {
        asked.times += 1;
        return route.fulfill({ contentType: 'text/javascript', body: '' });
      }),
  });
  const question = page.getByRole('region', { name: 'Allow analytics?' });
  return { page, asked, question };
}

/** The names of the counted events. */
function counted(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    ((window as { dataLayer?: ArrayLike<string>[] }).dataLayer ?? [])
      .filter((command) => command[0] === 'event')
      .map((command) => command[1]!),
  );
}

/** A desktop's window at 400% zoom. */
const ZOOMED = { width: 320, height: 256 };

const AT_EDGE = { isInside: true, isOnTop: true, below: 12 };

/** At each width, the banner is at the window's lower edge, nothing covers its middle, and it covers no end of the page. */
async function expectInWindow(page: Page): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    // The page gets the banner's new height as room when it is drawn.
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    expect({ width, ...(await placeOfQuestion(page)) }).toEqual({ width, ...AT_EDGE });
    await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }));
    expect(await placeOfQuestion(page)).toEqual(AT_EDGE);
    const policy = page.getByRole('contentinfo').getByRole('link', { name: 'Privacy' });
    expect(await policy.evaluate(isUncovered)).toBe(true);
  }
  await page.setViewportSize(ZOOMED);
  expect(await placeOfQuestion(page)).toEqual(AT_EDGE);
  await page.setViewportSize({ width: 320, height: 800 });
}

function isUncovered(link: Element): boolean {
  const { left, right, top, bottom } = link.getBoundingClientRect();
  return link.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
}

function placeOfQuestion(page: Page) {
  return page.locator('#consent-title').evaluate((title) => {
    const box = title.closest('section')!.getBoundingClientRect();
    const shown = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return {
      isInside: box.top >= 0 && box.bottom <= innerHeight && box.left >= 0 && box.right <= innerWidth,
      isOnTop: title.closest('section')!.contains(shown),
      below: innerHeight - box.bottom,
    };
  });
}

test('a visitor is asked, declines, agrees in the footer, and withdraws there', async () => {
  const { page, asked, question } = await arrive(320);
  await question.waitFor();
  await expectInWindow(page);
  const policy = question.getByRole('link', { name: 'How we handle your data' });
  expect(await policy.getAttribute('href')).toBe('/privacy');
  // The bar of phones has the same place.
  const bar = page.locator('#phone-bar');
  const showAgenda = () =>
    page
      .locator('#agenda h2')
      .evaluate((one) => one.scrollIntoView({ behavior: 'instant', block: 'center' }));
  await showAgenda();
  await expect.poll(() => bar.evaluate((one) => (one as HTMLElement).hidden)).toBe(false);
  await expect.poll(() => bar.isVisible()).toBe(false);
  await question.getByRole('button', { name: 'No, thank you' }).click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => bar.isVisible()).toBe(true);

  await page.reload();
  const form = await findForm(page);
  expect({
    isAsked: await question.count(),
    asked: asked.times,
    counted: await counted(page),
  }).toEqual({ isAsked: 0, asked: 0, counted: [] });
  // On a phone, the fields open once a package is chosen, even the preselected one.
  const firstName = form.getByLabel('First name').first();
  await expect.poll(() => firstName.isVisible()).toBe(false);
  await form.getByText('Individual Package').first().click();
  await expect.poll(() => firstName.isVisible()).toBe(true);
  // A team has the most fields, of which the window shows little.
  await form.getByText('10-Person Package').first().click();
  const share = await form.evaluate(
    (one) => innerHeight / one.closest('section')!.getBoundingClientRect().height,
  );
  expect(share).toBeLessThan(0.3);

  const preferences = page.getByRole('contentinfo').getByRole('button', { name: 'Analytics preferences' });
  await preferences.click();
  await question.getByText('Your current choice: no.').waitFor();
  await findForm(page);
  await question.getByRole('button', { name: 'Yes, count my visit' }).click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => counted(page)).toEqual(['pricing_view']);
  for (const [section, event] of [
    ['#speakers', 'speakers_view'],
    ['#sponsors', 'sponsors_view'],
  ] as const) {
    await page.locator(section).evaluate((one) => one.scrollIntoView({ behavior: 'instant' }));
    await expect.poll(() => counted(page)).toContain(event);
  }
  await findForm(page);
  await expect.poll(() => counted(page)).toEqual(['pricing_view', 'speakers_view', 'sponsors_view']);
  expect(asked.times).toBe(1);

  await page.evaluate(() => {
    // biome-ignore lint/suspicious/noDocumentCookie: as the tag sets it.
    document.cookie = '_ga=GA1.1.1234.5678; path=/';
  });
  await preferences.click();
  await question.getByText('Your current choice: yes.').waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('consent-title');
  await question.getByRole('button', { name: 'No, stop counting' }).click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => preferences.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(
    await page.evaluate(() => [
      document.cookie,
      (window as { 'ga-disable-G-SAMPLE'?: boolean })['ga-disable-G-SAMPLE'],
    ]),
  ).toEqual(['', true]);

  await page.goto(`${stage.world.siteUrl}/register`);
  await page.getByRole('button', { name: 'Analytics preferences' }).waitFor();
  await page
    .getByRole('heading', { name: 'Which days will you attend?' })
    .or(page.getByLabel('First name'))
    .first()
    .waitFor();
  expect({ asked: asked.times, counted: await counted(page), isAsked: await question.count() }).toEqual({
    asked: 1,
    counted: [],
    isAsked: 0,
  });

  // The summary loads the tag before it needs it, because Pay leaves the page.
  await openSummary(page, stage.world.siteUrl, {
    firstName: 'Con',
    lastName: 'Sent',
    email: 'con@example.org',
  });
  expect(asked.times).toBe(1);
  await page.evaluate(() => localStorage.setItem('analytics-consent', 'granted'));
  await page.reload();
  await expect.poll(() => asked.times).toBe(2);
  expect(await counted(page)).toEqual([]);

  // On a page shorter than the window, the banner is at the window's edge, too.
  await page.evaluate(() => localStorage.removeItem('analytics-consent'));
  await page.setViewportSize({ width: 1280, height: 2000 });
  await page.goto(`${stage.world.siteUrl}/find-my-ticket`);
  await question.waitFor();
  expect(await placeOfQuestion(page)).toEqual(AT_EDGE);
});

test('if the question cannot be loaded, the page stays', async () => {
  const page = await stage.browser.open({ expected: [/ERR_FAILED GET .*\/consent-banner-/] });
  await page.route('**/assets/consent-banner-*.js', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await page.goto(`${stage.world.siteUrl}/find-my-ticket`);
  await failed;
  await page.getByLabel('Email').fill('con@example.org');
  await expect.poll(() => page.getByLabel('Email').inputValue()).toBe('con@example.org');
});

import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { seedCatalogue } from '#sandbox/demo-catalogue.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { faultsOf } from './axe.ts';
import { buy, openDesk, stripeOf } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const PHONE = 390;
const WIDTHS = [PHONE, 1280];
const SMALLEST_TARGET = 24;

beforeAll(async () => {
  const { world } = stage;
  await seedCatalogue(world.sandbox.url, 'sk_test_world', content.packages);
  await stripeOf(world).coupons.create({ name: 'Teachers', percent_off: 25, duration: 'once' });
  await buy(
    world,
    teamOfTen({ firstName: 'Maximiliane-Charlotte', lastName: 'Beta', email: 'max@example.org' }),
  );
  await buy(
    world,
    checkout({ firstName: 'Zoe', lastName: 'Alpha', email: `${'long.name.'.repeat(4)}end@example.org` }),
  );
  await world.visitor().post('/api/newsletter/signup', {
    email: 'news@example.org',
    firstName: 'Nell',
    lastName: 'Sample',
    organization: 'School of a Long Name at the Far End of the Valley',
    source: 'hero',
  });
  const staff = await world.staff();
  await staff.post('/api/admin/coupons', {
    code: 'TEACH5',
    description: 'For teachers',
    discountType: 'fixed',
    discountValue: 500,
    minOrderAmount: 1000,
    maxDiscount: null,
    usageLimit: 100,
    eventTypes: ['conference', 'both'],
    validUntil: null,
  });
});

/** Sideways scrolling of the page, and what is too small for a finger or outside of the screen. */
async function misfits(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`scrolls ${scrollWidth - clientWidth} px to the side`);
    // Under a dialog nothing can be touched.
    const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
    const root = dialogs[dialogs.length - 1] ?? document.body;
    for (const one of root.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')) {
      // What is drawn by the label around it is touched there; a link in a line of text may be as high as the line.
      const target = one.closest('label') ?? one;
      const { width, height, left, right } = target.getBoundingClientRect();
      if (width === 0 || getComputedStyle(one).visibility === 'hidden' || one.closest('.sr-only')) continue;
      const isInText = getComputedStyle(one).display === 'inline';
      const name = one.getAttribute('aria-label') ?? one.textContent?.trim() ?? one.id;
      if (!isInText && (width < least || height < least)) found.push(`${name}: ${width} × ${height} px`);
      const scroller = one.closest('[role=tablist], .scroll-hint-x');
      if (!scroller && (left < 0 || right > clientWidth + 1)) found.push(`${name}: outside of the screen`);
    }
    return found;
  }, SMALLEST_TARGET);
}

/** Everything that is wrong with the page as it stands, at each width. */
async function everyFault(page: Page, name: string): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === PHONE ? 844 : 900 });
    faults[`${name} at ${width}`] = [...(await faultsOf(page)), ...(await misfits(page))];
  }
  return faults;
}

const well = (name: string) => Object.fromEntries(WIDTHS.map((width) => [`${name} at ${width}`, []]));

/** Each desk, its main action, and the dialog that it opens. */
const DESKS: [path: string, action: (page: Page) => Locator, opens: 'dialog' | 'alertdialog' | null][] = [
  ['/admin?tab=orders', (page) => page.getByRole('button', { name: /^View Details of Maxi/ }), 'dialog'],
  ['/admin?tab=orders&q=max', (page) => page.getByRole('button', { name: /^Delete Maxi/ }), 'alertdialog'],
  [
    '/admin?tab=registrations',
    (page) => page.getByRole('button', { name: 'Delete Zoe Alpha' }),
    'alertdialog',
  ],
  ['/admin?tab=check-in', (page) => page.getByRole('button', { name: 'Start Camera Scanner' }), null],
  ['/admin?tab=newsletter', (page) => page.getByRole('button', { name: 'Export CSV' }), null],
  [
    '/admin?tab=stripe-products',
    (page) => page.getByRole('link', { name: 'Open the product manager' }),
    null,
  ],
  ['/admin?tab=stripe-coupons', (page) => page.getByRole('button', { name: 'Create coupon' }), 'dialog'],
  ['/admin?tab=product-mappings', (page) => page.getByRole('radio', { name: 'Pricing tests' }), null],
  [
    '/admin?tab=email-templates',
    (page) => page.getByRole('button', { name: 'Edit Ticket', exact: true }),
    'dialog',
  ],
  ['/admin/speakers', (page) => page.getByRole('button', { name: 'Add speaker' }), 'dialog'],
  ['/admin/coupons', (page) => page.getByRole('button', { name: 'Create coupon' }), 'dialog'],
  ['/admin/stripe-products', (page) => page.getByRole('button', { name: /^Configure/ }).first(), 'dialog'],
];

describe('on a phone and on a desk', () => {
  test.each(DESKS)('%s fits, can be read and touched, with its dialog too', async (path, action, opens) => {
    const page = await openDesk(stage, path, { width: PHONE });
    await action(page).waitFor();
    await page.waitForLoadState('networkidle');
    expect(await everyFault(page, path)).toEqual(well(path));
    await page.setViewportSize({ width: PHONE, height: 844 });
    await action(page).scrollIntoViewIfNeeded();
    await action(page).click({ trial: true });
    if (process.env.SHOTS) await shoot(page, path);
    if (!opens) return;
    await action(page).click();
    const dialog = page.getByRole(opens);
    await dialog.getByRole('button').nth(1).waitFor();
    await page.waitForLoadState('networkidle');
    const name = `${path}, ${opens}`;
    expect(await everyFault(page, name)).toEqual(well(name));
    if (process.env.SHOTS) await shoot(page, name);
  });
});

async function shoot(page: Page, name: string) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width === PHONE ? 844 : 900 });
    await page.screenshot({
      path: `${process.env.SHOTS}/${name.replaceAll(/\W+/g, '-')}-${width}.png`,
      fullPage: !name.includes(','),
    });
  }
}

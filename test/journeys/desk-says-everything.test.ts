import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { orders } from '#server/db/tables.ts';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { fillDesk } from '#test/fill-desk.ts';
import { loadedBy } from '#test/loaded-by.ts';
import { follow, openDesk, seeToast } from './desk.ts';
import { setStage } from './stage.ts';

// What staff see: labels, columns, figures, the number of rows, and page weight.

const stage = setStage();
const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const ROWS_IN_SIGHT = 14;
const ROW_PX = 44;
const CARD_PX = 120;

const KILOBYTE = 1000;
const TABS = [
  'orders',
  'registrations',
  'newsletter',
  'stripe-products',
  'stripe-coupons',
  'product-mappings',
  'email-templates',
];

beforeAll(async () => {
  const { world } = stage;
  await seedCatalog(world.sandbox.url, 'sk_test_world', content.packages);
  const single = checkout({ firstName: 'Zoe', lastName: 'Alpha', email: 'zoe@example.org' });
  const { order } = await buy(world, single);
  await world.database.db
    .update(orders)
    .set({
      jobTitle: 'Teacher',
      billingAddressLine1: '1 Sample Street',
      billingCity: 'Denver',
      billingState: 'CO',
      billingPostalCode: '80210',
      billingCountry: 'US',
      appliedCouponCode: 'TEACH5',
      discountAmount: 5_00,
    })
    .where(eq(orders.id, order.id));
  await buy(world, teamOfTen({ firstName: 'Max', lastName: 'Beta', email: 'max@example.org' }));
});

const columns = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).getByRole('columnheader').allInnerTexts();

test('labels, columns and figures of the dashboard, orders, registrations, signups and the door', async () => {
  const page = await openDesk(stage, '/admin');
  await page.getByText('Digital Safety Summit', { exact: true }).waitFor();
  const figures = page.getByRole('region', { name: 'Figures of the event' });
  await figures.getByText('$220').waitFor();
  expect(await figures.getByRole('term').allInnerTexts()).toEqual([
    'Total Orders',
    'Total Revenue',
    'Total Registrations',
    'Pending Payments',
  ]);
  expect(await figures.getByRole('definition').allInnerTexts()).toEqual(['2', '$220', '5', '0']);
  expect(await page.getByRole('tab').allInnerTexts()).toEqual([
    'Orders',
    'Registrations',
    'Check-In',
    'Newsletter',
    'Stripe Products',
    'Stripe Coupons',
    'Product Mappings',
    'Email Templates',
  ]);

  await follow(page, '/admin?tab=orders&q=zoe');
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(2);
  expect(await columns(page, 'Orders')).toEqual([
    'Transaction ID',
    'Organizer',
    'Event Type',
    'Team Size',
    'Amount',
    'Payment Status',
    'Attendee Status',
    'Order Date',
    'Actions',
  ]);
  const [, organizer, kind, size, amount, payment, people, date] = await rows
    .nth(1)
    .getByRole('cell')
    .allInnerTexts();
  expect([organizer, kind, size, amount, payment, people, date]).toEqual([
    'Zoe Alpha\nzoe@example.org',
    'Conference',
    '1 person',
    '$20.00\nTEACH5 −$5.00',
    'completed',
    'Complete',
    'Jul 15, 2025\n10:00 AM MDT',
  ]);
  await page.getByRole('button', { name: /^View Details of Zoe/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Order DSS/ });
  const organizerPart = dialog.getByRole('region', { name: 'Organizer' });
  await organizerPart.waitFor();
  expect(await organizerPart.getByRole('definition').allInnerTexts()).toEqual([
    'Zoe Alpha',
    'zoe@example.org',
    '303 555 0100',
    'Sample School',
    'Teacher',
  ]);
  expect(await organizerPart.getByRole('term').allInnerTexts()).toEqual([
    'Name',
    'Email',
    'Phone',
    'Organization',
    'Job Title',
  ]);
  const address = dialog.getByRole('region', { name: 'Billing address' }).locator('address');
  expect((await address.allInnerTexts())[0]).toBe('1 Sample Street\nDenver, CO, 80210\nUS');
  await dialog.getByRole('region', { name: 'Payment' }).getByText('Card via Stripe').waitFor();

  await follow(page, '/admin?tab=registrations&q=sample');
  await page.getByText('Team Member', { exact: true }).first().waitFor();
  expect(await columns(page, 'Registrations')).toEqual([
    'Name',
    'Email',
    'Track',
    'Order ID',
    'Organizer',
    'Created',
    'Actions',
  ]);
  await follow(page, '/admin?tab=registrations&q=zoe');
  await page.getByRole('cell', { name: 'Self' }).waitFor();
  await follow(page, '/admin?tab=newsletter');
  await page.getByText('No newsletter signups yet', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await seeToast(page, 'No Data', 'No newsletter signups to export');

  await follow(page, '/admin?tab=check-in');
  const door = page.getByRole('region', { name: 'Check-in of today' });
  await door.getByText('0.0%').waitFor();
  expect(await door.getByRole('term').allInnerTexts()).toEqual([
    'Total Registrations',
    'Checked In',
    'Check-in Rate',
  ]);
  await page.getByText('No check-ins yet', { exact: true }).waitFor();
  await page.getByRole('radio', { name: 'Manual Lookup' }).check();
  await page.getByLabel('Search by name or email').waitFor();
});

/** Rows as long as real ones: an id, names, addresses and a coupon. */
async function fillLists() {
  await fillDesk(stage.world.database.pool, 20);
  await stage.world.database.db.execute(sql`UPDATE orders SET
    transaction_id = '24W1Y8KQ2M5N7R9T0V3X6Z1B4C' || to_char(id, 'FM00'),
    organizer_first_name = 'Maximiliane-Charlotte', organizer_last_name = 'Featherstonehaugh',
    organizer_email = 'maximiliane.featherstonehaugh@a-long-school-district.example.org',
    applied_coupon_code = 'TEACHERS2025', discount_amount = 5, event_type = 'both', team_member_count = 10`);
  await stage.world.database.db.execute(sql`UPDATE registrations SET
    email = 'maximiliane.featherstonehaugh@a-long-school-district.example.org'`);
  await stage.world.database.db.execute(sql`INSERT INTO newsletter_signups (email, first_name, last_name,
    organization, created_at) SELECT n || 'maximiliane.featherstonehaugh@a-long-school-district.example.org',
    'Maximiliane', 'Featherstonehaugh', 'School at the Far End of the Valley', now() FROM generate_series(1, 20) AS n`);
}

/** Each row's height, and whether it is visible without scrolling. */
async function rowsOf(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size);
  return page.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const { height, bottom } = row.getBoundingClientRect();
      return { height, isSeen: bottom <= innerHeight };
    }),
  );
}

/** Words of a card that lie beneath its buttons, on phones. */
async function coveredWords(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of [PHONE.width, 320]) {
    await page.setViewportSize({ ...PHONE, width });
    found.push(...(await page.locator('tbody tr').evaluateAll(wordsBeneathButtons)));
  }
  return found;
}

/** Runs in the page. */
function wordsBeneathButtons(rows: Element[]): string[] {
  return rows.flatMap((row) => {
    const icons = [...row.querySelectorAll('button svg')].map((one) => one.getBoundingClientRect());
    const range = document.createRange();
    return [...row.querySelectorAll('td, td *')]
      .flatMap((one) => [...one.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE))
      .filter((text) => {
        range.selectNodeContents(text);
        return [...range.getClientRects()].some((box) =>
          icons.some(
            (icon) =>
              icon.width > 0 &&
              box.left < icon.right &&
              icon.left < box.right &&
              box.top < icon.bottom &&
              icon.top < box.bottom,
          ),
        );
      })
      .map((text) => text.textContent ?? '');
  });
}

test('a laptop has 14 rows of 44 px in sight, below heads that stay; on a phone a row is a card of at most 120 px', async () => {
  await fillLists();
  const page = await openDesk(stage, '/admin?tab=orders');
  for (const list of ['orders', 'registrations', 'newsletter']) {
    await follow(page, `/admin?tab=${list}`);
    await page.locator(`#panel-${list} tbody tr`).nth(ROWS_IN_SIGHT).waitFor();
    const rows = await rowsOf(page, LAPTOP);
    expect([list, ...new Set(rows.map(({ height }) => height))]).toEqual([list, ROW_PX]);
    expect([list, rows.filter(({ isSeen }) => isSeen).length >= ROWS_IN_SIGHT]).toEqual([list, true]);
    const cards = await rowsOf(page, PHONE);
    const tooHigh = cards.map(({ height }) => height).filter((height) => height > CARD_PX);
    expect([list, ...new Set(tooHigh)]).toEqual([list]);
    expect([list, ...new Set(await coveredWords(page))]).toEqual([list]);
  }

  await page.setViewportSize(LAPTOP);
  await follow(page, '/admin?tab=orders');
  const head = page.getByRole('columnheader', { name: 'Organizer' });
  await head.waitFor();
  await page.locator('tbody tr').last().scrollIntoViewIfNeeded();
  const bar = await page.getByRole('banner').boundingBox();
  expect(bar!.y).toBe(0);
  expect((await head.boundingBox())!.y).toBe(bar!.height);
});

/** Scripts and styles that an uncached page loads for that address, in gzipped bytes. */
async function weigh(page: Page, path: string): Promise<number> {
  await page.goto('about:blank');
  const loaded = await loadedBy(page, async () => {
    await page.goto(stage.world.siteUrl + path);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
  });
  const addresses = new Set(loaded.map((request) => request.url()));
  const code = [...addresses].filter((one) => /\.(js|css)$/.test(new URL(one).pathname));
  expect(code.length).toBeGreaterThan(3);
  const sizes = await Promise.all(code.map(sizeOf));
  return sizes.reduce((sum, size) => sum + size, 0);
}

const known = new Map<string, Promise<number>>();

/** Most files are shared by all tabs. */
function sizeOf(address: string): Promise<number> {
  const size = known.get(address) ?? compress(address);
  known.set(address, size);
  return size;
}

async function compress(address: string): Promise<number> {
  const file = Buffer.from(await (await fetch(address)).arrayBuffer());
  return gzipSync(file, { level: 9 }).byteLength;
}

test('the first load of each tab has at most 200 kB of scripts and styles', async () => {
  const page = await openDesk(stage, '/admin?tab=newsletter');
  // Like a first visit, without a cache.
  const session = await page.context().newCDPSession(page);
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const tooHeavy: Record<string, number> = {};
  for (const tab of TABS) {
    const bytes = await weigh(page, `/admin?tab=${tab}`);
    if (bytes > 200 * KILOBYTE) tooHeavy[tab] = bytes;
  }
  await session.detach();
  expect(tooHeavy).toEqual({});
});

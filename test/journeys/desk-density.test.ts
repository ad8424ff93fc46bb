import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/drizzle.ts';
import { fillDesk } from '#test/fill-desk.ts';
import { openDesk } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const ROWS_IN_SIGHT = 14;
const ROW_PX = 44;
const CARD_PX = 120;

beforeAll(async () => {
  await fillDesk(stage.world.database.pool, 20);
  // As long as real ones: an id, names, addresses and a coupon.
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
});

const LISTS = ['orders', 'registrations', 'newsletter'];

/** Each row's height, and whether it can be seen without scrolling. */
async function rowsOf(page: Page, list: string) {
  await page.goto(`${stage.world.siteUrl}/admin?tab=${list}`);
  await page.locator('tbody tr').nth(ROWS_IN_SIGHT).waitFor();
  return page.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const { height, bottom } = row.getBoundingClientRect();
      return { height, isSeen: bottom <= innerHeight };
    }),
  );
}

test('14 rows of 44 px are in sight on a laptop', async () => {
  const page = await openDesk(stage, '/admin');
  await page.setViewportSize(LAPTOP);
  for (const list of LISTS) {
    const rows = await rowsOf(page, list);
    expect([list, ...new Set(rows.map(({ height }) => height))]).toEqual([list, ROW_PX]);
    expect([list, rows.filter(({ isSeen }) => isSeen).length >= ROWS_IN_SIGHT]).toEqual([list, true]);
  }
});

test('on a phone a row is a card of at most 120 px', async () => {
  const page = await openDesk(stage, '/admin');
  await page.setViewportSize(PHONE);
  for (const list of LISTS) {
    const rows = await rowsOf(page, list);
    const tooHigh = rows.map(({ height }) => height).filter((height) => height > CARD_PX);
    expect([list, ...new Set(tooHigh)]).toEqual([list]);
  }
});

test('the column heads stay in sight below the bar while the page scrolls', async () => {
  const page = await openDesk(stage, '/admin?tab=orders');
  await page.setViewportSize(LAPTOP);
  await page.locator('tbody tr').nth(ROWS_IN_SIGHT).waitFor();
  await page.locator('tbody tr').last().scrollIntoViewIfNeeded();
  const bar = await page.getByRole('banner').boundingBox();
  const head = await page.getByRole('columnheader', { name: 'Organizer' }).boundingBox();
  expect(bar!.y).toBe(0);
  expect(head!.y).toBe(bar!.height);
});

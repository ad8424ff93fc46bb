import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/drizzle.ts';
import { fillDesk } from '#test/fill-desk.ts';
import { follow, openDesk } from './desk.ts';
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

/** Each row's height, and whether it can be seen without scrolling. */
async function rowsOf(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size);
  return page.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const { height, bottom } = row.getBoundingClientRect();
      return { height, isSeen: bottom <= innerHeight };
    }),
  );
}

test('a laptop has 14 rows of 44 px in sight, below heads that stay; on a phone a row is a card of at most 120 px', async () => {
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

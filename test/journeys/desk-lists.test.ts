import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { PAGE_SIZE } from '#contract/paging.ts';
import { sql } from '#server/db/drizzle.ts';
import { registrations } from '#server/db/tables.ts';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { fillDesk } from '#test/fill-desk.ts';
import { loadedBy } from '#test/loaded-by.ts';
import { EARLY_BIRD } from '#test/world.ts';
import { follow, openDesk, seeToast } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const LAPTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const ROWS_IN_SIGHT = 14;
const ROW_PX = 44;
const CARD_PX = 120;
const KILOBYTE = 1000;
/** With the two orders below, one more than a page. */
const FILLED = PAGE_SIZE - 2;
const ALL = PAGE_SIZE + 1;

let page: Page;

/**
 * Rows as long as real ones (an id, names, addresses and a coupon), signups, and a checkout that holds seats. Returns
 * the number of Zoe's order.
 */
async function fillLists(): Promise<string> {
  const { world } = stage;
  const { db, pool } = world.database;
  const single = checkout({ firstName: 'Zoe', lastName: 'Alpha', email: 'zoe@example.org' });
  const { order } = await buy(world, single);
  await buy(world, teamOfTen({ firstName: 'Max', lastName: 'Beta', email: 'max@example.org' }));
  await fillDesk(pool, FILLED);
  await db.execute(sql`UPDATE registrations SET
    email = 'maximiliane.featherstonehaugh@a-long-school-district.example.org'
    FROM orders WHERE orders.id = order_id AND transaction_id LIKE 'BENCH%'`);
  await db.execute(sql`UPDATE orders SET
    transaction_id = '24W1Y8KQ2M5N7R9T0V3X6Z1B4C' || to_char(id, 'FM00'),
    organizer_first_name = 'Maximiliane-Charlotte', organizer_last_name = 'Featherstonehaugh',
    organizer_email = 'maximiliane.featherstonehaugh@a-long-school-district.example.org',
    applied_coupon_code = 'TEACHERS2025', discount_amount = 5, event_type = 'both', team_member_count = 10
    WHERE transaction_id LIKE 'BENCH%'`);
  await db.execute(sql`INSERT INTO newsletter_signups (email, first_name, last_name,
    organization, created_at) SELECT n || 'maximiliane.featherstonehaugh@a-long-school-district.example.org',
    'Maximiliane', 'Featherstonehaugh', 'School at the Far End of the Valley', now() FROM generate_series(1, 20) AS n`);
  world.moveClock(EARLY_BIRD);
  const held = teamOfTen({ firstName: 'Holly', lastName: 'Hold', email: 'holly@example.org' });
  await world.visitor().post('/api/create-checkout-session', held);
  await pool.query(`UPDATE event_capacity SET current_registrations = 40 WHERE event_date = '2025-09-20'`);
  return order.registrationNumber;
}

/** Each row's height, and whether it is visible without scrolling. */
async function measureRows(size: { width: number; height: number }) {
  await page.setViewportSize(size);
  return page.locator('tbody tr').evaluateAll((rows) =>
    rows.map((row) => {
      const { height, bottom } = row.getBoundingClientRect();
      return { height, isSeen: bottom <= innerHeight };
    }),
  );
}

/** Words of a card that lie beneath its buttons, on phones. */
async function coveredWords(): Promise<string[]> {
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

/** Rows of a laptop are of one height, and many are in sight; cards of a phone are low, with their words uncovered. */
async function expectCompactRows(list: string): Promise<void> {
  await page.locator(`#panel-${list} tbody tr`).nth(ROWS_IN_SIGHT).waitFor();
  const rows = await measureRows(LAPTOP);
  expect([list, ...new Set(rows.map(({ height }) => height))]).toEqual([list, ROW_PX]);
  expect([list, rows.filter(({ isSeen }) => isSeen).length >= ROWS_IN_SIGHT]).toEqual([list, true]);
  const cards = await measureRows(PHONE);
  const tooHigh = cards.map(({ height }) => height).filter((height) => height > CARD_PX);
  expect([list, ...new Set(tooHigh)]).toEqual([list]);
  expect([list, ...new Set(await coveredWords())]).toEqual([list]);
  await page.setViewportSize(LAPTOP);
}

const DIST = fileURLToPath(new URL('../../dist/web/', import.meta.url));
type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] }>;

/** The scripts and styles of the build that these files import, with those of the desk's frame. */
function codeOf(manifest: Manifest, file: string): Set<string> {
  const found = new Set<string>();
  const parts = ['app.html', 'admin/frame/admin-page.tsx', file];
  for (const part of parts) {
    const { file: script, css = [], imports = [] } = manifest[part]!;
    for (const name of [script, ...css]) found.add(name);
    parts.push(...imports.filter((one) => !parts.includes(one)));
  }
  return found;
}

const DESKS = [
  'orders/orders-tab.tsx',
  'registrations/registrations-tab.tsx',
  'newsletter/newsletter-tab.tsx',
  'products/products-tab.tsx',
  'coupons/stripe-coupons-tab.tsx',
  'mappings/mappings-tab.tsx',
  'email-templates/email-templates-tab.tsx',
].map((file) => `admin/${file}`);

/** The tabs whose first load has too much, by their own files and by what this load of the first tab had besides. */
function findHeavyTabs(loaded: readonly string[]): Record<string, number> {
  const manifest = JSON.parse(readFileSync(`${DIST}.vite/manifest.json`, 'utf8')) as Manifest;
  const ofFirst = codeOf(manifest, DESKS[0]!);
  expect([...ofFirst].filter((name) => !loaded.includes(name))).toEqual([]);
  const besides = loaded.filter((name) => !ofFirst.has(name));
  const sizes = new Map<string, number>();
  const sizeOf = (name: string) => {
    const size = sizes.get(name) ?? gzipSync(readFileSync(DIST + name), { level: 9 }).byteLength;
    sizes.set(name, size);
    return size;
  };
  const weights = DESKS.map((file) => {
    const code = new Set([...codeOf(manifest, file), ...besides]);
    return [file, [...code].reduce((sum, name) => sum + sizeOf(name), 0)] as const;
  });
  return Object.fromEntries(weights.filter(([, bytes]) => bytes > 200 * KILOBYTE));
}

const rowsOf = (list: 'Orders' | 'Registrations') =>
  page.getByRole('table', { name: list }).locator('tbody tr');
const pager = () => page.getByRole('navigation', { name: 'Pages of the list' });
const seePage = (figures: string | RegExp) => pager().getByText(figures).waitFor();

test('long lists are compact, paged and filtered, rows open, a person is corrected, held seats are found, and a day gets another maximum', async () => {
  const number = await fillLists();
  page = await openDesk(stage, '/admin', { withClock: true, expected: [/^409 /] });
  const { db } = stage.world.database;
  await page.setViewportSize(LAPTOP);
  const loaded = await loadedBy(page, async () => {
    await page.goto(`${stage.world.siteUrl}/admin?tab=orders`);
    await seePage(`1–${PAGE_SIZE} of ${ALL}`);
  });
  const names = loaded.map((request) => new URL(request.url()).pathname.slice(1));
  const code = [...new Set(names)].filter((name) => /\.(js|css)$/.test(name));
  expect(findHeavyTabs(code)).toEqual({});
  await expectCompactRows('orders');
  const head = page.getByRole('columnheader', { name: 'Organizer' });
  await page.locator('tbody tr').last().scrollIntoViewIfNeeded();
  const bar = await page.getByRole('banner').boundingBox();
  expect(bar!.y).toBe(0);
  expect((await head.boundingBox())!.y).toBe(bar!.height);

  // A row opens its order; its own controls and dialogs don't.
  const row = rowsOf('Orders').first();
  const details = page.getByRole('dialog', { name: /^Order DSS/ });
  const overflow = () => page.evaluate(() => getComputedStyle(document.documentElement).overflowY);
  await row.getByText('completed').click();
  await details.waitFor();
  // Nothing scrolls behind the details; once they are closed, the page scrolls again.
  await expect.poll(overflow).toBe('hidden');
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });
  await expect.poll(overflow).toBe('visible');
  await row.getByRole('button', { name: /^Delete/ }).click();
  const question = page.getByRole('alertdialog');
  await question.getByText('This cannot be undone.').click();
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'hidden' });
  await row.getByRole('button', { name: 'Copy the transaction ID' }).click();
  expect(new URL(page.url()).searchParams.has('order')).toBe(false);

  // Staff see what holds seats, and change the maximum of a day.
  const seats = page.getByRole('region', { name: 'Seats', exact: true });
  await seats.getByRole('button', { name: /Sep 20: 260 of 300 free/ }).click();
  const held = page.getByRole('region', { name: 'Held seats' });
  const hold = held.getByRole('table', { name: 'Held seats' }).getByRole('row').filter({ hasText: 'Holly' });
  await hold.waitFor();
  await expect
    .poll(() => hold.getByRole('cell').allInnerTexts())
    .toEqual([
      expect.stringMatching(/^DSS\d{6}\s+Holly Hold$/),
      'Conference',
      '10',
      'Jul 15, 2025, 10:45 AM MDT',
      expect.stringMatching(/10 seats in all$/),
      'First visit',
    ]);
  await hold.getByRole('button', { name: /^DSS/ }).click();
  await details.getByText('holly@example.org').first().waitFor();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
  const day = seats.getByRole('row', { name: /September 20/ });
  await day.getByRole('button', { name: 'Change the maximum for September 20' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the maximum for September 20' });
  const maximum = dialog.getByRole('textbox', { name: 'Maximum' });
  await maximum.fill('39');
  await dialog.getByRole('button', { name: 'Save' }).click();
  // It is never below what is taken.
  await dialog
    .getByRole('link', { name: '40 seats are already taken on this day, so the maximum cannot be lower.' })
    .waitFor();
  await expect.poll(() => maximum.inputValue()).toBe('39');
  await maximum.fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('link', { name: 'Enter a whole number of seats' }).waitFor();
  await maximum.fill('1,050');
  // The seats are read every 30 s, but a colleague's maximum is not overwritten unseen.
  const colleague = await stage.world.staff('maria.lopez@example.org');
  await colleague.post('/api/admin/capacity/2025-09-20', { maxCapacity: 60, seen: 300 });
  await page.clock.fastForward(30_000);
  await dialog.getByText(/It is now 60\.$/).waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog
    .getByText('Someone else has changed this in the meantime. Please review it and try again.')
    .waitFor();
  await expect.poll(() => maximum.inputValue()).toBe('1,050');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Maximum Changed', 'The maximum for September 20 has been changed.');
  await seats.getByText('Sep 20: 1010 of 1050 free').waitFor();

  // The address and the Back button keep the page, and a missing page leads to the last.
  await expect.poll(() => pager().getByRole('button', { name: 'Previous' }).isDisabled()).toBe(true);
  const next = pager().getByRole('button', { name: 'Next' });
  await next.click();
  await page.waitForURL(/page=2/);
  await seePage(`${ALL}–${ALL} of ${ALL}`);
  // On the last page the button does nothing, but keeps the focus.
  await expect.poll(() => next.isDisabled()).toBe(true);
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
  expect(await next.evaluate((one) => one === document.activeElement)).toBe(true);
  await next.press('Enter');
  expect(new URL(page.url()).searchParams.get('page')).toBe('2');
  await page.goBack();
  await seePage(`1–${PAGE_SIZE} of ${ALL}`);
  await follow(page, '/admin?tab=orders&page=40');
  await page.waitForURL(/page=2/);
  await seePage(`${ALL}–${ALL} of ${ALL}`);
  // A search starts at the first page.
  await page.getByRole('searchbox').fill('holly');
  await page.waitForURL((url) => url.searchParams.has('q') && !url.searchParams.has('page'));
  await expect.poll(() => rowsOf('Orders').count()).toBe(1);
  // Filters stay open, even when the last one is cleared.
  await page.getByText('Filters').click();
  const status = page.getByRole('combobox', { name: 'Payment status' });
  await status.selectOption('completed');
  await page.getByText('Nothing matches this search').waitFor();
  await status.selectOption('');
  await page.waitForURL((url) => !url.searchParams.has('status'));
  await seePage(/^1–/);
  await expect.poll(() => status.isVisible()).toBe(true);
  await page.getByText('Filters').click();
  await status.waitFor({ state: 'hidden' });

  // A registration leads to its order, which shows what was done elsewhere when it is opened again.
  await follow(page, '/admin?tab=registrations&q=alpha');
  const person = rowsOf('Registrations').first();
  const openOrder = () => person.getByRole('button', { name: `Open order ${number}` }).click();
  await openOrder();
  await details.getByText('zoe@example.org').first().waitFor();
  await page.keyboard.press('Escape');
  await details.waitFor({ state: 'hidden' });
  await person.getByRole('button', { name: 'Resend ticket to Zoe Alpha' }).click();
  await question.getByRole('button', { name: 'Resend ticket' }).click();
  await seeToast(page, 'Email Sent', 'Ticket sent again to zoe@example.org');
  await question.waitFor({ state: 'hidden' });
  await openOrder();
  await details.getByText('Resent Zoe Alpha’s ticket').waitFor();
  // The second press finds nothing to close.
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('Escape')]);
  await details.waitFor({ state: 'hidden' });
  expect(new URL(page.url()).searchParams.get('q')).toBe('alpha');
  // Opening and closing an order leaves no extra step for the Back button.
  await page.goBack();
  await page.waitForURL((url) => url.searchParams.get('tab') === 'orders' && !url.searchParams.has('order'));
  await page.goForward();
  await person.getByRole('button', { name: 'Correct Zoe Alpha' }).click();
  const form = page.getByRole('dialog', { name: 'Correct Zoe Alpha' });
  await form.getByRole('textbox', { name: 'First name' }).fill('Zoë');
  await form.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Success', 'Attendee corrected successfully');
  await person.getByText('Zoë Alpha').waitFor();

  // When the last row of a page is deleted, the previous page shows.
  await follow(page, '/admin?tab=orders&page=2');
  await seePage(`${ALL}–${ALL} of ${ALL}`);
  await page.getByRole('button', { name: /^Delete/ }).click();
  await question.getByRole('button', { name: 'Delete order' }).click();
  await seePage(`1–${PAGE_SIZE} of ${PAGE_SIZE}`);

  await follow(page, '/admin?tab=newsletter');
  await expectCompactRows('newsletter');
  await follow(page, '/admin?tab=registrations');
  await expectCompactRows('registrations');
  // A page starts at its first row on a phone, and shows a hundred rows on request.
  await page.setViewportSize(PHONE);
  const total = await db.$count(registrations);
  // Deleting is not the only way to free a seat there.
  const free = rowsOf('Registrations')
    .first()
    .getByRole('button', { name: /^Free the seat of / });
  await expect.poll(() => free.isVisible()).toBe(true);
  await pager().getByRole('button', { name: 'Next' }).click();
  await seePage(`26–50 of ${total}`);
  const top = await rowsOf('Registrations')
    .first()
    .evaluate((first) => first.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(top).toBeLessThan(400);
  // The rows that were in view are on the first hundred.
  await page.setViewportSize(LAPTOP);
  await pager().getByRole('button', { name: '100 rows per page' }).click();
  await seePage(`1–${total} of ${total}`);
  await expect.poll(() => rowsOf('Registrations').count()).toBe(total);
  expect(new URL(page.url()).searchParams.get('size')).toBe('100');
  const pressed = pager().getByRole('button', { pressed: true });
  expect(await pressed.evaluate((button) => getComputedStyle(button).outlineStyle)).toBe('solid');
  await pager().getByRole('button', { name: '25 rows per page' }).click();
  await seePage(`1–25 of ${total}`);
  expect(new URL(page.url()).searchParams.has('size')).toBe(false);

  // The door's lookup is alphabetical, and loads more.
  await follow(page, '/admin?tab=check-in');
  await page.getByRole('radio', { name: 'Manual Lookup' }).check();
  const lookup = page.getByRole('region', { name: 'Manual lookup' });
  await lookup.getByText(`The first ${PAGE_SIZE} of ${total} people, by last name.`).waitFor();
  const people = async () =>
    (await lookup.locator('fieldset label').allInnerTexts()).map((text) => text.split('\n')[0]!);
  expect((await people())[0]).toBe('Zoë Alpha');
  await lookup.getByRole('button', { name: 'Show 25 more' }).click();
  await lookup.getByText(`The first ${2 * PAGE_SIZE} of ${total} people, by last name.`).waitFor();
  expect(new Set(await people()).size).toBe(2 * PAGE_SIZE);
});

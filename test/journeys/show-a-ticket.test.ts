import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { readQr } from './read-qr.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const PHONE = { width: 390, height: 844 };
const LONG = 'Wolfeschlegelsteinhausen';

let single: string;
let team: string;
beforeAll(async () => {
  single = (await buy(stage.world, checkout({ email: 'jane.shows@example.org' }))).order.transactionId;
  const long = { firstName: 'Bartholomew', lastName: LONG, email: 'long@example.org', track: 'caregivers' };
  const { teamMembers } = teamOfTen().registrationData;
  const body = teamOfTen({ teamMembers: [...teamMembers, long] });
  team = (await buy(stage.world, body)).order.transactionId;
});

async function open(path: string): Promise<Page> {
  const page = await stage.browser.open({ viewport: PHONE });
  await page.addInitScript(() => {
    const held = { locks: 0 };
    Object.assign(window, { held });
    Object.defineProperty(navigator, 'wakeLock', {
      configurable: true,
      value: {
        request: async () => {
          held.locks += 1;
          return { release: async () => (held.locks -= 1) };
        },
      },
    });
  });
  await page.goto(stage.world.siteUrl + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  return page;
}

const codeOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Show the code of ${name} full-screen` });
const screenOf = (page: Page) => page.getByRole('dialog', { name: 'Code of Jane Sample' });
const locksHeld = (page: Page) =>
  page.evaluate(() => (window as unknown as { held: { locks: number } }).held.locks);

test('on a phone the first view of each page is the ticket', async () => {
  const page = await stage.browser.open({ viewport: PHONE });
  for (const path of ['/checkout-success?id=', '/registration/', '/confirmation/']) {
    for (const order of [single, team]) {
      await page.goto(stage.world.siteUrl + path + order);
      const ticket = page.getByRole('region', { name: 'Your ticket', exact: true });
      await ticket.waitFor();
      await page.evaluate(() => document.fonts.ready);
      const box = (await ticket.boundingBox())!;
      expect([path, box.y + box.height <= PHONE.height]).toEqual([path, true]);
      const code = await ticket.getByRole('img').boundingBox();
      const name = ticket.getByText('Jane Sample', { exact: true });
      const size = await name.evaluate((element) => getComputedStyle(element).fontSize);
      expect([code!.width, code!.height, size]).toEqual([240, 240, '30px']);
      expect(await page.getByRole('banner').getByText('Register').count()).toBe(0);
    }
  }
});

test('a tap shows the code full-screen with the screen awake; Escape, a tap and Back close it', async () => {
  const page = await open(`/registration/${single}`);
  const code = codeOf(page, 'Jane Sample');
  const token = await readQr(await code.screenshot());
  const closed = async () => {
    await screenOf(page).waitFor({ state: 'detached' });
    await expect.poll(() => locksHeld(page)).toBe(0);
    expect(new URL(page.url()).pathname).toBe(`/registration/${single}`);
  };
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(20, 800),
    () => page.goBack(),
    async () => {
      await page.reload();
      await screenOf(page).waitFor();
      await page.getByRole('button', { name: 'Close' }).press('Enter');
    },
  ]) {
    await code.click();
    await screenOf(page).waitFor();
    await expect.poll(() => locksHeld(page)).toBe(1);
    expect(await readQr(await page.screenshot())).toEqual(token);
    const { width, height } = (await screenOf(page).boundingBox())!;
    expect({ width, height }).toEqual(PHONE);
    await close();
    await closed();
  }
  await code.press('Enter');
  await screenOf(page).waitFor();
  await page.keyboard.press('Escape');
  await closed();
  expect(await code.evaluate((element) => element === document.activeElement)).toBe(true);
});

test('a team is a list of rows that unfold, and leads to its unnamed seats', async () => {
  const page = await open(`/registration/${team}`);
  const rows = page.getByRole('region', { name: 'Attendees' }).getByRole('listitem');
  await rows.first().waitFor();
  const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
  expect(heights).toEqual(Array.from({ length: 10 }, () => 56));

  const ada = rows.filter({ hasText: 'Ada Sample' });
  await ada.getByText('Show code').click();
  const image = ada.getByRole('img', { name: "QR code of Ada Sample's ticket" });
  expect((await image.boundingBox())!.width).toBe(240);
  await codeOf(page, 'Ada Sample').click();
  await page.getByRole('dialog', { name: 'Code of Ada Sample' }).waitFor();
  await page.goBack();
  await ada.getByText('Hide code').click();
  await image.waitFor({ state: 'hidden' });

  await page.getByRole('link', { name: 'Name 6 seats' }).click();
  await page.getByRole('heading', { name: '10 seats: 4 named, 6 free' }).waitFor();
});

test('a long name gets smaller before one of its words is split', async () => {
  const page = await open(`/registration/${team}`);
  const sizes: string[] = [];
  await page.route('**/api/orders/transaction/*', async (route) => {
    const response = await route.fetch();
    const data = await response.json();
    data.registrations[0].lastName = LONG;
    await route.fulfill({ response, json: data });
  });
  await page.reload();
  const name = page
    .getByRole('region', { name: 'Your ticket', exact: true })
    .getByText(`Jane ${LONG}`, { exact: true });
  for (const width of [320, 390, 600, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expect
      .poll(() => name.evaluate((element) => element.scrollWidth <= element.clientWidth))
      .toBe(true);
    sizes.push(await name.evaluate((element) => getComputedStyle(element).fontSize));
  }
  expect(sizes).toEqual(['20px', '20px', '30px', '30px']);
});

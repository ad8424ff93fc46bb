import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { follow } from './desk.ts';
import { readQr } from './read-qr.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const PHONE = { width: 390, height: 844 };
const LONG = 'Wolfeschlegelsteinhausen';

/** A phone whose wake locks are counted. */
async function openPhone(): Promise<Page> {
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
  return page;
}

const ticketOn = (page: Page) => page.getByRole('region', { name: 'Your ticket', exact: true });
const codeOf = (page: Page, name: string) =>
  page.getByRole('button', { name: `Show the code of ${name} full-screen` });
const locksHeld = (page: Page) =>
  page.evaluate(() => (window as unknown as { held: { locks: number } }).held.locks);
const sizeOf = (element: Element) => getComputedStyle(element).fontSize;

/** Without scrolling, the page shows the whole ticket, and no call to register. */
async function seeTicketFirst(page: Page, heading: string, name: string, fontSize: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
  const ticket = ticketOn(page);
  await ticket.getByText(name, { exact: true }).waitFor();
  await page.evaluate(() => document.fonts.ready);
  const bottom = async () => {
    const box = (await ticket.boundingBox())!;
    return box.y >= 0 && box.y + box.height <= PHONE.height;
  };
  await expect.poll(bottom).toBe(true);
  const code = await ticket.getByRole('img').boundingBox();
  const size = await ticket.getByText(name, { exact: true }).evaluate(sizeOf);
  expect([code!.width, code!.height, size]).toEqual([240, 240, fontSize]);
  await expect.poll(() => page.getByRole('banner').getByText('Register').count()).toBe(0);
}

test('on a phone the ticket comes first, its code fills the screen, and a team unfolds', async () => {
  const { transactionId: single } = (await buy(stage.world, checkout({ lastName: LONG }))).order;
  const long = { firstName: 'Bartholomew', lastName: LONG, email: 'long@example.org', track: 'caregivers' };
  const { teamMembers } = teamOfTen().registrationData;
  const body = teamOfTen({ teamMembers: [...teamMembers, long] });
  const { transactionId: team } = (await buy(stage.world, body)).order;
  const page = await openPhone();
  await page.goto(`${stage.world.siteUrl}/registration/${single}`);
  await seeTicketFirst(page, 'Registration details', `Jane ${LONG}`, '20px');
  await showCode(page);

  await follow(page, `/checkout-success?id=${single}`);
  await seeTicketFirst(page, 'You’re in, Jane!', `Jane ${LONG}`, '20px');
  await follow(page, `/confirmation/${single}`);
  await seeTicketFirst(page, 'Your order is confirmed', `Jane ${LONG}`, '20px');
  await resizeLongName(page);
  await page.setViewportSize(PHONE);
  await follow(page, `/registration/${team}`);
  await seeTicketFirst(page, 'Registration details', 'Jane Sample', '30px');
  await unfoldTeam(page);
  await page.getByRole('link', { name: 'Name 6 seats' }).click();
  await page.getByRole('heading', { name: '10 seats: 4 named, 6 free' }).waitFor();
});

/** A tap shows the code with the screen awake; Escape, a tap, Back and the button close it. */
async function showCode(page: Page) {
  const { pathname } = new URL(page.url());
  const code = codeOf(page, `Jane ${LONG}`);
  const token = await readQr(await code.screenshot());
  expect(token).toHaveLength(1);
  const screen = page.getByRole('dialog', { name: `Code of Jane ${LONG}` });
  const closed = async () => {
    await screen.waitFor({ state: 'detached' });
    await expect.poll(() => locksHeld(page)).toBe(0);
    expect(new URL(page.url()).pathname).toBe(pathname);
  };
  const open = async (how: () => Promise<unknown>) => {
    await how();
    await screen.waitFor();
    await expect.poll(() => locksHeld(page)).toBe(1);
  };
  await open(() => code.click());
  expect(await readQr(await page.screenshot())).toEqual(token);
  const { width, height } = (await screen.boundingBox())!;
  expect({ width, height }).toEqual(PHONE);
  await page.mouse.click(20, 800);
  await closed();
  await open(() => code.click());
  await page.goBack();
  await closed();
  await open(() => code.press('Enter'));
  await page.keyboard.press('Escape');
  await closed();
  await expect.poll(() => code.evaluate((element) => element === document.activeElement)).toBe(true);
  await open(() => code.click());
  await open(() => page.reload());
  await page.getByRole('button', { name: 'Close' }).press('Enter');
  await closed();
}

/** A team is a list of rows that unfold. */
async function unfoldTeam(page: Page) {
  const rows = page.getByRole('region', { name: 'Attendees' }).getByRole('listitem');
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
}

/** A long name gets smaller before one of its words is split. */
async function resizeLongName(page: Page) {
  const name = ticketOn(page).getByText(`Jane ${LONG}`, { exact: true });
  const sizes: string[] = [];
  for (const width of [320, 390, 600, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await expect
      .poll(() => name.evaluate((element) => element.scrollWidth <= element.clientWidth))
      .toBe(true);
    sizes.push(await name.evaluate(sizeOf));
  }
  expect(sizes).toEqual(['20px', '20px', '30px', '30px']);
}

import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { eq } from '#server/db/drizzle.ts';
import { qrCodes, registrations } from '#server/db/tables.ts';
import { currentCode } from '#server/tickets/issue-tickets.ts';
import { teamOfTen } from '#test/factories.ts';
import { buy } from './desk.ts';
import { mailTo } from './mail.ts';
import { readQr } from './read-qr.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const PHONE = { width: 390, height: 844 };
const NO_NETWORK = [/^net::ERR_INTERNET_DISCONNECTED /];

let orderId: number;
beforeAll(async () => {
  orderId = (await buy(stage.world, teamOfTen())).order.id;
});

/** The link in the ticket mail to that address. */
async function linkIn(address: string): Promise<string> {
  const [mail] = await mailTo(stage.world.sandbox.url, address);
  return /Open my ticket: (\S+)/.exec(mail!.text)![1]!;
}

const codeOn = (page: Page) => page.getByRole('button', { name: /^Show the code of/ });

async function currentToken(firstName: string): Promise<string> {
  const rows = await stage.world.database.db
    .select({ token: qrCodes.qrCodeData, name: registrations.firstName })
    .from(registrations)
    .innerJoin(qrCodes, currentCode(registrations.id))
    .where(eq(registrations.orderId, orderId));
  return rows.find(({ name }) => name === firstName)!.token;
}

test('the page of a ticket opens again without a network, and its key is in no address', async () => {
  const page = await stage.browser.open({ viewport: PHONE, isFirstVisit: true, expected: NO_NETWORK });
  const asked: string[] = [];
  page.context().on('request', (request) => {
    asked.push(request.url(), request.headers().referer ?? '');
  });
  const link = await linkIn('ada@example.org');
  const key = new URL(link).hash.slice(1);
  await page.goto(link);
  const token = await currentToken('Ada');
  expect(await readQr(await codeOn(page).screenshot())).toEqual([token]);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await (await caches.open('kept-tickets')).keys()).length === 1);
  expect(asked.filter((one) => new URL(one || page.url()).pathname === '/my-ticket')).not.toEqual([]);
  expect(asked.filter((one) => one.split('#')[0]!.includes(key))).toEqual([]);

  await page.context().setOffline(true);
  await page.reload();
  await page.getByText(/^Saved on this phone on /).waitFor();
  await codeOn(page).click();
  const screen = page.getByRole('dialog', { name: 'Code of Ada Sample' });
  await screen.waitFor();
  expect(await readQr(await page.screenshot())).toEqual([token]);
  await page.keyboard.press('Escape');
  await screen.waitFor({ state: 'detached' });
  expect(page.url()).toBe(link);

  await page.context().setOffline(false);
  await page.getByText(/^Saved on this phone on /).waitFor({ state: 'detached' });
});

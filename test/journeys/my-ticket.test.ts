import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { eq } from '#server/db/drizzle.ts';
import { qrCodes, registrations } from '#server/db/tables.ts';
import { currentCode } from '#server/tickets/ticket-codes.ts';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { readQr } from './read-qr.ts';
import { setStage } from './stage.ts';

const stage = setStage();
const PHONE = { width: 390, height: 844 };
const NO_NETWORK = [/^net::ERR_INTERNET_DISCONNECTED /];

const seeFocusOnTitle = (page: Page) =>
  expect
    .poll(() => page.getByRole('heading', { level: 1 }).evaluate((one) => one === document.activeElement))
    .toBe(true);

const codeOn = (page: Page) => page.getByRole('button', { name: /^Show the code of/ });

/** The current code of that person of the order, and the link to the ticket's page as its mail has it. */
async function ticketOf(orderId: number, firstName: string): Promise<{ token: string; link: string }> {
  const rows = await stage.world.database.db
    .select({ token: qrCodes.qrCodeData, key: qrCodes.pageKey, name: registrations.firstName })
    .from(registrations)
    .innerJoin(qrCodes, currentCode(registrations.id))
    .where(eq(registrations.orderId, orderId));
  const { token, key } = rows.find(({ name }) => name === firstName)!;
  return { token, link: `${stage.world.siteUrl}/my-ticket#${key}` };
}

test('a holder opens the ticket, even offline, corrects it and gives it to a friend, who returns it; a buyer returns the only one', async () => {
  const { order } = await buy(stage.world, teamOfTen());
  const expected = [...NO_NETWORK, /^409 POST .*\/my-ticket\/change$/];
  const page = await stage.browser.open({ viewport: PHONE, isFirstVisit: true, expected });
  const asked: string[] = [];
  page.context().on('request', (request) => {
    asked.push(request.url(), request.headers().referer ?? '');
  });
  const { token, link } = await ticketOf(order.id, 'Ada');
  const key = new URL(link).hash.slice(1);
  await page.goto(link);
  expect(await readQr(await codeOn(page).screenshot())).toEqual([token]);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => (await (await caches.open('kept-tickets')).keys()).length === 1);
  expect(asked.filter((one) => new URL(one || page.url()).pathname === '/my-ticket')).not.toEqual([]);
  expect(asked.filter((one) => one.split('#')[0]!.includes(key))).toEqual([]);

  await page.context().setOffline(true);
  await page.reload();
  await page.getByText(/^Saved on this device on /).waitFor();
  await codeOn(page).click();
  const screen = page.getByRole('dialog', { name: 'Code of Ada Sample' });
  await screen.waitFor();
  expect(await readQr(await page.screenshot())).toEqual([token]);
  await page.keyboard.press('Escape');
  await screen.waitFor({ state: 'detached' });
  expect(page.url()).toBe(link);
  await page.context().setOffline(false);
  await page.getByText(/^Saved on this device on /).waitFor({ state: 'detached' });

  await page.getByRole('button', { name: 'Correct my details' }).click();
  const lastName = page.getByRole('textbox', { name: 'Last name' });
  await lastName.fill('');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('link', { name: 'Last name is required' }).waitFor();
  await lastName.fill('Sampleton');
  // Somebody else's change arrives while the form is open: it is shown before anything is saved over it, what was typed
  // stays, and saving doesn't undo the change.
  const { db } = stage.world.database;
  const ada = eq(registrations.email, 'ada@example.org');
  await db.update(registrations).set({ dietaryRestrictions: 'no nuts' }).where(ada);
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText(ERROR_WORDS.changed_meanwhile).waitFor();
  const diet = page.getByRole('textbox', { name: 'Dietary needs' });
  await expect.poll(() => diet.inputValue()).toBe('no nuts');
  await page.getByText('This is the same person: the ticket stays as it is.').waitFor();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: 'Ada Sampleton' }).waitFor();
  expect((await ticketOf(order.id, 'Ada')).token).toBe(token);
  const [saved] = await db.select().from(registrations).where(ada);
  expect(saved!.dietaryRestrictions).toBe('no nuts');

  await page.getByRole('button', { name: 'Give my ticket to someone else' }).click();
  await page.getByRole('textbox', { name: 'First name' }).fill('Ben');
  await page.getByRole('textbox', { name: 'Last name' }).fill('Okafor');
  await page.getByRole('textbox', { name: 'Email' }).fill('ben.okafor@example.org');
  await page
    .getByText('This is a different person. Ben gets a new ticket, and Ada’s stops working immediately.')
    .waitFor();
  await page.getByRole('button', { name: 'Give the ticket to Ben' }).click();
  const gone = page.getByText('This ticket was given to someone else on July 15.');
  await gone.waitFor();
  // The pressed button is gone with the ticket.
  await seeFocusOnTitle(page);
  await expect.poll(() => page.getByRole('img', { name: /QR code/ }).count()).toBe(0);

  const ofBen = await ticketOf(order.id, 'Ben');
  await page.goto(ofBen.link);
  await page.getByRole('heading', { name: 'Ben Okafor' }).waitFor();
  expect(await readQr(await codeOn(page).screenshot())).toEqual([ofBen.token]);
  await page.goBack();
  await gone.waitFor();
  await page.goForward();
  await page.route('**/api/my-ticket/return-preview', (call) => call.abort('internetdisconnected'), {
    times: 1,
  });
  await page.getByRole('button', { name: 'I can’t come' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Return your ticket?' });
  await dialog.getByRole('alert').waitFor();
  await expect.poll(() => dialog.getByText('One moment').count()).toBe(0);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog
    .getByText(/^Your seat will go back to the person who registered you, and we’ll let them know\./)
    .waitFor();
  await dialog.getByRole('button', { name: 'I can’t come' }).click();
  const returned = page.getByText('This ticket was returned on July 15.');
  await returned.waitFor();
  await seeFocusOnTitle(page);

  // Of an order for one person, the page repeats what was said about the refund.
  const { order: single } = await buy(stage.world, checkout());
  await page.goto((await ticketOf(single.id, 'Jane')).link);
  await page.getByRole('button', { name: 'I can’t come' }).click();
  const refund =
    'Under the refund policy, $20.00 will be refunded to the person who paid, once we’ve checked it.';
  await dialog.getByText(refund).waitFor();
  await dialog.getByRole('button', { name: 'I can’t come' }).click();
  await returned.waitFor();
  await page.getByRole('alert').getByText(refund, { exact: true }).waitFor();
});

test('if the question before a cancellation cannot be loaded, the page stays and says that nothing was done', async () => {
  const { order } = await buy(stage.world, checkout());
  const page = await stage.browser.open({ expected: [/ERR_FAILED GET .*\/confirm-dialog-/] });
  const question = '**/assets/confirm-dialog-*.js';
  const failure = page.getByRole('alert').filter({ hasText: 'Nothing was changed or canceled.' });

  await page.goto((await ticketOf(order.id, 'Jane')).link);
  await page.route(question, (route) => route.abort());
  const button = page.getByRole('button', { name: 'I can’t come' });
  await button.click();
  await failure.waitFor();
  await codeOn(page).waitFor();
  await page.unroute(question);
  await failure.getByRole('button', { name: 'Reload the page' }).click();
  await failure.waitFor({ state: 'detached' });
  await button.click();
  await page.getByRole('alertdialog', { name: 'Return your ticket?' }).waitFor();

  await page.goto(`${stage.world.siteUrl}/cancel/${order.transactionId}`);
  await page.route(question, (route) => route.abort());
  const seat = page.getByRole('checkbox', { name: 'Jane Sample' });
  await seat.check();
  await page.getByRole('button', { name: 'Cancel 1 seat and get $20.00 back' }).click();
  await failure.waitFor();
  await expect.poll(() => seat.isChecked()).toBe(true);
});

import { createServer, type Server } from 'node:http';
import type { Square } from '@square/web-payments-sdk-types';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { close, listen } from '#sandbox/control/listen.ts';
import { openBrowser, type TestBrowser } from '#test/browser.ts';
import {
  applicationId,
  locationId,
  openStand,
  pay,
  paymentOf,
  refusal,
  type Stand,
  verificationOf,
} from '#test/sandbox/square-stand.ts';

type Card = Awaited<ReturnType<ReturnType<Square['payments']>['card']>>;
type ShopWindow = typeof globalThis & { Square: Square; card: Card; seen: string[] };

let stand: Stand;
let browser: TestBrowser;
let shop: Server;
let shopUrl: string;
beforeAll(async () => {
  [stand, browser] = await Promise.all([openStand({ webhook: false }), openBrowser()]);
  // A page under a policy as strict as a shop's: no inline script, no inline style, the sandbox for the card alone.
  const policy = `default-src 'none'; script-src ${stand.url}; frame-src ${stand.url}; connect-src ${stand.url}; style-src 'self'`;
  shop = createServer((request, response) => {
    if (request.url !== '/') return response.writeHead(204).end();
    response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policy });
    response.end(
      `<!doctype html><title>Shop</title><div id="card"></div><script src="${stand.url}/square/web/v1/square.js"></script>`,
    );
  });
  shopUrl = `http://127.0.0.1:${await listen(shop)}`;
});
afterEach(() => expect(browser.takeTrouble()).toEqual([]));
afterAll(async () => {
  await browser.close();
  shop.closeAllConnections();
  await Promise.all([close(shop), stand.kill()]);
});

async function attach(): Promise<{ page: Page; type(field: string, value: string): Promise<void> }> {
  const page = await browser.open();
  await page.goto(shopUrl);
  await page.evaluate(
    async ([application, place]) => {
      const shopWindow = globalThis as ShopWindow;
      shopWindow.card = await shopWindow.Square.payments(application!, place).card();
      await shopWindow.card.attach('#card');
    },
    [applicationId, locationId],
  );
  const frame = page.frameLocator('iframe[title="Secure card form (SANDBOX)"]');
  return { page, type: (field, value) => frame.getByLabel(field, { exact: true }).fill(value) };
}

async function typeCard(type: (field: string, value: string) => Promise<void>, number: string, cvv = '111') {
  await type('Card number', number);
  await type('MM/YY', '12/34');
  await type('CVV', cvv);
  await type('ZIP', '94103');
}

const tokenize = (page: Page, details?: ReturnType<typeof verificationOf>) =>
  page.evaluate((given) => (globalThis as ShopWindow).card.tokenize(given as never), details);
const tokenOf = (result: Awaited<ReturnType<Card['tokenize']>>) => {
  if (result.status !== 'OK') throw new Error(JSON.stringify(result));
  return result.token;
};
const inFrame = (page: Page) => page.frameLocator('iframe');

test('a typed card becomes a token that pays, and the page never has the number or its field', async () => {
  const { page, type } = await attach();
  await typeCard(type, '4111 1111 1111 1111');
  const result = await tokenize(page);
  expect(result).toMatchObject({
    status: 'OK',
    details: { method: 'Card', card: { brand: 'VISA', last4: '1111', expMonth: 12, expYear: 2034 } },
  });
  expect((await pay(stand, { sourceId: tokenOf(result) })).status).toBe('COMPLETED');
  expect(await page.locator('input').count()).toBe(0);
  expect(await page.locator('style').count()).toBe(0);
  expect(await page.evaluate(() => document.querySelector('iframe')!.contentDocument === null)).toBe(true);
  await expect.poll(() => inFrame(page).getByText('SANDBOX', { exact: true }).isVisible()).toBe(true);
});

test('a suggested test card fills the form; the declined one is declined', async () => {
  const { page } = await attach();
  await inFrame(page).getByText('Test cards').click();
  await inFrame(page).getByRole('button', { name: 'Use card 4000 0000 0000 0002' }).click();
  const sourceId = tokenOf(await tokenize(page));
  expect((await refusal(stand.square.payments.create(paymentOf({ sourceId })))).code).toBe('GENERIC_DECLINE');
});

test('invalid fields are shown in the form and reported to the page', async () => {
  const { page, type } = await attach();
  await typeCard(type, '4111 1111 1111 1112', '1');
  const result = await tokenize(page);
  expect(result).toMatchObject({
    status: 'Invalid',
    errors: [
      { type: 'VALIDATION_ERROR', field: 'cardNumber', message: 'Enter a valid card number.' },
      { type: 'VALIDATION_ERROR', field: 'cvv' },
    ],
  });
  const number = inFrame(page).getByLabel('Card number');
  expect(await number.getAttribute('aria-invalid')).toBe('true');
  expect(await inFrame(page).getByText('Enter a valid card number.').isVisible()).toBe(true);
  expect(await number.evaluate((field) => field === document.activeElement)).toBe(true);
});

test('a card that requires verification is confirmed with a code, and pays that amount', async () => {
  const { page, type } = await attach();
  await typeCard(type, '4800 0000 0000 0004');
  const result = tokenize(page, verificationOf('20.00'));
  await inFrame(page).getByText('Pay $20.00 with the card ending in 0004?').waitFor();
  await type('Code', '111111');
  await inFrame(page).getByRole('button', { name: 'Confirm' }).click();
  await inFrame(page).getByText('This code is wrong.').waitFor();
  await type('Code', '123456');
  await inFrame(page).getByRole('button', { name: 'Confirm' }).click();
  const sourceId = tokenOf(await result);
  expect((await pay(stand, { sourceId })).status).toBe('COMPLETED');
});

test('the challenge can be canceled, and ends when the form is destroyed', async () => {
  const { page, type } = await attach();
  await typeCard(type, '4800 0000 0000 0004');
  const canceled = tokenize(page, verificationOf('20.00'));
  await inFrame(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await canceled).toEqual({ status: 'Cancel' });
  expect(await inFrame(page).getByLabel('Card number').isVisible()).toBe(true);

  const replaced = tokenize(page, verificationOf('20.00'));
  await inFrame(page).getByRole('button', { name: 'Confirm' }).waitFor();
  expect(await inFrame(page).getByText('Test cards').isVisible()).toBe(false);
  const aborted = tokenize(page, verificationOf('21.00'));
  expect(await replaced).toEqual({ status: 'Abort' });
  await inFrame(page).getByText('Pay $21.00').waitFor();
  expect(await page.evaluate(() => (globalThis as ShopWindow).card.destroy())).toBe(true);
  expect(await aborted).toEqual({ status: 'Abort' });
  expect(await page.locator('iframe').count()).toBe(0);
});

test("messages that don't come from the form's frame are ignored", async () => {
  const { page, type } = await attach();
  await typeCard(type, '4800 0000 0000 0004');
  await page.evaluate(() => {
    const shopWindow = globalThis as ShopWindow;
    shopWindow.seen = [];
    shopWindow.card.addEventListener('submit', () => {
      shopWindow.seen.push('submit');
    });
  });
  const result = tokenize(page, verificationOf('20.00'));
  await inFrame(page).getByRole('button', { name: 'Cancel' }).waitFor();
  await page.evaluate(() => {
    for (let id = 0; id < 9; id++) {
      window.postMessage(
        { kind: 'response', id, result: { status: 'OK', token: 'forged' } },
        location.origin,
      );
    }
    window.postMessage({ kind: 'event', type: 'submit' }, location.origin);
  });
  await inFrame(page).getByRole('button', { name: 'Cancel' }).click();
  expect(await result).toEqual({ status: 'Cancel' });
  expect(await page.evaluate(() => (globalThis as ShopWindow).seen)).toEqual([]);
});

test("mistakes in the page's calls throw named errors", async () => {
  const { page } = await attach();
  const names = await page.evaluate(
    async ([application, place]) => {
      const { card, Square } = globalThis as ShopWindow;
      const nameOf = (work: () => unknown) =>
        Promise.resolve()
          .then(work)
          .then(
            () => 'fine',
            (error: Error) => error.name,
          );
      const payments = Square.payments(application!, place);
      const other = await payments.card();
      return [
        await nameOf(() => card.attach('#card')),
        await nameOf(() => other.tokenize()),
        await nameOf(() => other.attach('#none')),
        await nameOf(() => Square.payments('sq0idp-live', place)),
        await nameOf(() => Square.payments('other', place)),
        await nameOf(() => card.destroy()),
        await nameOf(() => card.attach('#card')),
        await nameOf(async () => {
          const unknown = await Square.payments('sandbox-sq0idb-unknown', place).card();
          await unknown.attach('#card');
        }),
      ];
    },
    [applicationId, locationId],
  );
  expect(names).toEqual([
    'PaymentMethodAlreadyAttachedError',
    'PaymentMethodNotAttachedError',
    'ElementNotFoundError',
    'ApplicationIdEnvironmentMismatchError',
    'InvalidApplicationIdError',
    'fine',
    'PaymentMethodAlreadyDestroyedError',
    'InvalidApplicationIdError',
  ]);
});

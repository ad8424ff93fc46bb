import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkout } from '#test/factories.ts';
import { fakeCameraFlags, writeFilm } from './fake-camera.ts';
import { mailTo, ticketPicture } from './mail.ts';
import { setStage } from './stage.ts';

const folder = await mkdtemp(join(tmpdir(), 'summit-door-'));
const film = join(folder, 'ticket.mjpeg');
const stage = setStage({ now: '2025-09-18T16:00:00Z', flags: fakeCameraFlags(film) });
afterAll(() => rm(folder, { recursive: true }));

const DOORS_OPEN = '2025-09-20T14:10:00Z';
let page: Page;
let codeOfCarl: string;

beforeAll(async () => {
  const { world, browser } = stage;
  await buy('Anna');
  await buy('Bert');
  codeOfCarl = await buy('Carl');
  const [mail] = await mailTo(world.sandbox.url, 'anna@example.org');
  await writeFilm(film, await ticketPicture(world.sandbox.url, mail!));

  world.moveClock(DOORS_OPEN);
  page = await browser.open({
    permissions: ['camera'],
    expected: [/^401 GET .*\/api\/auth\/user/, /^409 POST .*\/api\/admin\/check-in$/],
  });
  await page.goto(`${world.siteUrl}/api/login?returnTo=/admin`);
  await page.getByRole('button', { name: 'door@example.org' }).click();
  await page.getByRole('tab', { name: 'Check-In' }).click();
});

/** Returns the ticket's code. */
async function buy(firstName: string): Promise<string> {
  const email = `${firstName.toLowerCase()}@example.org`;
  const visitor = stage.world.visitor();
  const body = checkout({ firstName, lastName: 'Door', email });
  const started = await visitor.post('/api/create-checkout-session', body);
  const { url, transactionId } = await started.json();
  await stage.world.pay(url);
  const bought = await (await visitor.get(`/api/registrations/${transactionId}`)).json();
  return bought.registrations[0].qrCodeData;
}

test('the camera reads the ticket of the mail, and the person is checked in', async () => {
  expect(await figures()).toEqual(['3', '0', '0.0%']);
  await page.getByRole('button', { name: 'Start Camera Scanner' }).click();
  await result().getByText('Valid ticket').waitFor();
  await result().getByText('Anna Door').waitFor();
  // It stops by itself, so that the next ticket waits for its turn.
  await page.getByRole('button', { name: 'Start Camera Scanner' }).waitFor();

  await page.getByLabel('Notes').fill('with a service dog');
  await checkInButton().click();
  await toast().getByText('Check-in Successful').waitFor();
  await toast().getByText('Anna Door checked in successfully').waitFor();
  await result().getByText('Checked in', { exact: true }).waitFor();
  expect(await page.getByLabel('Notes').inputValue()).toBe('');
  await seeFigures(['3', '1', '33.3%']);
  await recent().getByText('Anna Door', { exact: true }).waitFor();
  await recent().getByText('Just now').waitFor();
});

test('the same ticket a second time is told when and by whom it was used', async () => {
  await page.getByRole('button', { name: 'Start Camera Scanner' }).click();
  const alert = result().getByRole('alert');
  await alert.getByText('Already checked in').waitFor();
  await alert.getByText('Anna Door').waitFor();
  await alert.getByText(/^First at 8:1\d AM by /).waitFor();
  expect(await checkInButton().getAttribute('aria-disabled')).toBe('true');
  await seeFigures(['3', '1', '33.3%']);
});

test('without a ticket the person is looked up by name', async () => {
  await page.getByRole('radio', { name: 'Manual Lookup' }).check();
  await page.getByLabel('Search by name or email').fill('BERT d');
  const found = page.getByRole('region', { name: 'Manual lookup' });
  await found.getByText('1 person', { exact: true }).waitFor();
  await found.getByRole('radio', { name: /Bert Door/ }).check();
  await result().getByText('Check in this person?').waitFor();
  await checkInButton().click();
  await toast().getByText('Bert Door checked in successfully').waitFor();
  await seeFigures(['3', '2', '66.7%']);

  await page.getByLabel('Search by name or email').fill('anna@example.org');
  await found.getByText('1 person', { exact: true }).waitFor();
  await found.getByText('Checked in', { exact: true }).waitFor();
});

test('a code that is pasted is as good as one that is scanned', async () => {
  await page.getByRole('radio', { name: 'QR Scan' }).check();
  const box = page.getByLabel('Paste or type a ticket code');
  await box.fill('T000000000000000000000000000');
  await page.getByRole('button', { name: 'Validate' }).click();
  await toast().getByText('Invalid QR Code').waitFor();
  await result().getByRole('alert').getByText('Do not admit').waitFor();
  expect(await checkInButton().getAttribute('aria-disabled')).toBe('true');

  await box.fill(codeOfCarl);
  await box.press('Enter');
  await result().getByText('Carl Door').waitFor();
  await checkInButton().click();
  await toast().getByText('Carl Door checked in successfully').waitFor();
  await seeFigures(['3', '3', '100.0%']);
  expect(await recent().getByRole('listitem').count()).toBe(3);
});

test('a check-in that was a mistake is undone, and the ticket is good again', async () => {
  await recent()
    .getByRole('button', { name: /^Undo.*the check-in of Anna Door$/ })
    .click();
  await recent().getByRole('button', { name: 'Undo check-in' }).click();
  await recent().getByText('The check-in of Anna Door was undone.').waitFor();
  await seeFigures(['3', '2', '66.7%']);
  expect(await recent().getByRole('listitem').count()).toBe(2);

  await page.getByRole('button', { name: 'Start Camera Scanner' }).click();
  await result().getByText('Valid ticket').waitFor();
  await result().getByText('Anna Door').waitFor();
});

function result(): Locator {
  return page.getByRole('region', { name: 'Result' });
}

function toast(): Locator {
  return page.getByRole('region', { name: /Notifications/ });
}

function checkInButton(): Locator {
  return page.getByRole('button', { name: 'Check In Registration' });
}

function recent(): Locator {
  return page
    .locator('section, div')
    .filter({ has: page.getByRole('heading', { name: 'Recent Check-ins' }) })
    .last();
}

async function figures(): Promise<string[]> {
  const cards = page.getByRole('region', { name: 'Check-in of today' });
  await cards.getByText('%').waitFor();
  return cards.getByRole('definition').allInnerTexts();
}

async function seeFigures(expected: string[]) {
  await page.getByRole('region', { name: 'Check-in of today' }).getByText(expected[2]!).waitFor();
  expect(await figures()).toEqual(expected);
}

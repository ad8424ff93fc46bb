import type { Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { eventually } from '#test/eventually.ts';
import { setCameraStage } from './camera-stage.ts';
import { openDesk, seeToast, toastOf } from './desk.ts';
import { PHONE, scanByHand } from './door-phone.ts';
import { refuseCamera } from './fake-camera.ts';

const { stage, DOORS_OPEN, buyTicket, showToCamera } = setCameraStage();

test('the desk checks people in: by camera, code, name and handheld scanner, without a network, and after a lost response', async () => {
  const codes = new Map<string, string>();
  for (const name of ['Anna', 'Bert', 'Carl', 'Dora', 'Gus', 'Ivo']) codes.set(name, await buyTicket(name));
  await showToCamera(codes.get('Anna')!);
  stage.world.moveClock(DOORS_OPEN);
  const page = await openDesk(stage, '/admin?tab=check-in', {
    as: 'door@example.org',
    expected: [
      /^409 POST .*\/api\/admin\/check-in$/,
      /^net::ERR_INTERNET_DISCONNECTED .*\/api\/admin\//,
      /^net::ERR_CONNECTION_RESET POST .*\/api\/admin\/check-in$/,
    ],
  });
  const result = page.getByRole('region', { name: 'Result' });
  const alert = result.getByRole('alert');
  const checkIn = page.getByRole('button', { name: 'Check In Registration' });
  const start = page.getByRole('button', { name: 'Start Camera Scanner' });
  const box = page.getByLabel('Paste or type a ticket code');
  const recent = page
    .locator('section, div')
    .filter({ has: page.getByRole('heading', { name: 'Recent Check-ins' }) })
    .last();
  const figures = page.getByRole('region', { name: 'Today’s check-ins' });
  const seeFigures = async (...expected: string[]) => {
    await figures.getByText(expected[2]!).waitFor();
    await expect.poll(() => figures.getByRole('definition').allInnerTexts()).toEqual(expected);
  };
  const enter = async (code: string) => {
    await box.fill(code);
    await box.press('Enter');
  };
  /** A handheld scanner types into a field with text. */
  const scanInto = async (field: Locator, text: string, code: string) => {
    await field.fill(text + code);
    await scanByHand(page, code);
  };
  const seeCheckedIn = (name: string) =>
    toastOf(page).getByText(`${name} Door checked in successfully`).waitFor();

  // The camera, first refused.
  await seeFigures('6', '0', '0.0%');
  await refuseCamera(page);
  await start.click();
  await seeToast(page, 'Scanner Error', 'Could not access camera for QR scanning.');
  await page.context().grantPermissions(['camera']);
  await start.click();
  await result.getByText('Valid ticket', { exact: true }).waitFor();
  await result.getByText('Anna Door').waitFor();
  // It stops automatically, so that the next ticket waits.
  await start.waitFor();
  await page.getByRole('button', { name: 'Add a note' }).click();
  await page.getByLabel('Notes').fill('with a service dog');
  await checkIn.click();
  await toastOf(page).getByText('Check-in Successful').waitFor();
  await seeCheckedIn('Anna');
  await result.getByText('Checked in', { exact: true }).waitFor();
  await page.getByLabel('Notes').waitFor({ state: 'detached' });
  await page.getByText('1 of 6 in', { exact: true }).waitFor();
  await seeFigures('6', '1', '16.7%');
  await recent.getByText('Anna Door', { exact: true }).waitFor();
  await recent.getByText('Just now').waitFor();
  await recent.getByText('with a service dog').waitFor();

  // Pasted codes: of a used ticket, and of none.
  await enter(codes.get('Anna')!);
  await alert.getByText('Already checked in', { exact: true }).waitFor();
  await alert.getByText('Anna Door').waitFor();
  await alert.getByText(/^Already checked in at 8:1\d AM by /).waitFor();
  await alert.getByText('with a service dog').waitFor();
  await expect.poll(() => checkIn.getAttribute('aria-disabled')).toBe('true');
  await box.fill('T000000000000000000000000000');
  await page.getByRole('button', { name: 'Validate' }).click();
  await toastOf(page).getByText('Invalid QR Code').waitFor();
  await alert.getByText('Do not admit').waitFor();
  await expect.poll(() => checkIn.getAttribute('aria-disabled')).toBe('true');

  // Without a ticket.
  await page.getByRole('radio', { name: 'Manual Lookup' }).check();
  await page.getByLabel('Search by name or email').fill('BERT d');
  const found = page.getByRole('region', { name: 'Manual lookup' });
  await found.getByText('1 person', { exact: true }).waitFor();
  await found.getByRole('radio', { name: /Bert Door/ }).check();
  await result.getByText('Check in this person?').waitFor();
  await checkIn.click();
  await seeCheckedIn('Bert');
  await seeFigures('6', '2', '33.3%');
  await page.getByLabel('Search by name or email').fill('anna@example.org');
  await found.getByText('1 person', { exact: true }).waitFor();
  await found.getByText('Checked in', { exact: true }).waitFor();
  // The ticket turns up. Only the code is taken out of the field.
  const search = page.getByLabel('Search by name or email');
  await scanInto(search, 'anna', codes.get('Dora')!);
  await expect.poll(() => search.inputValue()).toBe('anna');
  await result.getByText('Valid ticket', { exact: true }).waitFor();
  await result.getByText('Dora Door').waitFor();
  await expect.poll(() => checkIn.getAttribute('aria-disabled')).toBeNull();

  // A mistake is undone.
  await page.getByRole('radio', { name: 'QR Scan' }).check();
  const undo = recent.getByRole('button', { name: /^Undo.*the check-in of Anna Door$/ });
  await undo.click();
  await recent.getByRole('button', { name: 'Keep' }).click();
  await expect.poll(() => undo.evaluate((one) => one === document.activeElement)).toBe(true);
  await undo.click();
  await recent.getByRole('button', { name: 'Undo check-in' }).click();
  await toastOf(page).getByText('The check-in of Anna Door was undone.').waitFor();
  await seeFigures('6', '1', '16.7%');
  await expect.poll(() => recent.getByRole('listitem').count()).toBe(1);
  await enter(codes.get('Anna')!);
  await result.getByText('Valid ticket', { exact: true }).waitFor();
  await result.getByText('Anna Door').waitFor();

  // Without a network nothing is sent later.
  const offline = page.getByText('You are offline. Nothing can be saved until you’re back online.');
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(new URL(request.url()).pathname));
  /** The figures are refetched when the network is back; any delayed request has been sent by then. */
  const comeBack = async () => {
    sent.length = 0;
    const figuresRead = page.waitForResponse(/\/check-in-stats$/);
    await page.context().setOffline(false);
    await figuresRead;
    await offline.waitFor({ state: 'detached' });
    expect(sent).toEqual([]);
  };
  await page.context().setOffline(true);
  await offline.waitFor();
  await enter(codes.get('Carl')!);
  await alert.getByText('Could not validate QR code.').waitFor();
  await result.getByText('You are offline. Check your connection').waitFor();
  await comeBack();
  await box.press('Enter');
  await result.getByText('Carl Door').waitFor();
  await page.context().setOffline(true);
  await checkIn.click();
  await page.getByRole('alert').getByText('Check-in Failed').waitFor();
  await comeBack();

  // The person is still shown for another try, whose response gets lost; the next press is green.
  const loseResponse = async () => {
    await page.route(
      '**/api/admin/check-in',
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    await checkIn.click();
    await page.getByRole('alert').getByText('The server cannot be reached.').waitFor();
  };
  await loseResponse();
  await checkIn.click();
  await seeCheckedIn('Carl');
  await result.getByText('Checked in', { exact: true }).waitFor();

  // A handheld scanner types wherever the focus is. The second scan of a code only validates it.
  const scan = async (code: string) => {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  };
  await start.focus();
  await scan(codes.get('Gus')!);
  await result.getByText('Gus Door').waitFor();
  await page.getByRole('button', { name: 'Add a note' }).click();
  // The note is for Gus: it is not shown for the next person, and waits for him.
  await scanInto(page.getByLabel('Notes'), 'left-handed', codes.get('Ivo')!);
  await result.getByText('Ivo Door').waitFor();
  await page.getByLabel('Notes').waitFor({ state: 'detached' });
  await start.focus();
  await scan(codes.get('Gus')!);
  await result.getByText('Gus Door').waitFor();
  await expect.poll(() => page.getByLabel('Notes').inputValue()).toBe('left-handed');
  await page.getByLabel('Notes').fill('');
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.evaluate(() => scrollTo(0, 0));
  await seeVerdictAboveButton(page, result, checkIn);
  expect((await boxOf(box)).x).toBeLessThan((await boxOf(result)).x);
  await page.setViewportSize(PHONE);
  await checkIn.focus();
  await scan(codes.get('Gus')!);
  await result.getByText('Valid ticket', { exact: true }).waitFor();
  await seeVerdictAboveButton(page, result, checkIn);
  expect(Math.round((await boxOf(result)).height)).toBeGreaterThanOrEqual(Math.round(0.45 * PHONE.height));
  await page.keyboard.press('Enter');
  await seeCheckedIn('Gus');
  // On a phone the toast covers neither a control nor the verdict, once it has slid in. It stays while hovered.
  await toastOf(page).getByRole('listitem').first().hover();
  await eventually(async () => {
    const exit = await boxOf(page.getByRole('link', { name: 'Exit' }));
    const shown = await boxOf(toastOf(page).getByRole('listitem').first());
    const words = await boxOf(result.getByText('Gus Door'));
    expect(shown.y).toBeLessThan(56);
    expect(shown.x).toBeGreaterThanOrEqual(exit.x + exit.width);
    expect(shown.y + shown.height).toBeLessThanOrEqual(Math.min(words.y, 68));
  });

  // Continuous mode, and the press whose response was lost, survive a reload.
  await enter(codes.get('Dora')!);
  await result.getByText('Dora Door').waitFor();
  await loseResponse();
  const continuous = page.getByRole('switch', { name: 'Continuous mode' });
  await continuous.check();
  await page.reload();
  await expect.poll(() => continuous.isChecked()).toBe(true);
  await enter(codes.get('Dora')!);
  await seeCheckedIn('Dora');
  // After the response, the ticket is used like any other.
  await enter(codes.get('Dora')!);
  await alert.getByText('Already checked in', { exact: true }).waitFor();
  // The first such button is below the verdict.
  const undoUsed = page.getByRole('button', { name: 'Undo the check-in of Dora Door' }).first();
  await undoUsed.click();
  await page.getByRole('button', { name: 'Undo check-in' }).click();
  await toastOf(page).getByText('The check-in of Dora Door was undone.').waitFor();
  await alert.getByText('Already checked in', { exact: true }).waitFor({ state: 'detached' });
  await expect.poll(() => result.evaluate((one) => one === document.activeElement)).toBe(true);
  // A ticket that is scanned while another is being checked in comes next.
  const delay = Promise.withResolvers<void>();
  const isHeld = page.waitForRequest(/\/check-in$/);
  const hold = (route: Route) => delay.promise.then(() => route.continue());
  await page.route('**/api/admin/check-in', hold, { times: 1 });
  await start.focus();
  await scan(codes.get('Anna')!);
  await isHeld;
  await scan(codes.get('Ivo')!);
  delay.resolve();
  // Both at once: in this mode, they are soon cleared for the next ticket.
  await result.filter({ hasText: 'Checked in' }).getByText('Ivo Door').waitFor();
  await recent.getByText('Ivo Door', { exact: true }).waitFor();
  await recent.getByText('Anna Door', { exact: true }).waitFor();
});

/** Scrolling is smooth. */
async function seeVerdictAboveButton(page: Page, result: Locator, checkIn: Locator) {
  const { height } = page.viewportSize()!;
  const gapBelow = async () => {
    const [verdict, button] = await Promise.all([boxOf(result), boxOf(checkIn)]);
    const isInView = verdict.y >= 0 && button.y + button.height <= height;
    return isInView && Math.round(button.y - verdict.y - verdict.height);
  };
  await expect.poll(gapBelow).toBe(12);
  expect((await boxOf(checkIn)).height).toBe(64);
}

async function boxOf(one: Locator) {
  return (await one.boundingBox())!;
}

test('if a tool of the day cannot be loaded, check-in goes on', async () => {
  const code = await buyTicket('Tess');
  stage.world.moveClock(DOORS_OPEN);
  const page = await openDesk(stage, '/admin?tab=check-in', {
    as: 'door@example.org',
    expected: [/ERR_FAILED GET .*\/door-phones-/, /^console: TypeError: Failed to fetch .*\/door-phones-/],
  });
  await page.route('**/assets/door-phones-*.js', (route) => route.abort());
  await page.getByLabel('Paste or type a ticket code').fill(code);
  await page.getByRole('button', { name: 'Door phones' }).click();
  await page.getByRole('alert').getByText('The door phones could not be loaded').waitFor();
  await page.getByRole('button', { name: 'Validate', exact: true }).click();
  await page.getByRole('button', { name: 'Check In Registration' }).click();
  await page.getByRole('region', { name: 'Result' }).getByText('Tess').first().waitFor();
});

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { checkout, teamOfTen } from '#test/factories.ts';
import { buy as buyTicket, follow, liesOver, openDesk, seeToast, toastOf } from './desk.ts';
import { mailTo } from './mail.ts';
import { setStage } from './stage.ts';

const stage = setStage();

beforeAll(async () => {
  await buy(checkout({ firstName: 'Zoe', lastName: 'Alpha', email: 'zoe@example.org' }));
  await buy(teamOfTen({ firstName: 'Max', lastName: 'Beta', email: 'max@example.org' }));
  await stage.world.visitor().post('/api/newsletter/signup', {
    email: 'news@example.org',
    firstName: 'Nell',
    lastName: 'Sample',
    organization: '=1+1',
    source: 'hero',
  });
});

const buy = (body: unknown) => buyTicket(stage.world, body);

async function organizers(page: Page): Promise<string[]> {
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  await rows.nth(1).waitFor();
  const texts = await rows.locator('td:nth-child(2)').allInnerTexts();
  return texts.map((text) => text.match(/(Zoe Alpha|Max Beta|(Cy|Di) Gone)/)?.[0] ?? text);
}

test('orders are sorted, searched and filtered by the address, which can be bookmarked and shared', async () => {
  const page = await openDesk(stage, '/admin?tab=orders');
  expect(await organizers(page)).toEqual(['Max Beta', 'Zoe Alpha']);
  const amount = page.getByRole('columnheader', { name: 'Amount' });
  await amount.getByRole('button').click();
  await page.waitForURL(/sort=amount&direction=desc/);
  expect([await amount.getAttribute('aria-sort'), await organizers(page)]).toEqual([
    'descending',
    ['Max Beta', 'Zoe Alpha'],
  ]);
  await amount.getByRole('button').click();
  await page.waitForURL(/direction=asc/);
  await expect.poll(() => organizers(page)).toEqual(['Zoe Alpha', 'Max Beta']);

  await page.getByRole('searchbox').fill('max b');
  await page.waitForURL(/q=max/);
  await expect.poll(() => organizers(page)).toEqual(['Max Beta']);
  await page.reload();
  expect(await organizers(page)).toEqual(['Max Beta']);
  await page.getByRole('button', { name: /^Clear/ }).click();
  await expect.poll(() => organizers(page)).toEqual(['Zoe Alpha', 'Max Beta']);

  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('Attendee status').selectOption('complete');
  await page.waitForURL(/attendees=complete/);
  await expect.poll(() => organizers(page)).toEqual(['Zoe Alpha']);
});

test('an order opens next to the list, by keyboard too, and its people are added, corrected and removed', async () => {
  const page = await openDesk(stage, '/admin?tab=orders&q=max', {
    expected: [/^409 POST .*add-attendee$/],
    reducedMotion: 'no-preference',
  });
  const opener = page.getByRole('button', { name: /^View Details of Max Beta/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Order DSS/ });
  await dialog.getByText('4 of 10 named').waitFor();
  for (const section of ['Order', 'Organizer', 'Attendees', 'Payment', 'History']) {
    await dialog.getByRole('region', { name: section, exact: true }).waitFor();
  }
  await dialog.getByText('Card via Stripe').waitFor();

  await dialog.getByRole('button', { name: 'Add attendee' }).click();
  const form = dialog.getByRole('form', { name: 'Add attendee' });
  await form.getByRole('button', { name: 'Add attendee' }).click();
  await form.getByRole('link', { name: 'Valid email is required' }).waitFor();
  await form.getByLabel('First name').fill('BO');
  await form.getByLabel('Last name').fill('Sample');
  await form.getByLabel('Email').fill('bo@example.org');
  await form.getByRole('button', { name: 'Add attendee' }).click();
  // Somebody of that name and address is there. That is a question, not a failure.
  const question = form.getByRole('alert').filter({ hasText: 'Is this a second person?' });
  await question.waitFor();
  expect(await toastOf(page).count()).toBe(0);
  await question.getByRole('button', { name: 'Yes, add a second person' }).click();
  await seeToast(page, 'Success', 'Attendee added successfully');
  await dialog.getByText('5 of 10 named').waitFor();
  await dialog.getByText('No track').waitFor();
  await mailTo(stage.world.sandbox.url, 'bo@example.org', 2);

  await dialog.getByRole('button', { name: 'Correct BO Sample', exact: true }).click();
  const correction = dialog.getByRole('form', { name: 'Correct BO Sample' });
  await correction.getByLabel('Last name').fill('Sampleton');
  await correction.getByLabel(/^Track/).selectOption('caregivers');
  await correction.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('BO Sampleton', { exact: true }).waitFor();

  await dialog.getByRole('button', { name: /^Remove Max Beta/ }).click();
  await seeToast(page, 'Cannot Remove', 'Cannot remove the organizer from the registration');
  // In front, yet never over what one may want to press.
  await expect.poll(() => liesOver(page, dialog)).toBe(false);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => liesOver(page, dialog)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('button', { name: 'Remove BO Sampleton' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove attendee' }).click();
  await seeToast(page, 'Success', 'Attendee removed successfully');
  await dialog.getByText('4 of 10 named').waitFor();

  // Escape is for the dialog, although the toast lies in front and stays.
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);

  // Unsaved work in it is asked about once.
  await opener.click();
  await dialog.getByRole('button', { name: 'Correct Max Beta' }).click();
  await dialog.getByLabel('First name').fill('Maximilian');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
});

test('orders are confirmed again and deleted, each after a question', async () => {
  await buy(checkout({ firstName: 'Cy', lastName: 'Gone', email: 'cy.gone@example.org' }));
  await buy(checkout({ firstName: 'Di', lastName: 'Gone', email: 'di.gone@example.org' }));
  const page = await openDesk(stage, '/admin?tab=orders&q=gone', { expected: [/^404 DELETE /] });
  await page.getByRole('button', { name: /^Resend Email to Cy Gone/ }).click();
  const asked = page.getByRole('alertdialog');
  await asked.getByRole('button', { name: 'Resend Email' }).click();
  await seeToast(page, 'Email Sent', 'Confirmation email resent successfully to cy.gone@example.org');
  await mailTo(stage.world.sandbox.url, 'cy.gone@example.org', 2);

  await page.getByRole('button', { name: /^Delete Cy Gone/ }).click();
  await asked.getByText('$20.00').waitFor();
  expect(
    await asked.getByRole('button', { name: 'Cancel' }).evaluate((one) => one === document.activeElement),
  ).toBe(true);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  expect(await organizers(page)).toEqual(['Di Gone', 'Cy Gone']);
  await page.getByRole('button', { name: /^Delete Cy Gone/ }).click();
  await asked.waitFor();
  const refetched: string[] = [];
  page.on('response', (answer) => {
    if (answer.request().method() === 'DELETE')
      page.on('request', (request) => refetched.push(new URL(request.url()).pathname));
  });
  await asked.getByRole('button', { name: 'Delete order' }).click();
  await seeToast(
    page,
    'Order Deleted',
    'Order and all related registrations have been deleted successfully.',
  );
  await expect.poll(() => organizers(page)).toEqual(['Di Gone']);
  // The order is gone: neither its dialog nor anything else asks for its attendees.
  expect(refetched).toContain('/api/admin/orders');
  expect(refetched.filter((path) => path.startsWith('/api/admin/orders/'))).toEqual([]);

  // Somebody else deletes the other one first.
  await page.getByRole('button', { name: /^Delete Di Gone/ }).click();
  await asked.getByText('One person is deleted').waitFor();
  const staff = await stage.world.staff();
  const [order] = await (await staff.get('/api/admin/orders?search=gone')).json();
  await staff.request(`/api/admin/orders/${order.id}`, { method: 'DELETE' });
  await asked.getByRole('button', { name: 'Delete order' }).click();
  await toastOf(page).getByText('Delete Failed').waitFor();
  await asked.getByText('Order not found').waitFor();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('Nothing matches this search').waitFor();
});

test('registrations and signups are exported, and a registration is deleted after a warning', async () => {
  const page = await openDesk(stage, '/admin?tab=registrations&q=zoe');
  const link = page.getByRole('link', { name: 'Export CSV' });
  expect(await link.getAttribute('target')).toBe('_blank');
  const file = await page.request.get(stage.world.siteUrl + (await link.getAttribute('href')));
  expect(file.headers()['content-disposition']).toBe('attachment; filename="registrations-2025-07-15.csv"');
  expect((await file.text()).split('\r\n').slice(1, -1)).toHaveLength(1);

  await page.getByRole('button', { name: 'Delete Zoe Alpha' }).click();
  const asked = page.getByRole('alertdialog');
  await asked.getByText('Zoe Alpha is the organizer of the order.').waitFor();
  await asked.getByRole('button', { name: 'Delete registration' }).click();
  await seeToast(page, 'Registration Deleted', 'Registration has been deleted successfully.');
  await page.getByText('Nothing matches this search').waitFor();

  await follow(page, '/admin?tab=orders&q=zoe');
  await page.getByRole('button', { name: /^View Details of Zoe/ }).click();
  await page.getByRole('button', { name: 'Create organizer registration' }).click();
  await seeToast(page, 'Success', 'Organizer registration created successfully');
  await page.getByText('1 of 1 named').waitFor();

  await follow(page, '/admin?tab=newsletter');
  await page.getByRole('cell', { name: 'Hero form' }).waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('newsletter-signups-2025-07-15.csv');
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain(`news@example.org,Nell,Sample,"'=1+1",hero_section,`);
  await seeToast(page, 'Export Complete', 'Exported 1 newsletter signups');
  await page.getByRole('searchbox').fill('nobody');
  await page.getByText('Nothing matches this search').waitFor();
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await seeToast(page, 'No Data', 'No newsletter signups to export');
});

test('a mail template is edited with a preview, and no way out loses what was typed', async () => {
  const page = await openDesk(stage, '/admin?tab=orders', {
    expected: [/^400 POST /, /^401 /],
  });
  await page.getByRole('tab', { name: 'Email Templates' }).click();
  const opener = page.getByRole('button', { name: 'Edit Ticket', exact: true });
  const dialog = page.getByRole('dialog', { name: 'Ticket', exact: true });
  const subject = dialog.getByLabel('Subject');
  const question = page.getByRole('alertdialog');
  await opener.click();
  await subject.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  await opener.click();
  const subjectBefore = await subject.inputValue();
  await subject.fill('A subject of my own');
  const leave = [
    () => page.keyboard.press('Escape'),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
  ];
  for (const attempt of leave) {
    await attempt();
    await question.getByText('Discard your changes?').waitFor();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await subject.inputValue()).toBe('A subject of my own');
  }
  await subject.fill(subjectBefore);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await opener.click();
  await subject.fill('Thrown away');
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  await opener.click();
  expect(await subject.inputValue()).toBe(subjectBefore);

  const html = dialog.getByLabel('HTML content');
  const htmlBefore = await html.inputValue();
  await html.fill('<p>Hello</p>\n<script>alert(1)</script>');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('link', { name: 'Line 2: the tag <script> cannot be used in a mail.' }).waitFor();

  await html.fill('<p>Welcome, </p>');
  await html.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(12, 12));
  await dialog.getByRole('button', { name: /^recipient\.firstName/ }).click();
  expect(await html.inputValue()).toBe('<p>Welcome, {{ recipient.firstName }}</p>');
  await dialog.frameLocator('iframe').getByText('Welcome, Ana').waitFor();
  expect(await dialog.locator('iframe').getAttribute('sandbox')).toBe('');
  await page.setViewportSize({ width: 390, height: 844 });
  await dialog.locator('iframe').waitFor({ state: 'hidden' });
  await dialog.getByRole('radio', { name: 'Preview' }).check();
  await dialog.frameLocator('iframe').getByText('Welcome, Ana').waitFor();
  expect(await dialog.getByRole('button', { name: 'Save' }).evaluate(isInView)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('radio', { name: 'Edit' }).check();
  expect(await dialog.getByRole('button', { name: 'Save' }).evaluate(isInView)).toBe(true);
  await dialog.getByRole('button', { name: 'Send me a test' }).click();
  await toastOf(page).getByText('Test Mail Sent').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toastOf(page).getByText('Template Saved').waitFor();
  await dialog.getByRole('radio', { name: 'Versions' }).check();
  await dialog.getByRole('button', { name: /^Restore/ }).click();
  expect(await html.inputValue()).toBe(htmlBefore);

  // The session ends: staff sign in in another tab and continue.
  await subject.fill('Typed before the session ended');
  // The preview asks the server too.
  await dialog.getByRole('region', { name: 'Preview' }).getByText('Typed before the session ended').waitFor();
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await question.getByText('You are logged out').waitFor();
  await question.getByRole('button', { name: 'Not now' }).click();
  expect(await subject.inputValue()).toBe('Typed before the session ended');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const opened = page.waitForEvent('popup');
  await question.getByRole('button', { name: 'Sign in in a new tab' }).click();
  const tab = await opened;
  const closed = tab.waitForEvent('close');
  await tab.getByRole('button', { name: 'admin@example.org' }).click();
  await closed;
  await seeToast(page, 'Signed In', 'You can save your work now.');
  await question.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Template Saved', 'From now on mails go out like this.');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

// Skipped until the cause is found: on a busy machine one of these two now and then brings no question, and once the list of
// orders came up instead.
test.skip('the Back button and a press beside the dialog ask before they discard what was typed into a template', async () => {
  const page = await openDesk(stage, '/admin?tab=orders');
  await page.getByRole('tab', { name: 'Email Templates' }).click();
  await page.getByRole('button', { name: 'Edit Ticket', exact: true }).click();
  const subject = page.getByRole('dialog', { name: 'Ticket', exact: true }).getByLabel('Subject');
  await subject.fill('A subject of my own');
  const question = page.getByRole('alertdialog');
  for (const leave of [() => page.mouse.click(20, 400), () => page.evaluate(() => history.back())]) {
    await leave();
    await question.getByText('Discard your changes?').waitFor();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    expect(await subject.inputValue()).toBe('A subject of my own');
  }
});

function isInView(box: Element): boolean {
  const { top, bottom } = box.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

const NORA = 'Nora Example';

const speakers = (page: Page) => page.getByRole('main').locator('ol > li');
const names = async (page: Page) => {
  const texts = await speakers(page).locator('p:first-child').allInnerTexts();
  return texts.map((text) => text.split('\n')[0]!.trim());
};
/** As the front page shows them to everybody. */
async function onFrontPage() {
  const list = await (await stage.world.visitor().get('/api/speakers')).json();
  return list as { name: string; title: string | null; imageUrl: string | null }[];
}

function picture(background: string): Promise<Buffer> {
  return sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .png()
    .toBuffer();
}

async function paintedBy(page: Page, url: string): Promise<[number, number, string]> {
  const answer = await page.request.get(stage.world.siteUrl + url);
  const { data, info } = await sharp(await answer.body())
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [info.width, info.height, [...data.subarray(0, 3)].map((one) => Math.round(one / 51)).join(' ')];
}

test('speakers are added with a picture, reordered, deleted and edited, and the landing page shows it', async () => {
  const page = await openDesk(stage, '/admin', { expected: [/^400 POST .*speakers$/] });
  await page.getByRole('link', { name: 'Speakers', exact: true }).click();
  await page.getByText('9 on the front page').waitFor();
  await page.getByRole('button', { name: 'Add speaker' }).click();
  const dialog = page.getByRole('dialog', { name: 'New speaker' });
  await dialog.getByRole('button', { name: 'Save speaker' }).click();
  await dialog.getByRole('link', { name: 'Name is required' }).waitFor();
  await dialog.getByLabel('Name').fill(NORA);
  await dialog.getByLabel('Title').fill('Teacher of media');
  await dialog.getByLabel('Bio').fill('Has taught for ten years.');
  await dialog.getByLabel('Marker').selectOption('KEYNOTE');
  await dialog
    .getByLabel(/^Picture/)
    .setInputFiles({ name: 'a.txt', mimeType: 'image/png', buffer: Buffer.from('no') });
  await dialog
    .getByRole('alert')
    .getByText('This picture cannot be read here. Try a JPEG or PNG file.')
    .waitFor();
  await dialog
    .getByLabel(/^Picture/)
    .setInputFiles({ name: 'nora.png', mimeType: 'image/png', buffer: await picture('#ff0000') });
  await dialog.locator('img').waitFor();
  await dialog.getByRole('button', { name: 'Save speaker' }).click();
  await seeToast(page, 'Speaker Saved', `${NORA} is on the front page.`);
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(async () => (await names(page)).at(-1)).toBe(NORA);
  const added = (await onFrontPage()).at(-1)!;
  expect(added).toMatchObject({ name: NORA, title: 'Teacher of media' });
  expect(await paintedBy(page, added.imageUrl!)).toEqual([560, 560, '5 0 0']);

  // They are reordered with the buttons and by dragging.
  const before = await names(page);
  const [first, second] = before as [string, string];
  const up = page.getByRole('button', { name: `Move ${first} up` });
  expect(await up.getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('button', { name: `Move ${first} down` }).click();
  await seeToast(page, 'Order Saved', 'The front page shows the speakers in this order.');
  await expect.poll(() => names(page)).toEqual([second, first, ...before.slice(2)]);
  // The button that was pressed has moved with its row, and the focus with it.
  const moved = page.getByRole('button', { name: `Move ${first} down` });
  expect(await moved.evaluate((one) => one === document.activeElement)).toBe(true);
  expect((await onFrontPage()).map((one) => one.name).slice(0, 2)).toEqual([second, first]);

  // By its handle, the third row goes to the top.
  const third = before[2]!;
  const [grip, top] = await Promise.all(
    [speakers(page).nth(2).locator('span').first(), speakers(page).first()].map((one) => one.boundingBox()),
  );
  await page.mouse.move(grip!.x + grip!.width / 2, grip!.y + grip!.height / 2);
  await page.mouse.down();
  await page.mouse.move(grip!.x + grip!.width / 2, top!.y + 5, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => names(page)).toEqual([third, second, first, ...before.slice(3)]);
  await expect
    .poll(async () => (await onFrontPage()).map((one) => one.name).slice(0, 3))
    .toEqual([third, second, first]);

  await page.getByRole('button', { name: `Delete ${first}` }).click();
  const asked = page.getByRole('alertdialog', { name: `Delete ${first}?` });
  await asked.waitFor();
  await asked.getByRole('button', { name: 'Delete speaker' }).click();
  await seeToast(page, 'Speaker Deleted', `${first} is off the front page.`);
  await expect.poll(() => names(page)).toEqual([third, second, ...before.slice(3)]);
  const landing = await stage.browser.open();
  await landing.goto(`${stage.world.siteUrl}/#speakers`);
  const section = landing.locator('#speakers');
  const tile = section.locator('li').filter({ hasText: NORA });
  await tile.getByText('Teacher of media').waitFor();
  await tile.getByText('KEYNOTE').waitFor();
  expect(await tile.locator('img').getAttribute('src')).toBe(added.imageUrl);
  await section.getByText(second, { exact: true }).waitFor();
  expect(await section.getByText(first, { exact: true }).count()).toBe(0);

  await page.getByRole('button', { name: `Edit ${NORA}` }).click();
  const editor = page.getByRole('dialog', { name: NORA });
  expect(await editor.getByLabel('Bio').inputValue()).toBe('Has taught for ten years.');
  await editor.getByLabel('Title').fill('Head of media');
  await editor.getByRole('button', { name: 'Remove the picture' }).click();
  await editor.getByRole('button', { name: 'Save speaker' }).click();
  // The toast has the words of the one before.
  await editor.waitFor({ state: 'detached' });
  await seeToast(page, 'Speaker Saved', `${NORA} is on the front page.`);
  expect((await onFrontPage()).at(-1)).toMatchObject({ title: 'Head of media', imageUrl: null });
});

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { eq } from '#server/db/drizzle.ts';
import { orders } from '#server/db/tables.ts';
import { type Bought, buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { EARLY_BIRD } from '#test/world.ts';
import { follow, liesOver, openDesk, seeToast, toastOf } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();

async function organizers(page: Page): Promise<string[]> {
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  await rows.nth(1).waitFor();
  const texts = await rows.locator('td:nth-child(2)').allInnerTexts();
  return texts.map((text) => text.match(/Zoe Alpha|Max Beta/)?.[0] ?? text);
}

let single: Bought;
let team: Bought;
beforeAll(async () => {
  const { world } = stage;
  // The lists show the minute of the order.
  world.moveClock(EARLY_BIRD);
  single = await buy(world, checkout({ firstName: 'Zoe', lastName: 'Alpha', email: 'zoe@example.org' }));
  team = await buy(world, teamOfTen({ firstName: 'Max', lastName: 'Beta', email: 'max@example.org' }));
});

function columns(page: Page, table: string): Promise<string[]> {
  return page.getByRole('table', { name: table }).getByRole('columnheader').allInnerTexts();
}

// First, because the next one changes its figures.
test('the dashboard, orders, registrations, signups and the door have their labels, columns and figures', async () => {
  await stage.world.database.db
    .update(orders)
    .set({
      jobTitle: 'Teacher',
      billingAddressLine1: '1 Sample Street',
      billingCity: 'Denver',
      billingState: 'CO',
      billingPostalCode: '80210',
      billingCountry: 'US',
      appliedCouponCode: 'TEACH5',
      discountAmount: 5_00,
    })
    .where(eq(orders.id, single.order.id));
  const page = await openDesk(stage, '/admin');
  await page.getByText('Digital Safety Summit', { exact: true }).waitFor();
  const figures = page.getByRole('region', { name: 'Event numbers' });
  await figures.getByText('$220').waitFor();
  await expect
    .poll(() => figures.getByRole('term').allInnerTexts())
    .toEqual(['Total Orders', 'Total Revenue', 'Total Registrations', 'Pending Payments']);
  await expect.poll(() => figures.getByRole('definition').allInnerTexts()).toEqual(['2', '$220', '5', '0']);
  await expect
    .poll(() => page.getByRole('tab').allInnerTexts())
    .toEqual([
      'Orders',
      'Registrations',
      'Check-In',
      'Newsletter',
      'Stripe Products',
      'Stripe Coupons',
      'Product Mappings',
      'Email Templates',
    ]);

  await follow(page, '/admin?tab=orders&q=zoe');
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  await expect.poll(() => rows.count()).toBe(2);
  await expect
    .poll(() => columns(page, 'Orders'))
    .toEqual([
      'Transaction ID',
      'Organizer',
      'Event Type',
      'Team Size',
      'Amount',
      'Payment Status',
      'Attendee Status',
      'Order Date',
      'Actions',
    ]);
  const [, organizer, kind, size, amount, payment, people, date] = await rows
    .nth(1)
    .getByRole('cell')
    .allInnerTexts();
  expect([organizer, kind, size, amount, payment, people, date]).toEqual([
    'Zoe Alpha\nzoe@example.org',
    'Conference',
    '1 person',
    '$20.00\nTEACH5\n−$5.00',
    'completed',
    'Complete',
    'Jul 15, 2025\n10:00 AM MDT',
  ]);
  await page.getByRole('button', { name: /^View Details of Zoe/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Order DSS/ });
  const organizerPart = dialog.getByRole('region', { name: 'Organizer' });
  await organizerPart.waitFor();
  await expect
    .poll(() => organizerPart.getByRole('definition').allInnerTexts())
    .toEqual(['Zoe Alpha', 'zoe@example.org', '303 555 0100', 'Sample School', 'Teacher']);
  await expect
    .poll(() => organizerPart.getByRole('term').allInnerTexts())
    .toEqual(['Name', 'Email', 'Phone', 'Organization', 'Job Title']);
  const address = dialog.getByRole('region', { name: 'Billing Address' }).locator('address');
  expect((await address.allInnerTexts())[0]).toBe('1 Sample Street\nDenver, CO, 80210\nUS');
  await dialog.getByRole('region', { name: 'Payment' }).getByText('Card via Stripe').waitFor();

  await follow(page, '/admin?tab=registrations&q=sample');
  await page.getByText('Team Member', { exact: true }).first().waitFor();
  await expect
    .poll(() => columns(page, 'Registrations'))
    .toEqual(['Name', 'Email', 'Track', 'Order ID', 'Organizer', 'Created', 'Actions']);
  await follow(page, '/admin?tab=registrations&q=zoe');
  await page.getByRole('cell', { name: 'Self' }).waitFor();
  await follow(page, '/admin?tab=newsletter');
  await page.getByText('No newsletter signups yet', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await seeToast(page, 'No Data', 'No newsletter signups to export');

  await follow(page, '/admin?tab=check-in');
  const door = page.getByRole('region', { name: 'Today’s check-ins' });
  await door.getByText('0.0%').waitFor();
  await expect
    .poll(() => door.getByRole('term').allInnerTexts())
    .toEqual(['Total Registrations', 'Checked In', 'Check-in Rate']);
  await page.getByText('No check-ins yet', { exact: true }).waitFor();
  await page.getByRole('radio', { name: 'Manual Lookup' }).check();
  await page.getByLabel('Search by name or email').waitFor();
});

test('staff find an order, correct its people, resend and delete it, and export registrations and signups', async () => {
  await stage.world.visitor().post('/api/newsletter/signup', {
    email: 'news@example.org',
    firstName: 'Nell',
    lastName: 'Sample',
    organization: '=1+1',
    source: 'hero',
  });
  const page = await openDesk(stage, '/admin?tab=orders&q=max+b', {
    expected: [/^409 POST .*(add-attendee|registrations\/\d+)$/, /^404 DELETE /],
  });

  // The address has the sorting, the search and the filter, so it can be bookmarked and shared.
  await expect.poll(() => organizers(page)).toEqual(['Max Beta']);
  await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('max b');
  await page.getByRole('button', { name: /^Clear/ }).click();
  await expect.poll(() => organizers(page)).toEqual(['Max Beta', 'Zoe Alpha']);
  const amount = page.getByRole('columnheader', { name: 'Amount' });
  await amount.getByRole('button').click();
  await page.waitForURL(/sort=amount&direction=desc/);
  await expect
    .poll(async () => [await amount.getAttribute('aria-sort'), await organizers(page)])
    .toEqual(['descending', ['Max Beta', 'Zoe Alpha']]);
  await amount.getByRole('button').click();
  await page.waitForURL(/direction=asc/);
  await expect.poll(() => organizers(page)).toEqual(['Zoe Alpha', 'Max Beta']);

  await page.getByText('Filters', { exact: true }).click();
  await page.getByLabel('Attendee status').selectOption('complete');
  await page.waitForURL(/attendees=complete/);
  await expect.poll(() => organizers(page)).toEqual(['Zoe Alpha']);

  // An order opens next to the list, by keyboard too, and moves as it does for most people.
  await follow(page, '/admin?tab=orders&q=max');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const opener = page.getByRole('button', { name: /^View Details of Max Beta/ });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Order DSS/ });
  await dialog.getByText('4 of 10 named').waitFor();
  await page.emulateMedia({ reducedMotion: 'reduce' });
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
  // Somebody with that name and address exists, which is a question, not an error.
  const question = form.getByRole('alert').filter({ hasText: 'Is this a different person?' });
  await question.waitFor();
  await expect.poll(() => toastOf(page).count()).toBe(0);
  await question.getByRole('button', { name: 'Yes, add this person' }).click();
  await seeToast(page, 'Success', 'Attendee added successfully');
  await dialog.getByText('5 of 10 named').waitFor();
  await dialog.getByText('No track').waitFor();

  await dialog.getByRole('button', { name: 'Correct BO Sample', exact: true }).click();
  const correction = dialog.getByRole('form', { name: 'Correct BO Sample' });
  await correction.getByLabel('Last name').fill('Sampleton');
  await correction.getByLabel(/^Track/).selectOption('caregivers');
  // While that is being saved slowly, the next person is corrected, whom a colleague corrects, too.
  const { promise: maySave, resolve: letSave } = Promise.withResolvers<void>();
  await page.route(/\/api\/admin\/registrations\/\d+$/, async (route) => {
    await maySave;
    await route.continue();
  });
  await correction.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('button', { name: 'Correct Ada Sample' }).click();
  const next = dialog.getByRole('form', { name: 'Correct Ada Sample' });
  const lastName = next.getByLabel('Last name');
  await lastName.fill('Samples');
  const colleague = await stage.world.staff('maria.lopez@example.org');
  const ada = team.registrations.find((one) => one.firstName === 'Ada')!;
  const { firstName, email, track } = ada;
  const seen = { firstName, lastName: ada.lastName, email, track };
  const theirs = { ...seen, dietaryRestrictions: 'No nuts', seen };
  expect((await colleague.post(`/api/admin/registrations/${ada.id}`, theirs)).status).toBe(200);
  letSave();
  await dialog.getByText('BO Sampleton', { exact: true }).waitFor();
  expect(await lastName.evaluate((one) => one === document.activeElement)).toBe(true);
  await page.unrouteAll();
  // It was read again with the other person, but their change is not overwritten unseen.
  await next.getByRole('button', { name: 'Save' }).click();
  await next
    .getByText('Someone else has changed this in the meantime. Please review it and try again.')
    .waitFor();
  await expect.poll(() => next.getByLabel('Dietary needs').inputValue()).toBe('No nuts');
  await expect.poll(() => lastName.inputValue()).toBe('Samples');
  await next.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('Ada Samples', { exact: true }).waitFor();

  await dialog.getByRole('button', { name: /^Remove Max Beta/ }).click();
  await seeToast(page, 'Cannot Remove', 'Cannot remove the organizer from the registration');
  // On top, but never over controls.
  await expect.poll(() => liesOver(page, dialog)).toBe(false);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => liesOver(page, dialog)).toBe(false);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('button', { name: 'Remove BO Sampleton' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove attendee' }).click();
  await seeToast(page, 'Success', 'Attendee removed successfully');
  await dialog.getByText('4 of 10 named').waitFor();

  await dialog.getByRole('button', { name: 'Correct the order’s email' }).click();
  const asksForEmail = page.getByRole('dialog', { name: 'Correct the order’s email' });
  await asksForEmail.getByLabel('Email').fill('max.beta@example.org');
  await asksForEmail.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Email Corrected', 'The order’s emails now go to max.beta@example.org.');
  await dialog.getByRole('link', { name: 'max.beta@example.org' }).waitFor();

  // Escape closes the dialog, although the toast is on top and stays, and with motion, too.
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => opener.evaluate((one) => one === document.activeElement)).toBe(true);

  // The dialog asks once about unsaved input.
  await opener.click();
  await dialog.getByRole('button', { name: 'Correct Max Beta' }).click();
  await dialog.getByLabel('First name').fill('Maximilian');
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });

  // A buyer is reminded once a day; then there is nothing to send.
  const remind = page.getByRole('button', { name: 'Remind teams' });
  await remind.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Send 1 reminder' }).click();
  await seeToast(page, 'Reminders Are on the Way', '1 buyer gets one.');
  await remind.click();
  const none = page.getByRole('dialog', { name: 'No one to remind' });
  await none.getByText('No buyer needs a reminder now. 1 buyer was reminded today.').waitFor();
  expect(await none.getByRole('button').allInnerTexts()).toEqual(['']);
  await none.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => remind.evaluate((one) => one === document.activeElement)).toBe(true);

  await follow(page, '/admin?tab=registrations&q=zoe');
  const link = page.getByRole('link', { name: 'Export CSV' });
  await expect.poll(() => link.getAttribute('target')).toBe('_blank');
  await expect.poll(() => link.getAttribute('href')).toContain('registrations');
  const file = await page.request.get(stage.world.siteUrl + (await link.getAttribute('href')));
  expect(file.headers()['content-disposition']).toBe('attachment; filename="registrations-2025-07-15.csv"');
  expect((await file.text()).split('\r\n').slice(1, -1)).toHaveLength(1);

  const asked = page.getByRole('alertdialog');
  const selection = page.getByRole('region', { name: 'Selection' });
  const select = (name: string) =>
    page.getByRole('checkbox', { name: new RegExp(`^Select .*${name}$`) }).check();
  await select('Zoe Alpha');
  await selection.getByText('1 selected').waitFor();
  await page.getByRole('button', { name: 'Delete Zoe Alpha' }).click();
  await asked.getByText('Zoe Alpha is the organizer of the order.').waitFor();
  await asked.getByRole('button', { name: 'Delete registration' }).click();
  await seeToast(page, 'Registration Deleted', 'Registration has been deleted successfully.');
  await page.getByText('Nothing matches this search').waitFor();
  await selection.waitFor({ state: 'detached' });

  await follow(page, '/admin?tab=orders&q=zoe');
  await page.getByRole('button', { name: /^View Details of Zoe/ }).click();
  await dialog.getByRole('button', { name: 'Add attendee' }).click();
  await form.getByLabel('First name').fill('Cy');
  await page.getByRole('button', { name: 'Create organizer registration' }).click();
  await seeToast(page, 'Success', 'Organizer registration created successfully');
  await page.getByText('1 of 1 named').waitFor();
  // What is typed stays, although the last seat is taken.
  await expect.poll(() => form.getByLabel('First name').inputValue()).toBe('Cy');
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => dialog.getByRole('button', { name: 'Add attendee' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });

  // Confirmations are resent and orders deleted, each after a question.
  await page.getByRole('button', { name: /^Resend Email to Zoe Alpha/ }).click();
  await asked.getByRole('button', { name: 'Resend email' }).click();
  await seeToast(page, 'Email Sent', 'Confirmation email resent successfully to zoe@example.org');
  await follow(page, '/admin?tab=orders&q=example');
  await page.getByRole('button', { name: /^Delete Max Beta/ }).click();
  await asked.getByText('$200.00').waitFor();
  expect(
    await asked.getByRole('button', { name: 'Cancel' }).evaluate((one) => one === document.activeElement),
  ).toBe(true);
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => organizers(page)).toEqual(['Max Beta', 'Zoe Alpha']);
  for (const name of ['Max Beta', 'Zoe Alpha']) await select(name);
  await selection.getByText('2 selected').waitFor();
  await page.getByRole('button', { name: /^Delete Max Beta/ }).click();
  await asked.waitFor();
  const refetched: string[] = [];
  page.on('response', (response) => {
    if (response.request().method() === 'DELETE')
      page.on('request', (request) => refetched.push(new URL(request.url()).pathname));
  });
  await asked.getByRole('button', { name: 'Delete order' }).click();
  await seeToast(
    page,
    'Order Deleted',
    'Order and all related registrations have been deleted successfully.',
  );
  await expect.poll(() => organizers(page)).toEqual(['Zoe Alpha']);
  // The order is gone, so nothing requests its attendees anymore.
  expect(refetched).toContain('/api/admin/orders');
  expect(refetched.filter((path) => path.startsWith('/api/admin/orders/'))).toEqual([]);
  page.removeAllListeners('response');
  page.removeAllListeners('request');
  await selection.getByText('1 selected').waitFor();

  // Somebody else deletes the other one first. It can't be acted on any longer.
  await page.getByRole('button', { name: /^Delete Zoe Alpha/ }).click();
  await asked.getByText('One attendee will be deleted').waitFor();
  const staff = await stage.world.staff();
  const [order] = await (await staff.get('/api/admin/orders?search=zoe')).json();
  await staff.request(`/api/admin/orders/${order.id}`, { method: 'DELETE' });
  await asked.getByRole('button', { name: 'Delete order' }).click();
  await toastOf(page).getByText('Delete Failed').waitFor();
  await asked.getByText('Order not found').waitFor();
  await asked.getByRole('button', { name: 'Cancel' }).click();
  await selection.waitFor({ state: 'detached' });
  await page.getByText('Nothing matches this search').waitFor();

  await follow(page, '/admin?tab=newsletter');
  await page.getByRole('cell', { name: 'Hero form' }).waitFor();
  // The list has been open since before this one.
  const late = { email: 'late@example.org', firstName: 'Lea', lastName: 'Sample', source: 'footer' };
  await stage.world.visitor().post('/api/newsletter/signup', late);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('newsletter-signups-2025-07-15.csv');
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toContain(`news@example.org,Nell,Sample,"'=1+1",hero_section,`);
  expect(text).toContain('late@example.org,Lea,Sample,,footer,');
  await seeToast(page, 'Export Complete', 'Exported 2 newsletter signups');
});

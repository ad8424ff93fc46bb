import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { eq } from '#server/db/drizzle.ts';
import { orders } from '#server/db/tables.ts';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { EARLY_BIRD } from '#test/world.ts';
import { follow, openDesk, seeToast } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
let page: Page;

const columns = (table: string) =>
  page.getByRole('table', { name: table }).getByRole('columnheader').allInnerTexts();

test('the dashboard, orders, registrations, signups and the door have their labels, columns and figures', async () => {
  const { world } = stage;
  const single = checkout({ firstName: 'Zoe', lastName: 'Alpha', email: 'zoe@example.org' });
  world.moveClock(EARLY_BIRD);
  const { order } = await buy(world, single);
  await world.database.db
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
    .where(eq(orders.id, order.id));
  await buy(world, teamOfTen({ firstName: 'Max', lastName: 'Beta', email: 'max@example.org' }));
  page = await openDesk(stage, '/admin');
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
    .poll(() => columns('Orders'))
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
    '$20.00\nTEACH5 −$5.00',
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
  const address = dialog.getByRole('region', { name: 'Billing address' }).locator('address');
  expect((await address.allInnerTexts())[0]).toBe('1 Sample Street\nDenver, CO, 80210\nUS');
  await dialog.getByRole('region', { name: 'Payment' }).getByText('Card via Stripe').waitFor();

  await follow(page, '/admin?tab=registrations&q=sample');
  await page.getByText('Team Member', { exact: true }).first().waitFor();
  await expect
    .poll(() => columns('Registrations'))
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

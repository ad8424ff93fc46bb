import type { Page, Request } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { refreshCatalog } from '#server/catalog/mirror.ts';
import { eq } from '#server/db/drizzle.ts';
import { registrations } from '#server/db/tables.ts';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { follow, openDesk, seeToast } from './desk.ts';
import { setStage } from './stage.ts';

// What staff read when a proxy responds instead of the site, or Stripe doesn't respond.

const stage = setStage();
const AWAY = 'Stripe is not responding right now. Please check again in a minute.';
const SINGLE = 'Conference, Individual Package (early bird)';
let ticket = '';

beforeAll(async () => {
  const { world } = stage;
  await seedCatalog(world.sandbox.url, 'sk_test_world', content.packages);
  await refreshCatalog(world.context());
  const single = checkout({ firstName: 'Zoe', lastName: 'Alpha', email: 'zoe@example.org' });
  ticket = (await buy(world, single)).registrations[0]!.qrCodeData;
  await buy(world, teamOfTen({ firstName: 'Max', lastName: 'Beta', email: 'max@example.org' }));
  await world.database.db
    .update(registrations)
    .set({ isOrganizer: false })
    .where(eq(registrations.email, 'max@example.org'));
});

const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();

test('behind a proxy without a server, lists can be retried, and failed actions are reported in our words, which stay', async () => {
  const page = await openDesk(stage, '/admin?tab=email-templates', { expected: [/^502 /] });
  // Data that could not be loaded says so in its place, with a retry.
  let failing: RegExp[] = [];
  await failCalls(page, (call) => failing.some((one) => one.test(call)));
  /** Reads the message for each failed call, and retries. */
  const recover = async (titles: string[]) => {
    const alerts = titles.map((title) => page.getByRole('alert').filter({ hasText: title }));
    for (const alert of alerts) await alert.waitFor();
    failing = [];
    for (const alert of alerts) {
      await alert.getByRole('button', { name: 'Try again' }).click();
      await alert.waitFor({ state: 'detached' });
    }
  };

  failing = [/^GET \/api\/admin\/(orders|payment-cases)$/];
  await follow(page, '/admin?tab=orders&q=max');
  await recover(['The payment cases could not be loaded', 'Orders could not be loaded']);
  failing = [/^GET \/api\/admin\/orders\/\d+\/(attendees|refunds)$/];
  await press(page, /^View Details of Max/);
  await recover(['Failed to fetch attendees', 'The refunds could not be loaded']);
  for (const [call, path, title] of [
    [/newsletter\/signups$/, '/admin?tab=newsletter', 'Failed to load newsletter signups'],
    [/stripe-coupons$/, '/admin?tab=stripe-coupons', 'Error Loading Coupons'],
    [/speakers$/, '/admin/speakers', 'Failed to fetch speakers'],
    [/admin\/coupons$/, '/admin/coupons', 'Failed to load coupons'],
  ] as const) {
    failing = [call];
    await follow(page, path);
    await recover([title]);
  }
  await page.unrouteAll();

  // A failed action is reported in our words, which stay.
  const lost: string[] = [];
  await failCalls(page, (call) => {
    const isLost = !call.startsWith('GET ') && !call.endsWith('/validate-qr');
    if (isLost) lost.push(call);
    return isLost;
  });
  const seeFailure = async (title: string, sentence: string) => {
    await seeToast(page, title, sentence);
    // The toast goes away.
    await page.getByRole('alert').filter({ hasText: sentence }).first().waitFor();
  };
  /** Confirms the question, reads the failure, and cancels. */
  const confirm = async (name: string, title: string, sentence: string) => {
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name }).click();
    await seeFailure(title, sentence);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
  };
  const cancel = async () => {
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  await follow(page, '/admin?tab=orders&q=zoe');
  await press(page, /^Resend Email/);
  await confirm('Resend Email', 'Email Failed', 'Failed to resend confirmation email');
  await press(page, /^Delete Zoe/);
  await confirm('Delete order', 'Delete Failed', 'Failed to delete order');
  await follow(page, '/admin?tab=registrations&q=zoe');
  await page.getByRole('table', { name: 'Registrations' }).waitFor();
  await press(page, /^Delete Zoe/);
  await confirm('Delete registration', 'Delete Failed', 'Failed to delete registration');

  await follow(page, '/admin?tab=orders&q=max');
  await press(page, /^View Details of Max/);
  await press(page, 'Remove Bo Sample');
  await confirm('Remove attendee', 'Error', 'Failed to remove attendee');
  await press(page, 'Create organizer registration');
  const unmade = 'Failed to create organizer registration';
  await seeToast(page, 'Error', unmade);
  await page.getByRole('region', { name: 'Attendees' }).getByText(unmade).waitFor();
  await press(page, 'Add attendee');
  const form = page.getByRole('form', { name: 'Add attendee' });
  await form.getByLabel('First name').fill('Cy');
  await form.getByLabel('Last name').fill('Sample');
  await form.getByLabel('Email').fill('cy@example.org');
  await form.getByRole('button', { name: 'Add attendee' }).click();
  await seeFailure('Error', 'Failed to add attendee');

  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await follow(page, '/admin/stripe-products');
  await page.getByRole('switch').first().click();
  await seeFailure('Error', 'Failed to toggle product');
  await page
    .getByRole('button', { name: /^Configure/ })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Event type').selectOption('Training');
  await dialog.getByLabel('Pricing type').selectOption('Regular');
  await dialog.getByLabel('Team size').selectOption('Small group (5)');
  await press(page, 'Save');
  await seeFailure('Error', 'Failed to update metadata');
  await cancel();

  await follow(page, '/admin?tab=stripe-coupons');
  await press(page, 'Create coupon');
  await dialog.getByLabel('Display name').fill('Teachers');
  await dialog.getByLabel('Percent off').fill('10');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await seeFailure('Error', 'Failed to create coupon');
  await cancel();

  await follow(page, '/admin/coupons');
  await page.getByRole('heading', { name: 'Coupons', exact: true }).waitFor();
  await press(page, 'Create coupon');
  await dialog.getByLabel('Code').fill('TEACH5');
  await dialog.getByLabel('Description').fill('For teachers');
  await dialog.getByLabel('Discount value').fill('10');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await seeFailure('Error', 'Failed to create coupon');
  await cancel();

  await follow(page, '/admin?tab=product-mappings');
  await page.getByRole('radio', { name: 'Pricing tests' }).check();
  await press(page, 'Test pricing');
  await seeFailure('Pricing Test Failed', 'The pricing test did not respond');

  await follow(page, '/admin?tab=check-in');
  await page.getByLabel('Paste or type a ticket code').fill(ticket);
  await press(page, 'Validate');
  await page.getByText('Valid ticket').waitFor();
  await press(page, 'Check In Registration');
  await seeFailure('Check-in Failed', 'Could not complete check-in');
  await page.unrouteAll();
  await failCalls(page, (call) => call.endsWith('/validate-qr'));
  await page.getByLabel('Paste or type a ticket code').fill(ticket);
  await press(page, 'Validate');
  await seeFailure('Validation Failed', 'Could not validate QR code.');

  expect(lost.map((call) => call.replaceAll(/\/(\d+|prod_\w+)/g, '/*'))).toEqual([
    'POST /api/admin/orders/*/resend-email',
    'DELETE /api/admin/orders/*',
    'DELETE /api/admin/registrations/*',
    'DELETE /api/admin/registrations/*',
    'POST /api/admin/orders/*/ensure-organizer',
    'POST /api/admin/orders/*/add-attendee',
    'POST /api/admin/stripe-products/*/toggle',
    'POST /api/admin/stripe-products/*/metadata',
    'POST /api/admin/stripe-coupons',
    'POST /api/admin/coupons',
    'POST /api/admin/test-pricing',
    'POST /api/admin/check-in',
  ]);
});

/** Responds like a proxy without a server to the calls selected by `isLost`, each as `POST /api/…`. */
async function failCalls(page: Page, isLost: (call: string) => boolean) {
  const callOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;
  await page.route('**/api/admin/**', (route) =>
    isLost(callOf(route.request()))
      ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
      : route.continue(),
  );
}

const expected = [/^503 (GET|POST) .*\/api\/admin\/stripe-(products|coupons)/];

/** Stripe doesn't respond. */
function silence(path: string, method: 'GET' | 'POST' = 'GET') {
  stage.world.sandbox.stripe.faults.set({
    failNext: { method, path, when: 'before', kind: 'drop', times: 99 },
  });
}

test('while Stripe is down, what needs it says so and loses no input, and every other tab works', async () => {
  silence('/v1/*');
  const page = await openDesk(stage, '/admin?tab=stripe-products', { expected });
  const unread = page.getByRole('alert').getByText(`Error loading products: ${AWAY}`, { exact: true });
  await unread.waitFor();
  for (const [tab, sign] of [
    ['Orders', 'Zoe Alpha'],
    ['Registrations', 'zoe@example.org'],
    ['Newsletter', 'No newsletter signups yet'],
    ['Email Templates', 'Refund notice'],
    ['Check-In', 'No check-ins yet'],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.getByText(sign, { exact: true }).first().waitFor();
  }

  // The mappings are from the mirror, and the validation reports that Stripe isn't responding.
  await follow(page, '/admin?tab=product-mappings');
  await page.getByText(SINGLE, { exact: true }).waitFor();
  await page.getByRole('radio', { name: 'Validation status' }).check();
  await page
    .getByRole('region', { name: 'Differences' })
    .getByText(/is not responding/)
    .waitFor();
  await follow(page, '/admin?tab=stripe-coupons');
  await page.getByRole('alert').filter({ hasText: 'Error Loading Coupons' }).getByText(AWAY).waitFor();
  await follow(page, '/admin/stripe-products');
  await unread.waitFor();

  stage.world.sandbox.stripe.faults.clear();
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText(SINGLE, { exact: true }).waitFor();
  expect(await page.getByText('Error loading products').count()).toBe(0);
  await follow(page, '/admin?tab=stripe-coupons');
  await page.getByText('No coupons yet', { exact: true }).waitFor();
  silence('/v1/coupons', 'POST');
  await page.getByRole('button', { name: 'Create coupon' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Display name').fill('Kept');
  await dialog.getByLabel('Percent off').fill('10');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await seeToast(page, 'Error', AWAY);
  await dialog.getByRole('alert').getByText(AWAY).waitFor();
  expect(await dialog.getByLabel('Display name').inputValue()).toBe('Kept');
});

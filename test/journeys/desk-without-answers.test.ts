import type { Locator, Page, Request } from 'playwright-core';
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
  await seedCatalog(world.sandbox.url, 'sk_test_world', content.packages.slice(0, 2));
  await refreshCatalog(world.context());
  const single = checkout({ firstName: 'Zoe', lastName: 'Alpha', email: 'zoe@example.org' });
  ticket = (await buy(world, single)).registrations[0]!.qrCodeData;
  await buy(world, teamOfTen({ firstName: 'Max', lastName: 'Beta', email: 'max@example.org' }));
  await world.database.db
    .update(registrations)
    .set({ isOrganizer: false, email: 'new.max@example.org' })
    .where(eq(registrations.email, 'max@example.org'));
});

/** Stripe doesn't respond. */
function silence(path: string, method: 'GET' | 'POST' = 'GET') {
  stage.world.sandbox.stripe.faults.set({
    failNext: { method, path, when: 'before', kind: 'drop', times: 99 },
  });
}

/** A proxy responds to these calls, instead of the site. */
async function failCalls(page: Page, isLost: (call: string) => boolean) {
  const callOf = (request: Request) => `${request.method()} ${new URL(request.url()).pathname}`;
  await page.route('**/api/admin/**', (route) =>
    isLost(callOf(route.request()))
      ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
      : route.continue(),
  );
}

test('while Stripe is down or a proxy answers instead of the site, the desk says what is missing and why, and loses no input', async () => {
  silence('/v1/*');
  const page = await openDesk(stage, '/admin?tab=stripe-products', {
    expected: [/^503 (GET|POST) .*\/api\/admin\/stripe-(products|coupons)/, /^502 /],
  });
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click();
  const dialog = page.getByRole('dialog');
  const unread = page.getByRole('alert').getByText(`Error loading products: ${AWAY}`, { exact: true });
  await unread.waitFor();
  // Every other tab works.
  for (const [tab, sign] of [
    ['registrations', 'zoe@example.org'],
    ['newsletter', 'No newsletter signups yet'],
    ['email-templates', 'Refund notice'],
  ] as const) {
    await follow(page, `/admin?tab=${tab}`);
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
  const unreadCoupons = page.getByRole('alert').filter({ hasText: 'Error Loading Coupons' });
  await unreadCoupons.getByText(AWAY).waitFor();

  stage.world.sandbox.stripe.faults.clear();
  await press('Try again');
  await page.getByText('No coupons yet', { exact: true }).waitFor();
  await expect.poll(() => unreadCoupons.count()).toBe(0);
  silence('/v1/coupons', 'POST');
  await press('Create coupon');
  await dialog.getByLabel('Display name').fill('Kept');
  await dialog.getByLabel('Percent off').fill('10');
  await dialog.getByRole('button', { name: 'Create' }).click();
  const unconfirmed = `${AWAY} The coupon may have been created. Trying again with the same values won’t create a second one.`;
  await seeToast(page, 'Coupon Not Confirmed', unconfirmed);
  await dialog.getByRole('alert').getByText(unconfirmed).waitFor();
  await expect.poll(() => dialog.getByLabel('Display name').inputValue()).toBe('Kept');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.waitFor({ state: 'detached' });

  // Behind a proxy without a server, data that could not be loaded says so in its place, with a retry.
  let failing: RegExp | null = null;
  await failCalls(page, (call) => failing?.test(call) ?? false);
  /** Reads the message for each failed call, and retries. */
  const recover = async (titles: string[]) => {
    const alerts = titles.map((title) => page.getByRole('alert').filter({ hasText: title }));
    for (const alert of alerts) await alert.waitFor();
    failing = null;
    for (const alert of alerts) {
      await alert.getByRole('button', { name: 'Try again' }).click();
      await alert.waitFor({ state: 'detached' });
    }
  };
  failing = /^GET \/api\/admin\/(orders|payment-cases)$/;
  await follow(page, '/admin?tab=orders&q=max');
  await recover(['The payment cases could not be loaded', 'Orders could not be loaded']);
  failing = /^GET \/api\/admin\/orders\/\d+\/(attendees|refunds)$/;
  await press(/^View Details of Max/);
  await recover(['Failed to fetch attendees', 'The refunds could not be loaded']);
  await page.unrouteAll();

  // A failed action is reported in our words, which stay after the toast has gone.
  const lost: string[] = [];
  let isDoorLost = false;
  await failCalls(page, (call) => {
    if (call.startsWith('GET ')) return failing?.test(call) ?? false;
    const isLost = isDoorLost || !call.endsWith('/validate-qr');
    if (isLost) lost.push(call.replaceAll(/\/(\d+|prod_\w+)/g, '/*'));
    return isLost;
  });
  const seeFailure = async (title: string, sentence: string) => {
    await seeToast(page, title, sentence);
    await page.getByRole('alert').filter({ hasText: sentence }).first().waitFor();
  };
  await press('Add attendee');
  const form = page.getByRole('form', { name: 'Add attendee' });
  await form.getByLabel('First name').fill('Cy');
  await form.getByLabel('Last name').fill('Sample');
  await form.getByLabel('Email').fill('cy@example.org');
  await form.getByRole('button', { name: 'Add attendee' }).click();
  await seeFailure('Error', 'Failed to add attendee');
  failing = /\/refunds$/;
  await press('Create organizer registration');
  const unmade = 'Failed to create organizer registration';
  await seeToast(page, 'Error', unmade);
  await page.getByRole('region', { name: 'Attendees' }).getByText(unmade).waitFor();
  // Either may have been stored, so the order is read again. Nothing is refunded before its refunds are.
  await page.getByText('The refunds may be out of date').waitFor();
  const refund = page.getByRole('button', { name: 'Refund…' });
  expect([await refund.count(), await form.getByLabel('First name').inputValue()]).toEqual([0, 'Cy']);
  await recover(['The refunds may be out of date']);
  await refund.waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click();
  await dialog.waitFor({ state: 'detached' });

  await press(/^Resend Email/);
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Resend email' }).click();
  await seeFailure('Email Failed', 'Failed to resend confirmation email');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await question.waitFor({ state: 'detached' });

  await follow(page, '/admin/stripe-products');
  await page.getByRole('switch').first().click();
  await seeFailure('Error', 'Failed to toggle product');
  await follow(page, '/admin?tab=product-mappings');
  await page.getByRole('radio', { name: 'Pricing tests' }).check();
  await press('Test pricing');
  await seeFailure('Pricing Test Failed', 'The pricing test did not respond');

  await follow(page, '/admin?tab=check-in');
  const code = page.getByLabel('Paste or type a ticket code');
  await code.fill(ticket);
  await press('Validate');
  await page.getByText('Valid ticket', { exact: true }).waitFor();
  await press('Check In Registration');
  await seeFailure('Check-in Failed', 'Could not complete check-in');
  isDoorLost = true;
  await code.fill(ticket);
  await press('Validate');
  await seeFailure('Validation Failed', 'Could not validate QR code.');

  expect(lost).toEqual([
    'POST /api/admin/orders/*/add-attendee',
    'POST /api/admin/orders/*/ensure-organizer',
    'POST /api/admin/orders/*/resend-email',
    'POST /api/admin/stripe-products/*/toggle',
    'POST /api/admin/test-pricing',
    'POST /api/admin/check-in',
    'POST /api/admin/validate-qr',
  ]);
});

test('if the palette, the shortcuts, the account menu or a dialog cannot be loaded, the desk says so and stays', async () => {
  const parts = '(palette|shortcut-sheet|account-panel|configure-dialog|nudge-teams|sign-in-again)-';
  const page = await openDesk(stage, '/admin?tab=registrations', {
    expected: [
      /^401 /,
      new RegExp(`ERR_FAILED GET .*/${parts}`),
      new RegExp(`^console: TypeError: Failed to fetch .*/${parts}`),
    ],
  });
  const person = page.getByText('zoe@example.org', { exact: true });
  await person.waitFor();
  await page.route(new RegExp(`/assets/${parts}[^/]*\\.js$`), (route) => route.abort());
  const failed = (what: string) => page.getByRole('alert').filter({ hasText: `${what} could not be loaded` });
  const closeFailed = async (what: string, opener: Locator) => {
    await failed(what).getByRole('button', { name: 'Close' }).click();
    await failed(what).waitFor({ state: 'detached' });
    expect(await opener.evaluate((one) => one === document.activeElement)).toBe(true);
  };
  const account = page.getByRole('button', { name: 'Account', exact: true });
  for (const [keys, what] of [
    ['Control+k', '“Find anything”'],
    ['?', '“Keyboard shortcuts”'],
  ] as const) {
    await account.focus();
    await page.keyboard.press(keys);
    await closeFailed(what, account);
  }
  await account.click();
  await failed('The account menu').getByRole('button', { name: 'Reload the page' }).waitFor();
  await person.waitFor();

  await page.goto(`${stage.world.siteUrl}/admin/stripe-products`);
  const configure = page.getByRole('button', { name: /^Configure / }).first();
  await configure.click();
  await closeFailed('The configuration', configure);

  await page.goto(`${stage.world.siteUrl}/admin?tab=orders`);
  const remind = page.getByRole('button', { name: 'Remind teams' });
  await remind.click();
  await closeFailed('The reminders', remind);
  await page.getByRole('button', { name: /^View Details of Max/ }).click();
  await page.getByRole('button', { name: 'Add attendee' }).click();
  const form = page.getByRole('form', { name: 'Add attendee' });
  await form.getByLabel('First name').fill('Cy');
  await form.getByLabel('Last name').fill('Sample');
  await form.getByLabel('Email').fill('cy@example.org');
  await page.context().clearCookies();
  await form.getByRole('button', { name: 'Add attendee' }).click();
  await page.getByText('The sign-in could not be loaded').waitFor();
  expect(await form.getByLabel('First name').inputValue()).toBe('Cy');
});

import type { Page } from 'playwright-core';
import { beforeAll, describe, test } from 'vitest';
import { content } from '#content/content.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { eq } from '#server/db/drizzle.ts';
import { registrations } from '#server/db/tables.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import { buy, openDesk, seeToast } from './desk.ts';
import { setStage } from './stage.ts';

// What is said when an answer comes from something that is not the site, and has no sentence of its own.

const stage = setStage();
let ticket = '';

beforeAll(async () => {
  const { world } = stage;
  await seedCatalog(world.sandbox.url, 'sk_test_world', content.packages);
  const single = checkout({ firstName: 'Zoe', lastName: 'Alpha', email: 'zoe@example.org' });
  ticket = (await buy(world, single)).registrations[0]!.qrCodeData;
  await buy(world, teamOfTen({ firstName: 'Max', lastName: 'Beta', email: 'max@example.org' }));
});

describe('a bad gateway', () => {
  type Act = (page: Page) => Promise<void>;
  const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).click();
  const confirm = (page: Page, name: string) =>
    page.getByRole('alertdialog').getByRole('button', { name }).click();

  const openTeam = (page: Page) => press(page, /^View Details of Max/);

  const ACTS: [call: string, path: string, act: Act, title: string, sentence: string][] = [
    [
      'POST /api/admin/orders/*/resend-email',
      '/admin?tab=orders&q=zoe',
      async (page) => {
        await press(page, /^Resend Email/);
        await confirm(page, 'Resend Email');
      },
      'Email Failed',
      'Failed to resend confirmation email',
    ],
    [
      'DELETE /api/admin/orders/*',
      '/admin?tab=orders&q=zoe',
      async (page) => {
        await press(page, /^Delete Zoe/);
        await confirm(page, 'Delete order');
      },
      'Delete Failed',
      'Failed to delete order',
    ],
    [
      'DELETE /api/admin/registrations/*',
      '/admin?tab=registrations&q=zoe',
      async (page) => {
        await press(page, /^Delete Zoe/);
        await confirm(page, 'Delete registration');
      },
      'Delete Failed',
      'Failed to delete registration',
    ],
    [
      'DELETE /api/admin/registrations/*',
      '/admin?tab=orders&q=max',
      async (page) => {
        await openTeam(page);
        await press(page, 'Remove Bo Sample');
        await confirm(page, 'Remove attendee');
      },
      'Error',
      'Failed to remove attendee',
    ],
    [
      'POST /api/admin/orders/*/add-attendee',
      '/admin?tab=orders&q=max',
      async (page) => {
        await openTeam(page);
        await press(page, 'Add attendee');
        const form = page.getByRole('form', { name: 'Add attendee' });
        await form.getByLabel('First name').fill('Cy');
        await form.getByLabel('Last name').fill('Sample');
        await form.getByLabel('Email').fill('cy@example.org');
        await form.getByRole('button', { name: 'Add attendee' }).click();
      },
      'Error',
      'Failed to add attendee',
    ],
    [
      'POST /api/admin/stripe-products/*/toggle',
      '/admin/stripe-products',
      async (page) => page.getByRole('switch').first().click(),
      'Error',
      'Failed to toggle product',
    ],
    [
      'POST /api/admin/stripe-products/*/metadata',
      '/admin/stripe-products',
      async (page) => {
        await page
          .getByRole('button', { name: /^Configure/ })
          .first()
          .click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Event type').selectOption('Training');
        await dialog.getByLabel('Pricing type').selectOption('Regular');
        await dialog.getByLabel('Team size').selectOption('Small group (5)');
        await press(page, 'Save');
      },
      'Error',
      'Failed to update metadata',
    ],
    [
      'POST /api/admin/stripe-coupons',
      '/admin?tab=stripe-coupons',
      async (page) => {
        await press(page, 'Create coupon');
        await page.getByLabel('Display name').fill('Teachers');
        await page.getByLabel('Percent off').fill('10');
        await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      },
      'Error',
      'Failed to create coupon',
    ],
    [
      'POST /api/admin/coupons',
      '/admin/coupons',
      async (page) => {
        await press(page, 'Create coupon');
        await page.getByLabel('Code').fill('TEACH5');
        await page.getByLabel('Description').fill('For teachers');
        await page.getByLabel('Discount value').fill('10');
        await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
      },
      'Error',
      'Failed to create coupon',
    ],
    [
      'POST /api/admin/test-pricing',
      '/admin?tab=product-mappings',
      async (page) => {
        await page.getByRole('radio', { name: 'Pricing tests' }).check();
        await press(page, 'Test pricing');
      },
      'Pricing Test Failed',
      'The pricing test gave no answer',
    ],
    [
      'POST /api/admin/validate-qr',
      '/admin?tab=check-in',
      async (page) => {
        await page.getByLabel('Paste or type a ticket code').fill(ticket);
        await press(page, 'Validate');
      },
      'Validation Failed',
      'Could not validate QR code.',
    ],
    [
      'POST /api/admin/check-in',
      '/admin?tab=check-in',
      async (page) => {
        await page.getByLabel('Paste or type a ticket code').fill(ticket);
        await press(page, 'Validate');
        await page.getByText('Valid ticket').waitFor();
        await press(page, 'Check In Registration');
      },
      'Check-in Failed',
      'Could not complete check-in',
    ],
  ];

  test('to what somebody does is told in our words, which stay', async () => {
    const page = await openDesk(stage, '/admin', { expected: [/^502 /] });
    for (const [call, path, act, title, sentence] of ACTS) {
      await page.goto(stage.world.siteUrl + path);
      await answerWrongly(page, call);
      await act(page);
      await seeToast(page, title, sentence);
      // A toast goes; what went wrong must stay in sight.
      await page.getByRole('alert').filter({ hasText: sentence }).first().waitFor();
      await page.unrouteAll();
    }
  });

  test('to the creation of the organizer', async () => {
    const page = await openDesk(stage, '/admin?tab=orders&q=max', { expected: [/^502 /] });
    const { db } = stage.world.database;
    const [organizer] = await db
      .select()
      .from(registrations)
      .where(eq(registrations.email, 'max@example.org'));
    await db.update(registrations).set({ isOrganizer: false }).where(eq(registrations.id, organizer!.id));
    await answerWrongly(page, 'POST /api/admin/orders/*/ensure-organizer');
    await openTeam(page);
    await press(page, 'Create organizer registration');
    await seeToast(page, 'Error', 'Failed to create organizer registration');
    await page
      .getByRole('region', { name: 'Attendees' })
      .getByText('Failed to create organizer registration')
      .waitFor();
    await db.update(registrations).set({ isOrganizer: true }).where(eq(registrations.id, organizer!.id));
  });

  const READINGS: [call: string, path: string, title: string][] = [
    ['GET /api/admin/newsletter/signups', '/admin?tab=newsletter', 'Failed to load newsletter signups'],
    ['GET /api/admin/speakers', '/admin/speakers', 'Failed to fetch speakers'],
    ['GET /api/admin/stripe-coupons', '/admin?tab=stripe-coupons', 'Error Loading Coupons'],
    ['GET /api/admin/coupons', '/admin/coupons', 'Failed to load coupons'],
    ['GET /api/admin/orders/*/attendees', '/admin?tab=orders&q=max', 'Failed to fetch attendees'],
    ['GET /api/admin/orders/*/refunds', '/admin?tab=orders&q=max', 'The refunds could not be loaded'],
    ['GET /api/admin/payment-cases', '/admin?tab=orders', 'The payment cases could not be loaded'],
    ['GET /api/admin/orders', '/admin?tab=orders', 'Orders could not be loaded'],
  ];

  test('to a reading is said in place of the data, with a way to try again', async () => {
    const page = await openDesk(stage, '/admin?tab=email-templates', { expected: [/^502 /] });
    for (const [call, path, title] of READINGS) {
      await answerWrongly(page, call);
      await page.goto(stage.world.siteUrl + path);
      if (call.includes('/*/')) await openTeam(page);
      const alert = page.getByRole('alert').filter({ hasText: title });
      await alert.waitFor();
      await page.unrouteAll();
      await alert.getByRole('button', { name: 'Try again' }).click();
      await alert.waitFor({ state: 'detached' });
    }
  });
});

/** As a proxy does whose server has gone. `call`: method and path; `*` stands for one segment. */
async function answerWrongly(page: Page, call: string) {
  const [method, path] = call.split(' ') as [string, string];
  const pattern = new RegExp(`^${path.replaceAll('*', '[^/]+')}$`);
  await page.route(
    (url) => pattern.test(url.pathname),
    (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
        : route.fallback(),
  );
}

import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { eq } from '#server/db/drizzle.ts';
import { orders, paymentCases } from '#server/db/tables.ts';
import { openDesk, stripeOf } from './desk.ts';
import { buyForBoth, PHONE, setExaminer } from './examine.ts';
import { setStage } from './stage.ts';

// Each page and each state of it is examined in the files named accessible-…, and nowhere else.

const stage = setStage({ ticketMails: true });
const { examine, open, faults } = setExaminer(stage);

/** Only two, because a table's rows are alike, and axe examines each. */
const SOLD = content.packages.filter(({ eventType, size }) =>
  eventType === 'conference' ? size === 'individual' : eventType === 'trainer' && size === 'large_group',
);
let single: Awaited<ReturnType<typeof buyForBoth>>['single'];
beforeAll(async () => {
  const { world } = stage;
  await seedCatalog(world.sandbox.url, 'sk_test_world', SOLD);
  await stripeOf(world).coupons.create({ name: 'Teachers', percent_off: 25, duration: 'once' });
  ({ single } = await buyForBoth(world));
  await world.visitor().post('/api/newsletter/signup', {
    email: 'news@example.org',
    firstName: 'Nell',
    lastName: 'Sample',
    organization: 'School of a Long Name at the Far End of the Valley',
    source: 'hero',
  });
  await (await world.staff()).post('/api/admin/coupons', {
    code: 'TEACH5',
    description: 'For teachers',
    discountType: 'fixed',
    discountValue: 500,
    minOrderAmount: 1000,
    maxDiscount: null,
    usageLimit: 100,
    eventTypes: ['conference', 'both'],
    validUntil: null,
  });
});

type Find = (page: Page) => Locator;
interface Opened {
  readonly by: Find;
  readonly role: 'dialog' | 'alertdialog';
  /** Submits the dialog, and waits for its errors. */
  readonly spoil?: (dialog: Locator) => Promise<void>;
  /** It has unsaved input, so it asks before closing. */
  readonly isDirty?: true;
}
interface Room {
  /** A tab's name, or a separate page's path. */
  readonly name: string;
  readonly shows: Find;
  readonly opens?: readonly Opened[];
  /** Its rows are cards on a phone. */
  readonly isTable?: true;
}
const button = (name: string | RegExp, exact = false): Find => {
  return (page) => page.getByRole('button', { name, exact }).first();
};
const save = (name: string, fault: string) => async (dialog: Locator) => {
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.getByRole('link', { name: fault }).waitFor();
};

/** Each desk, its heading, and the dialogs that open there. */
const ROOMS: Room[] = [
  {
    name: 'Orders',
    shows: button(/^Maxi/),
    isTable: true,
    opens: [
      { by: button(/^Maxi/), role: 'dialog' },
      { by: button(/^Delete Maxi/), role: 'alertdialog' },
    ],
  },
  {
    name: 'Registrations',
    shows: button('Delete Zoe Alpha'),
    isTable: true,
    opens: [{ by: button('Delete Zoe Alpha'), role: 'alertdialog' }],
  },
  { name: 'Newsletter', shows: button('Export CSV'), isTable: true },
  {
    name: 'Stripe Products',
    shows: (page) => page.getByRole('link', { name: 'Open the product manager' }),
  },
  {
    name: 'Stripe Coupons',
    shows: button('Create coupon'),
    opens: [
      {
        by: button('Create coupon'),
        role: 'dialog',
        isDirty: true,
        spoil: async (dialog) => {
          await dialog.getByLabel('Display name').fill('Teachers');
          await dialog.getByLabel('Percent off').fill('101');
          await save('Create', 'Percent off must be a whole number from 1 to 100')(dialog);
        },
      },
    ],
  },
  { name: 'Product Mappings', shows: (page) => page.getByRole('radio', { name: 'Pricing tests' }) },
  {
    name: 'Email Templates',
    shows: button('Edit Ticket', true),
    opens: [
      {
        by: button('Edit Ticket', true),
        role: 'dialog',
        isDirty: true,
        spoil: async (dialog) => {
          await dialog.getByLabel('HTML content').fill('<p>Hello</p>\n<script>alert(1)</script>');
          await save('Save', 'Line 2: the tag <script> cannot be used in an email.')(dialog);
        },
      },
    ],
  },
  { name: 'Check-In', shows: button('Start Camera Scanner') },
  {
    name: '/admin/speakers',
    shows: button('Add speaker'),
    opens: [
      { by: button('Add speaker'), role: 'dialog', spoil: save('Save speaker', 'Name is required') },
      { by: button(/^Delete /), role: 'alertdialog' },
    ],
  },
  {
    name: '/admin/coupons',
    shows: button('Create coupon'),
    opens: [
      { by: button('Create coupon'), role: 'dialog', spoil: save('Create', 'Description is required') },
    ],
  },
  {
    name: '/admin/stripe-products',
    shows: button(/^Configure/),
    opens: [
      {
        by: button('Configure Training, 10-Person Package (regular)'),
        role: 'dialog',
        isDirty: true,
        spoil: async (dialog) => {
          await dialog.getByLabel('Event type').selectOption('');
          await save('Save', 'Choose conference, trainer or both')(dialog);
        },
      },
    ],
  },
];

test('every tab and its dialogs fit, are readable in light and dark, and have large enough targets', () =>
  examineRooms(ROOMS.filter(({ name }) => !name.startsWith('/'))));

test('so do the pages outside the tabs', () =>
  examineRooms(ROOMS.filter(({ name }) => name.startsWith('/'))));

/**
 * Visits desks in one page: each, with its dialogs, must fit, be readable in light and dark, and have large enough
 * targets.
 */
async function examineRooms(rooms: readonly Room[]): Promise<void> {
  const page = await openDesk(stage, '/admin', { expected: [/^400 POST /] });
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('radio', { name: 'System' }).check();
  await page.keyboard.press('Escape');
  for (const { name, shows, opens = [], isTable = false } of rooms) {
    await page.setViewportSize({ width: PHONE, height: 844 });
    if (name.startsWith('/')) await page.goto(stage.world.siteUrl + name);
    else await page.getByRole('tab', { name, exact: true }).click();
    await shows(page).waitFor();
    await examine(page, name, { axe: isTable ? 'each' : 'desk', targets: true, night: true });
    if (opens.length === 0) await shows(page).click({ trial: true });
    for (const { by, role, spoil, isDirty } of opens) {
      await page.setViewportSize({ width: PHONE, height: 844 });
      await by(page).click();
      const dialog = page.getByRole(role);
      await dialog.getByRole('button').nth(1).waitFor();
      await spoil?.(dialog);
      await examine(page, `${name}, ${await dialog.getByRole('heading').first().textContent()}`, {
        targets: true,
        // All dialogs have the same surfaces and controls, so those of one desk show them at night.
        night: name === 'Orders',
      });
      await page.keyboard.press('Escape');
      if (isDirty) await page.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByRole(role).waitFor({ state: 'detached' });
    }
  }
  expect(faults()).toEqual({});
}

test('questions before money or input is lost, and the logged-out state', async () => {
  const page = await openDesk(stage, '/admin?tab=orders&q=max', { expected: [/^401 /] });
  const question = page.getByRole('alertdialog');
  await page.getByRole('button', { name: /^View Details of Maxi/ }).click();
  const refund = page.getByRole('region', { name: 'Refunds' });
  await refund.getByRole('button', { name: 'Refund…' }).click();
  await refund.getByRole('checkbox', { name: 'Ada Sample' }).check();
  await refund.getByRole('button', { name: 'Refund', exact: true }).click();
  await question.getByText(/This cannot be undone/).waitFor();
  await examine(page, 'question before a refund', { targets: true });

  await page.goto(`${stage.world.siteUrl}/admin?tab=email-templates`);
  await page.getByRole('button', { name: 'Edit Ticket', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Ticket', exact: true });
  await dialog.getByLabel('Subject').fill('A subject of my own');
  // The preview calls the server, too.
  const preview = dialog.getByRole('region', { name: 'Preview', includeHidden: true });
  await preview.getByText('A subject of my own').waitFor({ state: 'attached' });
  await page.keyboard.press('Escape');
  await question.getByText('Discard your changes?').waitFor();
  await examine(page, 'question before typed work goes', { targets: true });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await question.getByText('You are logged out').waitFor();
  await examine(page, 'logged out while typing', { targets: true });
  expect(faults()).toEqual({});
});

test('a payment case, selected rows, the dark account menu, the shortcuts and the palette', async () => {
  const { db } = stage.world.database;
  await db.update(orders).set({ paymentStatus: 'review' }).where(eq(orders.id, single.order.id));
  await db.insert(paymentCases).values({
    kind: 'refund_failed',
    subject: `refund of ${single.order.id}`,
    orderId: single.order.id,
    details: { refundId: 'one', amount: 2_000 },
    openedAt: new Date(),
  });
  const page = await openDesk(stage, '/admin?tab=orders');
  const open = page.getByRole('listitem').filter({ hasText: 'A refund did not reach the buyer' });
  await open.getByRole('button', { name: /^Dismiss/ }).click();
  const question = page.getByRole('alertdialog');
  await question.getByLabel('Note').fill('Paid out in cash.');
  await examine(page, 'question about a case', { targets: true });
  await question.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('Settled cases (1)').click();
  await page.getByRole('list', { name: 'Settled cases' }).getByText('“Paid out in cash.”').waitFor();
  await examine(page, 'settled cases', { targets: true });
  await db.update(orders).set({ paymentStatus: 'completed' }).where(eq(orders.id, single.order.id));
  await page.getByText('Settled cases (1)').click();

  await page.getByRole('checkbox', { name: /^Select .*Zoe Alpha/ }).check();
  await page.getByRole('region', { name: 'Selection' }).waitFor();
  await examine(page, 'selected rows', { axe: 'phone', targets: true });
  await page.getByRole('button', { name: 'Clear' }).click();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('radio', { name: 'Night' }).check();
  await examine(page, 'account menu', { axe: 'phone', targets: true });
  await page.getByRole('button', { name: 'Show shortcuts' }).click();
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await examine(page, 'shortcuts', { targets: true });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'People, orders, pages or actions' }).fill('zoe');
  await page.getByRole('option', { name: /Zoe Alpha Order/ }).waitFor();
  await examine(page, 'palette', { axe: 'phone', targets: true });
  expect(faults()).toEqual({});
});

test('the sign-in page, and Access Denied', async () => {
  const page = await open('/admin/login', 'Admin sign-in', [/^401 GET .*\/api\/auth\/user/]);
  await examine(page, 'sign-in');
  await page.goto(`${stage.world.siteUrl}/api/login?returnTo=/admin`);
  await page.getByRole('button', { name: 'visitor@example.org' }).click();
  await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  await examine(page, 'access denied');
  expect(faults()).toEqual({});
});

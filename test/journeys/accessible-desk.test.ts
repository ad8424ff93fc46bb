import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { eq, sql } from '#server/db/drizzle.ts';
import { mails, orders, paymentCases } from '#server/db/tables.ts';
import type { Bought } from '#test/buy.ts';
import { follow, openDesk, signIn } from './desk.ts';
import { ADDRESS, buyForBoth, lengthenOrders, PHONE, setExaminer, WORD } from './examine.ts';
import { tabTo } from './keyboard.ts';
import { setStage } from './stage.ts';

// Each page and each state of it is examined in the files named accessible-…, and nowhere else.

const stage = setStage({ ticketMails: true });
const { examine, goTo, faults } = setExaminer(stage);

/** Only two, because a table's rows are alike, and axe examines each. */
const SOLD = content.packages.filter(({ eventType, size }) =>
  eventType === 'conference' ? size === 'individual' : eventType === 'trainer' && size === 'large_group',
);
let single: Bought;
let team: Bought;
beforeAll(async () => {
  const { world } = stage;
  await seedCatalog(world.sandbox.url, 'sk_test_world', SOLD);
  await world.stripe.coupons.create({ name: 'Teachers', percent_off: 25, duration: 'once' });
  ({ single, team } = await buyForBoth(world));
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

test('everybody can use undelivered emails, a case, selected rows, menus, questions before money or input is lost, and the pages of people who are logged out or denied', async () => {
  const { db } = stage.world.database;
  await db.update(orders).set({ paymentStatus: 'review' }).where(eq(orders.id, single.order.id));
  await db.insert(paymentCases).values({
    kind: 'refund_failed',
    subject: `refund of ${single.order.id}`,
    orderId: single.order.id,
    details: { refundId: 'one', amount: 2_000 },
    openedAt: new Date(),
  });
  // Four, so that they are shown on demand.
  const failed = { orderId: team.order.id, recipient: 'max@example.org', failure: `550 ${WORD}` };
  const [createdAt, failedAt] = [new Date(), new Date()];
  await db.insert(mails).values(
    ['a', 'b', 'c', 'd'].map((key) => {
      const own = { id: randomUUID(), subjectKey: key, messageId: key };
      return { ...own, ...failed, kind: 'refund_notice' as const, createdAt, failedAt };
    }),
  );
  const page = await openDesk(stage, '/admin?tab=orders', { expected: [/^40[13] /] });
  const undelivered = page.getByRole('status').filter({ hasText: '4 emails weren’t delivered' });
  await undelivered.getByText('Show the emails').click();
  await examine(page, 'undelivered emails', { targets: true });
  await undelivered.getByRole('button', { name: team.order.registrationNumber }).first().click();
  await page.getByRole('dialog', { name: team.order.registrationNumber }).waitFor();
  await page.keyboard.press('Escape');
  await undelivered.getByText('Show the emails').click();
  const open = page.getByRole('listitem').filter({ hasText: 'A refund did not reach the buyer' });
  await open.getByRole('button', { name: /^Dismiss/ }).click();
  const question = page.getByRole('alertdialog');
  await question.getByLabel('Note').fill('Paid out in cash.');
  await examine(page, 'question about a case', { targets: true });
  await question.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('Resolved cases (1)').click();
  await page.getByRole('list', { name: 'Resolved cases' }).getByText('“Paid out in cash.”').waitFor();
  await examine(page, 'settled cases', { within: 'ul[aria-label="Resolved cases"]', targets: true });
  await db.update(orders).set({ paymentStatus: 'completed' }).where(eq(orders.id, single.order.id));
  await page.getByText('Resolved cases (1)').click();

  await page.getByRole('checkbox', { name: /^Select .*Zoe Alpha/ }).check();
  await page.getByRole('region', { name: 'Selection' }).waitFor();
  await examine(page, 'selected rows', {
    axe: 'phone',
    within: 'section[aria-label=Selection], tr:has(:checked)',
    targets: true,
    words: true,
  });
  await page.getByRole('button', { name: 'Clear' }).click();
  await follow(page, '/admin?tab=registrations');
  await page.getByRole('button', { name: 'Delete Zoe Alpha' }).waitFor();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await examine(page, 'account menu over registrations', {
    axe: 'phone',
    within: '[popover]',
    targets: true,
    words: true,
  });
  await page.getByRole('button', { name: 'Show shortcuts' }).click();
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await examine(page, 'shortcuts', { targets: true });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'People, orders, pages or actions' }).fill('zoe');
  await page.getByRole('option', { name: /Zoe Alpha Order/ }).waitFor();
  await examine(page, 'palette', { axe: 'phone', targets: true });
  await page.keyboard.press('Escape');
  await followTheSystem(page);

  await follow(page, '/admin?tab=orders&q=max');
  await page.getByRole('button', { name: /^View Details of Maxi/ }).click();
  const refund = page.getByRole('region', { name: 'Refunds' });
  await refund.getByRole('button', { name: 'Refund…' }).click();
  await refund.getByRole('checkbox', { name: 'Ada Sample' }).check();
  await refund.getByRole('button', { name: 'Refund', exact: true }).click();
  await question.getByText(/This cannot be undone/).waitFor();
  await examine(page, 'question before a refund', { targets: true });

  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'detached' });
  await follow(page, '/admin?tab=email-templates');
  await page.getByRole('button', { name: 'Edit Ticket', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Ticket', exact: true });
  await dialog.getByLabel('Subject').fill('A subject of my own');
  // The preview calls the server, too.
  const preview = dialog.getByRole('region', { name: 'Preview', includeHidden: true });
  await preview.getByText('A subject of my own').waitFor({ state: 'attached' });
  // The bar at the dialog's lower edge covers no field that Tab reaches, nor its caret.
  // A tooltip under a resting pointer would take the Escape below.
  await page.mouse.move(0, 0);
  await page.setViewportSize({ width: 1280, height: 500 });
  await dialog
    .getByLabel('HTML content')
    .evaluate((box) => (box as HTMLTextAreaElement).setSelectionRange(0, 0));
  await dialog.getByLabel('Subject').focus();
  await tabTo(page, 'textbox', /^Text content/);
  await page.keyboard.press('Escape');
  await question.getByText('Discard your changes?').waitFor();
  await examine(page, 'question before typed work goes', { targets: true });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await question.getByText('You are signed out').waitFor();
  await examine(page, 'logged out while typing', { targets: true });

  page.on('dialog', (leaving) => void leaving.accept());
  await goTo(page, '/admin/login', 'Admin sign-in');
  await examine(page, 'sign-in');
  await signIn(page, stage.world, 'visitor@example.org');
  await goTo(page, '/admin', 'Access Denied');
  await examine(page, 'access denied');
  expect(faults()).toEqual({});
});

type Find = (page: Page) => Locator;
interface Opened {
  readonly by: Find;
  readonly role: 'dialog' | 'alertdialog';
  /** Makes a mistake in the filled-in dialog, submits it, and waits for the error. */
  readonly spoil?: (dialog: Locator) => Promise<void>;
  /** axe has examined its parts in another dialog. */
  readonly isAlike?: true;
}
interface Room {
  /** A tab's name, or a separate page's path. */
  readonly name: string;
  readonly shows: Find;
  readonly opens?: readonly Opened[];
  /** Which layouts axe examines: by default a desk's. */
  readonly axe?: 'desk' | 'each';
}
const button = (name: string | RegExp): Find => {
  return (page) => page.getByRole('button', { name }).first();
};
const save = (name: string, fault: string) => async (dialog: Locator) => {
  await dialog.getByRole('button', { name, exact: true }).click();
  await dialog.getByRole('link', { name: fault }).waitFor();
};

/** Each with what it shows, and the dialogs that open there. */
const TABS: Room[] = [
  {
    name: 'Orders',
    shows: button(/^Maxi/),
    // The rows of every table become the same cards on a phone.
    axe: 'each',
    opens: [
      { by: button(/^Maxi/), role: 'dialog' },
      { by: button(/^Delete Maxi/), role: 'alertdialog' },
    ],
  },
  {
    name: 'Registrations',
    shows: button(/^Delete Zoe/),
    opens: [{ by: button(/^Delete Zoe/), role: 'alertdialog' }],
  },
  { name: 'Newsletter', shows: button('Export CSV') },
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
    shows: button(/^Edit Ticketm/),
    opens: [
      {
        by: button(/^Edit Ticketm/),
        role: 'dialog',
        spoil: async (dialog) => {
          await dialog.getByLabel('HTML content').fill('<p>Hello</p>\n<script>alert(1)</script>');
          await save('Save', 'Line 2: the tag <script> cannot be used in an email.')(dialog);
        },
      },
      { by: button(/^Preview Ticketm/), role: 'dialog', isAlike: true },
    ],
  },
  { name: 'Check-In', shows: button('Start Camera Scanner') },
];

const PAGES: Room[] = [
  {
    name: '/admin/speakers',
    shows: button('Add speaker'),
    opens: [
      {
        by: button('Add speaker'),
        role: 'dialog',
        spoil: async (dialog) => {
          await dialog.getByLabel('Name').fill('');
          await save('Save speaker', 'Name is required')(dialog);
        },
      },
      { by: button(/^Edit m/), role: 'dialog', isAlike: true },
      { by: button(/^Delete /), role: 'alertdialog' },
    ],
  },
  {
    name: '/admin/coupons',
    shows: button('Create coupon'),
    opens: [
      {
        by: button('Create coupon'),
        role: 'dialog',
        spoil: async (dialog) => {
          await dialog.getByLabel('Description').fill('');
          await save('Create', 'Description is required')(dialog);
        },
      },
    ],
  },
  {
    name: '/admin/stripe-products',
    shows: button(/^Configure/),
    opens: [
      {
        by: button('Configure Training, 10-Person Package (regular)'),
        role: 'dialog',
        spoil: async (dialog) => {
          await dialog.getByLabel('Event type').selectOption('');
          await save('Save', 'Choose conference, trainer or both')(dialog);
        },
      },
    ],
  },
];

describe('with long words, in light and dark, with large targets', () => {
  beforeAll(lengthenAll);

  /** Examines these rooms, one after the other. */
  async function examineRooms(rooms: readonly Room[]): Promise<Page> {
    const page = await openDesk(stage, '/admin', { expected: [/^400 POST /] });
    await followTheSystem(page);
    for (const room of rooms) await examineRoom(page, room);
    return page;
  }

  test('every tab and its dialogs can be read and used', async () => {
    const page = await examineRooms(TABS);
    await page.getByRole('radio', { name: 'Manual Lookup' }).check();
    await page.getByRole('searchbox').first().fill('mmm');
    await page.getByRole('main').getByText(WORD).first().waitFor();
    await examine(page, 'manual lookup of long words', { axe: 'none' });
    expect(faults()).toEqual({});
  });

  test('every page of the desk and its dialogs can be read and used', async () => {
    await examineRooms(PAGES);
    expect(faults()).toEqual({});
  });
});

/** The room and then each of its dialogs. */
async function examineRoom(page: Page, { name, shows, opens = [], axe = 'desk' }: Room): Promise<void> {
  await page.setViewportSize({ width: PHONE, height: 844 });
  if (name.startsWith('/')) await follow(page, name);
  else await page.getByRole('tab', { name, exact: true }).click();
  await shows(page).waitFor();
  // The header and the tabs of all desks are those of the first.
  const within = name === 'Orders' || name.startsWith('/') ? undefined : '[role=tabpanel]';
  await examine(page, name, { axe, within, targets: true, night: true });
  if (opens.length === 0) await shows(page).click({ trial: true });
  for (const { by, role, spoil, isAlike } of opens) {
    await page.setViewportSize({ width: PHONE, height: 844 });
    await by(page).click();
    const dialog = page.getByRole(role);
    await dialog.getByRole('button').nth(1).waitFor();
    const isTyped = await typeLongWords(dialog);
    await spoil?.(dialog);
    await examine(page, `${name}, ${await dialog.getByRole('heading').first().textContent()}`, {
      axe: isAlike ? 'none' : 'desk',
      targets: true,
      // All dialogs have the same surfaces and controls, so those of one desk show them at night.
      night: name === 'Orders',
    });
    await page.keyboard.press('Escape');
    if (isTyped || spoil) await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole(role).waitFor({ state: 'detached' });
  }
}

/** Light by day and dark by night, whatever the page was before. */
async function followTheSystem(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('radio', { name: 'System' }).check();
  await page.keyboard.press('Escape');
}

/** Fills in every empty text field of the dialog. Returns whether there is any. */
async function typeLongWords(dialog: Locator): Promise<boolean> {
  let isTyped = false;
  for (const field of await dialog.getByRole('textbox').all()) {
    if (!(await field.isEditable()) || (await field.inputValue()) !== '') continue;
    await field.fill(WORD);
    isTyped = true;
  }
  return isTyped;
}

/** Makes all that people and organizers typed longer than the forms allow. Names keep their beginnings. */
async function lengthenAll(): Promise<void> {
  await lengthenOrders(stage.world);
  const { db } = stage.world.database;
  await db.execute(sql`UPDATE speakers SET name = ${WORD}::text || id, title = ${WORD}, bio = ${WORD}`);
  await db.execute(sql`UPDATE email_templates SET name = name || ${WORD}::text, subject = ${WORD}, from_name = ${WORD},
    html_content = ${`<p>${WORD}</p>`}, text_content = ${WORD}`);
  await db.execute(sql`UPDATE newsletter_signups SET email = ${ADDRESS}, first_name = ${WORD}, last_name = ${WORD},
    organization = ${WORD}`);
  await db.execute(sql`UPDATE coupons SET code = ${WORD.toUpperCase()}, description = ${WORD}`);
}

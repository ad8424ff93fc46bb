import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { retentionWords } from '#domain/retention.ts';
import { shortCode } from '#domain/short-code.ts';
import { seedCatalog } from '#sandbox/demo-catalog.ts';
import { eq } from '#server/db/drizzle.ts';
import { orders, paymentCases, qrCodes } from '#server/db/tables.ts';
import { typeSquareCard } from '#test/browser.ts';
import { checkout, pendingRegistration, teamOfTen } from '#test/factories.ts';
import { buyTeam } from '#test/team-stage.ts';
import { EARLY_BIRD } from '#test/world.ts';
import { colorFaultsOf, faultsOf } from './axe.ts';
import { fillBilling, goToCardForm } from './card-form.ts';
import { buy, openDesk, stripeOf } from './desk.ts';
import { joinDoor, scanByHand, verdictOn } from './door-phone.ts';
import { formAnswers } from './fill-registration.ts';
import { setStage } from './stage.ts';

// Each page and each state of it is examined here, and nowhere else; those of the landing page in a file of their own.

const stage = setStage();
const PHONE = 390;
const DESK = 1280;
const SMALLEST_PHONE = 320;
const SMALLEST_TARGET = 24;

/** What is wrong with pages, by the name of the state. Empty when all is well. */
let faults: Record<string, string[]>;

interface Look {
  /** A phone has another layout, in which axe looks too. */
  readonly phone?: boolean;
  /** Staff work here: whatever is too small for a finger or outside the screen is a fault. */
  readonly targets?: boolean;
  /** The desk follows the colors of the system, and is looked at in both. */
  readonly night?: boolean;
}

/** Violations of WCAG 2.2 A and AA at a desk, and at every width what scrolls to the side. */
async function examine(page: Page, state: string, look: Look = {}): Promise<void> {
  const { phone = false, targets = false, night = false } = look;
  const found: string[] = [];
  for (const width of [SMALLEST_PHONE, PHONE, DESK]) {
    await page.setViewportSize({ width, height: width === DESK ? 900 : 844 });
    const misfits = await page.evaluate(
      findMisfits,
      targets && width !== SMALLEST_PHONE ? SMALLEST_TARGET : 0,
    );
    const violations = width === DESK || (phone && width === PHONE) ? await faultsOf(page) : [];
    found.push(...[...misfits, ...violations].map((fault) => `${width} px: ${fault}`));
  }
  if (night) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('body.night').waitFor();
    found.push(...(await colorFaultsOf(page)).map((fault) => `at night: ${fault}`));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  if (found.length > 0) faults[state] = found;
}

/** Runs in the page. `least`: the smallest side of what is touched, in pixels; 0 if nobody asks. */
function findMisfits(least: number): string[] {
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`scrolls ${scrollWidth - clientWidth} px to the side`);
  if (least === 0) return found;
  // Under a dialog nothing can be touched.
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
  const root = dialogs[dialogs.length - 1] ?? document.body;
  for (const one of root.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')) {
    // What is drawn by the label around it is touched there; a link in a line of text may be as high as the line.
    const target = one.closest('label') ?? one;
    const { width, height, left, right } = target.getBoundingClientRect();
    if (width === 0 || getComputedStyle(one).visibility === 'hidden' || one.closest('.sr-only')) continue;
    const isInText = getComputedStyle(one).display === 'inline';
    const name = one.getAttribute('aria-label') ?? one.textContent?.trim() ?? one.id;
    if (!isInText && (width < least || height < least)) found.push(`${name}: ${width} × ${height} px`);
    const scroller = one.closest('[role=tablist], .scroll-hint-x');
    if (!scroller && (left < 0 || right > clientWidth + 1)) found.push(`${name}: outside the screen`);
  }
  return found;
}

async function open(path: string, heading: string | RegExp, expected: RegExp[] = []): Promise<Page> {
  const page = await stage.browser.open({ expected, reducedMotion: 'reduce' });
  await goTo(page, path, heading);
  return page;
}

async function goTo(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(stage.world.siteUrl + path);
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
}

/** Two of them: rows of a table are alike, and axe looks at each. */
const SOLD = content.packages.filter(({ eventType, size }) =>
  eventType === 'conference' ? size === 'individual' : eventType === 'trainer' && size === 'large_group',
);
let team: Awaited<ReturnType<typeof buy>>;
let single: Awaited<ReturnType<typeof buy>>;
beforeEach(() => {
  faults = {};
});
beforeAll(async () => {
  const { world } = stage;
  await seedCatalog(world.sandbox.url, 'sk_test_world', SOLD);
  await stripeOf(world).coupons.create({ name: 'Teachers', percent_off: 25, duration: 'once' });
  team = await buy(
    world,
    teamOfTen({ firstName: 'Maximiliane-Charlotte', lastName: 'Beta', email: 'max@example.org' }),
  );
  const email = `${'long.name.'.repeat(4)}end@example.org`;
  single = await buy(world, checkout({ firstName: 'Zoe', lastName: 'Alpha', email }));
});

describe('a team', () => {
  test('its page with every row open and a checked list, and the page of a link, good, bad and done', async () => {
    const { world } = stage;
    const links = await buyTeam(world);
    await links.link({ mailTo: `${'long.name.'.repeat(4)}end@example.org`, personalLine: 'Hello' });
    const { body } = await links.link({ forTeam: true });
    const page = await open(`/team/${links.key}`, 'Your team', [/404 POST .*\/api\/claim\/look/]);
    await examine(page, 'the seats', { phone: true, targets: true });
    await page.evaluate(() => {
      for (const row of document.querySelectorAll('details')) row.open = true;
    });
    await page.getByRole('button', { name: 'Paste a list' }).click();
    await page
      .getByLabel('Your list')
      .fill('Ada Sample, ada@example.org\nCy Sample, cy@\nEve Sample, eve@example.org');
    await page.getByRole('button', { name: 'Check the list' }).click();
    await page.getByText('Already in your team').waitFor();
    await examine(page, 'the seats, unfolded, with a list', { phone: true, targets: true });
    await page.getByRole('button', { name: 'Take Ada out' }).click();
    await page.getByRole('alertdialog').waitFor();
    await examine(page, 'taking somebody out');
    await page.getByRole('button', { name: 'Cancel' }).click();
    page.on('dialog', (dialog) => void dialog.accept());
    await goTo(
      page,
      new URL(body.teamLink!.url).pathname + new URL(body.teamLink!.url).hash,
      /A seat for you/,
    );
    await page.getByRole('button', { name: 'Take this seat' }).click();
    await page.getByText('There is a problem').waitFor();
    await examine(page, 'a link, with everything wrong', { phone: true, targets: true });
    await page.getByLabel('First name').fill('Cara');
    await page.getByLabel('Last name').fill('Sample');
    await page.getByLabel('Email').fill('cara@example.org');
    await page.getByRole('button', { name: 'Take this seat' }).click();
    await page.getByRole('heading', { name: 'You have a seat, Cara!' }).waitFor();
    await examine(page, 'a seat taken', { phone: true });
    await page.goto('about:blank');
    await goTo(page, '/claim#K123', 'Take your seat');
    await page.getByText('This link gives no seat').waitFor();
    await examine(page, 'a link that is not complete');
    expect(faults).toEqual({});
  });
});

describe('the way to a ticket', () => {
  test('the form, with a team and with everything wrong, and the summary', async () => {
    const page = await open('/register', 'Save your seat');
    await formAnswers(page);
    await examine(page, 'form', { phone: true });
    await page.getByRole('radio', { name: /^10-Person Package/ }).check();
    await page.getByRole('radio', { name: 'Add team member details now' }).check();
    await page.getByRole('group', { name: 'Seat 2' }).getByLabel('First name').fill('Ada');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('There is a problem').waitFor();
    await examine(page, 'form with everything wrong', { phone: true });

    const { registrationData } = teamOfTen({ originalAmount: 200, isEarlyBird: true });
    await page.evaluate(
      (text) => sessionStorage.setItem('pending-registration', text),
      JSON.stringify(registrationData),
    );
    await page.goto(`${stage.world.siteUrl}/checkout`);
    await page.getByRole('group', { name: 'How do you want to pay?' }).waitFor();
    await examine(page, 'summary', { phone: true });
    expect(faults).toEqual({});
  });

  test('the card form, with everything wrong and with a card that was declined', async () => {
    const page = await stage.browser.open({
      expected: [/^402 POST .*\/api\/square\/process-payment/],
      reducedMotion: 'reduce',
    });
    const buyer = { firstName: 'Axel', lastName: 'Core', email: 'axel@example.org' };
    await goToCardForm(page, stage.world.siteUrl, buyer);
    await examine(page, 'card form', { phone: true });

    await page.setViewportSize({ width: DESK, height: 900 });
    await fillBilling(page);
    await typeSquareCard(page, '4000 0000 0000 0002');
    await page.getByLabel('Email').fill('axel');
    await page.getByLabel('ZIP code').fill('8021');
    await page.getByRole('button', { name: 'Pay $20.00' }).click();
    const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
    expect(await summary.getByRole('link').allInnerTexts()).toEqual([
      'Valid email is required',
      'Enter a ZIP code of five digits',
    ]);
    expect(await page.title()).toMatch(/^Error: Pay by card/);
    await examine(page, 'card form with everything wrong');

    await page.getByLabel('Email').fill('axel@example.org');
    await page.getByLabel('ZIP code').fill('80210');
    await page.getByRole('button', { name: 'Pay $20.00' }).click();
    const refusal = page.getByRole('main').getByRole('alert').filter({ hasText: 'Payment Failed' });
    await refusal.waitFor();
    // The focus is where it says what went wrong.
    expect(await refusal.evaluate((element) => element.parentElement === document.activeElement)).toBe(true);
    await examine(page, 'declined card');
    expect(faults).toEqual({});
  });

  test('pages that are closed, do not exist, or say how data is treated', async () => {
    stage.world.moveClock('2025-09-22T16:00:00Z');
    const page = await open('/register', 'Registration Closed', [/^404 GET .*\/nowhere$/]);
    await examine(page, 'closed form');
    await goTo(page, '/checkout', 'Registration Closed');
    stage.world.moveClock(EARLY_BIRD);
    await examine(page, 'closed summary');
    await goTo(page, '/nowhere', '404 - Page Not Found');
    await examine(page, 'page not found');
    await goTo(page, '/privacy', 'Privacy');
    await examine(page, 'privacy');
    const text = await page.getByRole('main').textContent();
    const missing = Object.values(retentionWords()).filter((words) => !text!.includes(words));
    expect(missing).toEqual([]);
    await goTo(page, '/register', 'Save your seat');
    for (const part of [page.getByRole('main'), page.getByRole('contentinfo')]) {
      const link = part.getByRole('link', { name: /Privacy|How we treat your data/ });
      expect(await link.getAttribute('href')).toBe('/privacy');
    }
    expect(faults).toEqual({});
  });
});

test('an order: paid, being paid, of a team, and none', async () => {
  const page = await open(`/checkout-success?id=${single.order.transactionId}`, "You're in, Zoe!", [
    /^404 GET .*\/api\//,
  ]);
  await examine(page, 'success', { phone: true });
  await goTo(page, `/registration/${single.order.transactionId}`, 'Registration details');
  await page.getByText('Add to calendar').click();
  await page.getByText('Order details').click();
  await examine(page, 'registration with everything unfolded', { phone: true });
  await page.getByRole('button', { name: /^Show the code of Zoe/ }).click();
  await page.getByRole('dialog', { name: /^Code of Zoe/ }).waitFor();
  await examine(page, 'code on the whole screen', { phone: true });
  await goTo(page, `/confirmation/${team.order.transactionId}`, 'Your order is confirmed');
  await page.getByRole('button', { name: 'Add team member' }).click();
  const toasts = page.getByRole('region', { name: /Notifications/ });
  await toasts.getByText('Missing Information').waitFor();
  await page.getByText('Show code').first().click();
  await examine(page, 'confirmation of a team, with its form filled in wrongly', { phone: true });

  await goTo(page, `/cancel/${team.order.transactionId}`, 'Cancel seats');
  await page.getByRole('checkbox', { name: 'Ada Sample' }).check();
  await examine(page, 'seats to cancel', { phone: true, targets: true });
  await page.getByRole('button', { name: 'Cancel 1 seat and get $20.00 back' }).click();
  await page.getByRole('alertdialog').waitFor();
  await examine(page, 'question before seats are canceled', { phone: true });

  const started = await stage.world
    .visitor()
    .post('/api/create-checkout-session', checkout(pendingRegistration({ email: 'unpaid@example.org' })));
  const { transactionId } = (await started.json()) as { transactionId: string };
  await page.goto(`${stage.world.siteUrl}/checkout-success?id=${transactionId}`);
  await page.getByText('We are confirming your payment…').waitFor();
  await examine(page, 'success while the payment is not there yet');
  for (const [path, heading] of [
    ['/confirmation/NOTHING', 'Order Not Found'],
    ['/cancel/NOTHING', 'Cancel seats'],
    ['/registration/NOTHING', 'Registration Not Found'],
    ['/checkout-success', 'Registration Not Found'],
    ['/confirmation', 'Order Not Found'],
  ] as const) {
    await goTo(page, path, heading);
    await examine(page, path);
  }
  expect(faults).toEqual({});
});

test('a ticket’s own page, what its holder does, and the way to its link', async () => {
  const [code] = await stage.world.database.db
    .select()
    .from(qrCodes)
    .where(eq(qrCodes.registrationId, team.registrations[0]!.id));
  const page = await open(`/my-ticket#${code!.pageKey}`, 'My ticket', [/^404 POST .*\/api\/my-ticket/]);
  await page.getByText('Add to calendar').click();
  await examine(page, 'my ticket', { phone: true, targets: true });
  await page.getByText('Add to calendar').click();
  await page.getByRole('button', { name: 'I cannot come' }).click();
  await page.getByText(/^Your seat goes back/).waitFor();
  await examine(page, 'question before a ticket is given back', { phone: true });
  await page.getByRole('button', { name: 'Keep my ticket' }).click();
  await page.getByRole('button', { name: 'Give my ticket to somebody else' }).click();
  await page.getByRole('button', { name: 'Give the ticket to somebody else' }).click();
  await page.getByText('There is a problem').waitFor();
  await examine(page, 'giving a ticket away, with everything wrong', { phone: true, targets: true });
  await goTo(page, '/find-my-ticket', 'Find my ticket');
  await page.getByRole('button', { name: 'Email me the links' }).click();
  await page.getByText('There is a problem').waitFor();
  await examine(page, 'find my ticket, with nothing typed', { phone: true, targets: true });
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.org');
  await page.getByRole('button', { name: 'Email me the links' }).click();
  await page.getByText(/^If there are tickets/).waitFor();
  await examine(page, 'the links are on their way', { phone: true, targets: true });
  await goTo(page, `/my-ticket#M${'0'.repeat(40)}`, 'My ticket');
  await page.getByText('There is no ticket at this link.').waitFor();
  await examine(page, 'a ticket link that opens nothing', { phone: true });
  expect(faults).toEqual({});
});

describe('the desk', () => {
  beforeAll(async () => {
    const { world } = stage;
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
    /** Presses what says what is wrong with the dialog, and waits until it has. */
    readonly spoil?: (dialog: Locator) => Promise<void>;
    /** Something was typed into it, so it asks before it closes. */
    readonly isDirty?: true;
  }
  interface Room {
    /** A tab's name, or the path of a page of its own. */
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

  /** Each desk, what one comes for, and the dialogs that open there. */
  const ROOMS: Room[] = [
    {
      name: 'Orders',
      shows: button(/^View Details of Maxi/),
      isTable: true,
      opens: [
        { by: button(/^View Details of Maxi/), role: 'dialog' },
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
            await save('Create', 'Percent off is a whole number from 1 to 100')(dialog);
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
            await save('Save', 'Line 2: the tag <script> cannot be used in a mail.')(dialog);
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

  test('every tab and page fits, can be read by day and at night and touched, and so can what it opens', async () => {
    const page = await openDesk(stage, '/admin', { expected: [/^400 POST /] });
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('radio', { name: 'System' }).check();
    await page.keyboard.press('Escape');
    for (const { name, shows, opens = [], isTable = false } of ROOMS) {
      await page.setViewportSize({ width: PHONE, height: 844 });
      if (name.startsWith('/')) await page.goto(stage.world.siteUrl + name);
      else await page.getByRole('tab', { name, exact: true }).click();
      await shows(page).waitFor();
      await examine(page, name, { phone: isTable, targets: true, night: true });
      if (opens.length === 0) await shows(page).click({ trial: true });
      for (const { by, role, spoil, isDirty } of opens) {
        await page.setViewportSize({ width: PHONE, height: 844 });
        await by(page).click();
        const dialog = page.getByRole(role);
        await dialog.getByRole('button').nth(1).waitFor();
        await spoil?.(dialog);
        await examine(page, `${name}, ${await dialog.getByRole('heading').first().textContent()}`, {
          targets: true,
          night: true,
        });
        await page.keyboard.press('Escape');
        if (isDirty) await page.getByRole('button', { name: 'Discard changes' }).click();
        await page.getByRole(role).waitFor({ state: 'detached' });
      }
    }
    expect(faults).toEqual({});
  });

  test('what is asked before money or typed work goes, and who is logged out', async () => {
    const page = await openDesk(stage, '/admin?tab=orders&q=max', { expected: [/^401 /] });
    const question = page.getByRole('alertdialog');
    await page.getByRole('button', { name: /^View Details of Maxi/ }).click();
    const refund = page.getByRole('region', { name: 'Refunds' });
    await refund.getByRole('button', { name: 'Refund…' }).click();
    await refund.getByRole('checkbox', { name: 'Ada Sample' }).check();
    await refund.getByRole('button', { name: 'Refund', exact: true }).click();
    await question.getByText(/This cannot be taken back/).waitFor();
    await examine(page, 'question before a refund', { targets: true });

    await page.goto(`${stage.world.siteUrl}/admin?tab=email-templates`);
    await page.getByRole('button', { name: 'Edit Ticket', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Ticket', exact: true });
    await dialog.getByLabel('Subject').fill('A subject of my own');
    // The preview asks the server too.
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
    expect(faults).toEqual({});
  });

  test('a payment case, the question about it, and what it became', async () => {
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
    expect(faults).toEqual({});
  });

  test('the door with a verdict, and with the manual lookup', async () => {
    const page = await openDesk(stage, '/admin?tab=check-in', { as: 'door@example.org' });
    await page.getByLabel('Paste or type a ticket code').fill('T0000');
    await page.getByRole('button', { name: 'Validate' }).click();
    await page.getByText('Do not admit').waitFor();
    await examine(page, 'verdict', { phone: true, targets: true });
    await page.getByRole('radio', { name: 'Manual Lookup' }).check();
    const lookup = page.getByRole('region', { name: 'Manual lookup' });
    await lookup.getByRole('radio').first().check();
    await page.getByText('Check in this person?').waitFor();
    await examine(page, 'manual lookup', { phone: true, targets: true });
    expect(faults).toEqual({});
  });

  test('selected rows, the account menu at night, the palette and the shortcuts', async () => {
    const page = await openDesk(stage, '/admin?tab=orders');
    await page.getByRole('checkbox', { name: /^Select .*Zoe Alpha/ }).check();
    await page.getByRole('region', { name: 'Selection' }).waitFor();
    await examine(page, 'selected rows', { phone: true, targets: true });
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('radio', { name: 'Night' }).check();
    await examine(page, 'account menu', { phone: true, targets: true });
    await page.getByRole('button', { name: 'Show shortcuts' }).click();
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await examine(page, 'shortcuts', { targets: true });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'People, orders, pages or actions' }).fill('zoe');
    await page.getByRole('option', { name: /Zoe Alpha Order/ }).waitFor();
    await examine(page, 'palette', { phone: true, targets: true });
    expect(faults).toEqual({});
  });

  test('the sign-in page, and Access Denied', async () => {
    const page = await open('/admin/login', 'Admin sign-in', [/^401 GET .*\/api\/auth\/user/]);
    await examine(page, 'sign-in');
    await page.goto(`${stage.world.siteUrl}/api/login?returnTo=/admin`);
    await page.getByRole('button', { name: 'visitor@example.org' }).click();
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
    await examine(page, 'access denied');
    expect(faults).toEqual({});
  });

  test('what runs the day: door phones, the board with questions to settle, and a paper list', async () => {
    const staff = await stage.world.staff();
    const [ticket] = single.registrations;
    const codes = [1, 2].map(() => ({ id: randomUUID(), shortCode: shortCode(ticket!.id) }));
    const collectedAt = EARLY_BIRD;
    for (const entry of codes) {
      await staff.post('/api/admin/door/paper', { entries: [entry], door: 'Garage', collectedAt });
    }
    const page = await openDesk(stage, '/admin?tab=check-in');
    await page.getByRole('button', { name: 'Door phones' }).click();
    const invite = page.getByRole('button', { name: 'Invite' });
    await invite.click();
    await page.getByRole('button', { name: 'Show the code' }).click();
    await page.getByRole('img', { name: 'The invitation as a QR code' }).waitFor();
    await examine(page, 'invitation', { targets: true });
    const link = (await page.getByText(/\/door#/).textContent())!;
    const joins = { invitation: new URL(link).hash.slice(1), person: 'Maximiliane', door: 'Main entrance' };
    await stage.world.visitor().post('/api/door/join', joins);
    await page.getByRole('button', { name: 'Done' }).click();
    const revoke = page.getByRole('button', { name: 'Revoke the phone of Maximiliane' });
    await revoke.waitFor();
    await examine(page, 'door phones', { phone: true, targets: true });
    await revoke.click();
    await page.getByRole('alertdialog').waitFor();
    await examine(page, 'question before a phone is revoked', { targets: true });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await invite.click();
    await page.getByLabel('Number of phones').fill('many');
    await page.getByRole('button', { name: 'Show the code' }).click();
    await page.getByRole('link', { name: 'Choose between 1 and 50 phones' }).waitFor();
    await examine(page, 'invitation with a mistake', { targets: true });

    await page.goto(`${stage.world.siteUrl}/admin/live`);
    await page.getByRole('button', { name: 'Same person: Zoe Alpha' }).waitFor();
    await page.getByText('As a table').click();
    await examine(page, 'board', { phone: true, targets: true });
    await page.getByLabel('Night colors').check();
    await page.locator('body.night').waitFor();
    await examine(page, 'board at night', { phone: true, targets: true });

    await page.goto(`${stage.world.siteUrl}/admin/paper`);
    const box = page.getByRole('textbox', { name: 'Code' });
    for (const text of [shortCode(ticket!.id), '2222', 'none']) {
      await box.fill(text);
      await box.press('Enter');
    }
    await page.getByText('Nobody has these codes').waitFor();
    await page.getByRole('button', { name: 'Undo Zoe Alpha' }).waitFor();
    await page.getByRole('button', { name: 'Make the file: all' }).click();
    await page.getByRole('button', { name: 'Discard' }).waitFor();
    await examine(page, 'paper list and badges at night', { phone: true, targets: true });
    expect(faults).toEqual({});
  });
});

describe('a door phone', () => {
  test('joining, the shift, and what lies over the camera', async () => {
    const staff = await stage.world.staff();
    const invited = await staff.post('/api/admin/door/invitations', { role: 'supervisor', maxPhones: 1 });
    const { url } = (await invited.json()) as { url: string };
    const page = await stage.browser.open({ reducedMotion: 'reduce' });
    await page.goto(url);
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByText('Please choose a door').waitFor();
    await examine(page, 'join', { phone: true, targets: true });
    await joinDoor(page, url, 'Maria', 'Garage', {
      beforeReady: () => examine(page, 'get ready', { phone: true, targets: true }),
    });
    await examine(page, 'no camera', { phone: true, targets: true });

    await scanByHand(page, team.registrations[0]!.qrCodeData);
    await page.getByRole('button', { name: 'Admit more of the team' }).waitFor();
    await examine(page, 'team', { phone: true, targets: true });
    await page.getByRole('button', { name: 'Admit more of the team' }).click();
    await page.getByRole('button', { name: /^Name a free seat/ }).click();
    await page.getByRole('button', { name: 'Give this person the seat' }).click();
    await examine(page, 'more of the team', { phone: true, targets: true });
    await page.getByRole('button', { name: 'Admit 1 person' }).click();
    await page.getByRole('button', { name: 'Undo', exact: true }).waitFor();
    await examine(page, 'undo', { phone: true, targets: true });
    await scanByHand(page, 'T000000000000000000000000000');
    await verdictOn(page).getByText("Not on this phone's list").waitFor();
    await examine(page, 'refusal', { phone: true, targets: true });

    await verdictOn(page).getByRole('button', { name: 'Find by name' }).click();
    await page.getByLabel('Name, company, number or short code').fill('beta');
    await page
      .getByRole('button', { name: /^Details of/ })
      .first()
      .waitFor();
    await examine(page, 'find', { phone: true, targets: true });
    for (const [name, heading] of [
      ['My scans', 'My scans'],
      ['All doors', 'To settle'],
      ['More', 'Practice'],
    ] as const) {
      await page.getByRole('button', { name: 'Back to the camera' }).click();
      await page.getByRole('button', { name, exact: true }).click();
      await page.getByRole('heading', { name: heading }).waitFor();
      await examine(page, name, { phone: true, targets: true });
    }
    // It turns once it is stored.
    await page.getByRole('switch', { name: 'Practice' }).click();
    await page.getByRole('switch', { name: 'Night colors' }).check();
    await page.getByText('PRACTICE: nothing counts').waitFor();
    await examine(page, 'practice at night', { phone: true, targets: true });
    expect(faults).toEqual({});
  });
});

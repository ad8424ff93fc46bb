import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { buy } from '#test/buy.ts';
import { checkout } from '#test/factories.ts';
import { follow, openDesk } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage({ ticketMails: true });
let ticketCode: string;

beforeAll(async () => {
  const bought = await buy(
    stage.world,
    checkout({ firstName: 'Zoe', lastName: 'Alpha', email: 'zoe@example.org' }),
  );
  ticketCode = bought.registrations[0]!.qrCodeData;
});

const TYPED = '77';

/** Types into the box and goes back at once, without time to load or render anything. */
async function typeAndGoBack(box: Locator) {
  await box.evaluate((one: HTMLInputElement, typed) => {
    one.select();
    document.execCommand('insertText', false, typed);
    history.back();
  }, TYPED);
}

const questionOf = (page: Page) => page.getByRole('alertdialog', { name: 'Discard your changes?' });

async function keep(page: Page) {
  await questionOf(page).getByRole('button', { name: 'Keep editing' }).click();
  await questionOf(page).waitFor({ state: 'detached' });
}

const openOrder = (page: Page) => page.getByRole('button', { name: /^View Details of Zoe/ }).click();

interface Form {
  readonly tab: string;
  readonly open: (page: Page) => Promise<void>;
  readonly box: (page: Page) => Locator;
}

const ofDialog = (label: string) => (page: Page) => page.getByRole('dialog').last().getByLabel(label);

const FORMS: Readonly<Record<string, Form>> = {
  'a mail template': {
    tab: 'Email Templates',
    open: (page) => page.getByRole('button', { name: 'Edit Ticket', exact: true }).click(),
    box: ofDialog('Subject'),
  },
  'a Stripe coupon': {
    tab: 'Stripe Coupons',
    open: (page) => page.getByRole('button', { name: 'Create coupon' }).click(),
    box: ofDialog('Display name'),
  },
  'a person of a registration': {
    tab: 'Registrations',
    open: (page) => page.getByRole('button', { name: 'Correct Zoe Alpha' }).click(),
    box: ofDialog('First name'),
  },
  'a person of an order': {
    tab: 'Orders',
    open: async (page) => {
      await openOrder(page);
      await page.getByRole('button', { name: 'Correct Zoe Alpha' }).click();
    },
    box: ofDialog('First name'),
  },
  'a refund': {
    tab: 'Orders',
    open: async (page) => {
      await openOrder(page);
      await page.getByRole('button', { name: 'Refund…' }).click();
    },
    box: ofDialog('Note'),
  },
  'the seats of a day': {
    tab: 'Orders',
    open: async (page) => {
      await page.getByRole('button', { name: /Sep 20: .* free/ }).click();
      await page.getByRole('button', { name: 'Change the maximum of September 20' }).click();
    },
    box: ofDialog('Maximum'),
  },
  'an invitation': {
    tab: 'Check-In',
    open: async (page) => {
      await page.getByRole('button', { name: 'Door phones' }).click();
      await page.getByRole('button', { name: 'Invite' }).click();
    },
    box: ofDialog('Number of phones'),
  },
};

test('Back in the instant of the first key asks, in every form', async () => {
  const page = await openDesk(stage, '/admin?tab=newsletter');
  for (const [name, form] of Object.entries(FORMS)) {
    await page.getByRole('tab', { name: form.tab }).click();
    await form.open(page);
    const box = form.box(page);
    await typeAndGoBack(box);
    await questionOf(page).waitFor();
    await keep(page);
    expect([name, await box.inputValue()]).toEqual([name, TYPED]);
    // It asks again, and then lets the navigation pass.
    await page.evaluate(() => history.back());
    await questionOf(page).getByRole('button', { name: 'Discard changes' }).click();
    await box.waitFor({ state: 'detached' });
    await follow(page, '/admin?tab=newsletter');
  }
});

test.for([
  ['Speakers', 'Add speaker', 'Name'],
  ['Coupons', 'Create coupon', 'Code'],
] as const)('on the page of its own, %s, the browser asks', async ([link, opener, label]) => {
  const page = await openDesk(stage, '/admin?tab=newsletter');
  await page.getByRole('link', { name: link, exact: true }).click();
  await page.getByRole('button', { name: opener }).click();
  const box = ofDialog(label)(page);
  await box.waitFor();
  const asked = page.waitForEvent('dialog');
  await typeAndGoBack(box);
  const question = await asked;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  expect(await box.inputValue()).toBe(TYPED);
});

test('a click outside a dialog does not reach the page behind it', async () => {
  const page = await openDesk(stage, '/admin?tab=orders');
  const behind = page.getByRole('tab', { name: 'Newsletter' });
  const { x, y } = (await behind.boundingBox())!;
  const pressBeside = () => page.mouse.click(x + 15, y + 15);
  await page.getByRole('tab', { name: 'Stripe Coupons' }).click();
  const opener = page.getByRole('button', { name: 'Create coupon' });
  const dialog = page.getByRole('dialog', { name: 'Create coupon' });
  await opener.click();
  await dialog.waitFor();
  await pressBeside();
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).searchParams.get('tab')).toBe('stripe-coupons');

  await opener.click();
  const box = dialog.getByLabel('Display name');
  await box.fill(TYPED);
  await pressBeside();
  await questionOf(page).waitFor();
  // Only its buttons answer the question.
  await pressBeside();
  expect(await page.getByRole('alertdialog').count()).toBe(1);
  // A click right after the answer counts, too.
  await page.evaluate(
    async ([left, top]) => {
      const keepButton = [...document.querySelectorAll('button')].find(
        (one) => one.textContent === 'Keep editing',
      )!;
      keepButton.click();
      await Promise.resolve();
      const beside = document.elementFromPoint(left!, top!)!;
      for (const type of ['pointerdown', 'pointerup', 'click']) {
        beside.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, button: 0 }));
      }
    },
    [x + 15, y + 15],
  );
  await questionOf(page).waitFor();
  await keep(page);
  expect(await box.inputValue()).toBe(TYPED);
  expect(new URL(page.url()).searchParams.get('tab')).toBe('stripe-coupons');
});

test('if the question cannot be loaded, the browser asks, and the input stays', async () => {
  const page = await openDesk(stage, '/admin?tab=newsletter', {
    expected: [/^net::ERR_FAILED GET .*\/discard-question-/],
  });
  await page.route(/\/discard-question-/, (route) => route.abort());
  await page.getByRole('tab', { name: 'Check-In' }).click();
  const code = page.getByLabel('Paste or type a ticket code');
  await code.fill(ticketCode);
  await code.press('Enter');
  await page.getByRole('button', { name: 'Add a note' }).click();
  const note = page.getByLabel('Notes');
  const answer = async (how: 'accept' | 'dismiss') => {
    const question = await page.waitForEvent('dialog');
    expect(question.message()).toContain('Discard your changes?');
    await question[how]();
  };
  await Promise.all([answer('dismiss'), typeAndGoBack(note)]);
  expect(await note.inputValue()).toBe(TYPED);
  await Promise.all([answer('accept'), page.evaluate(() => history.back())]);
  await page.getByRole('tab', { name: 'Newsletter', selected: true }).waitFor();
});

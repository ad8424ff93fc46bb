import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { eq } from '#server/db/drizzle.ts';
import { emailTemplates } from '#server/db/tables.ts';
import { buy } from '#test/buy.ts';
import { checkout } from '#test/factories.ts';
import { follow, openDesk, seeToast, toastOf } from './desk.ts';
import { setStage } from './stage.ts';

const stage = setStage();
let ticketCode: string;

beforeAll(async () => {
  const bought = await buy(
    stage.world,
    checkout({ firstName: 'Zoe', lastName: 'Alpha', email: 'zoe@example.org' }),
  );
  ticketCode = bought.registrations[0]!.qrCodeData;
  const ofTicket = eq(emailTemplates.type, 'ticket');
  await stage.world.database.db.update(emailTemplates).set({ isActive: true }).where(ofTicket);
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

/** One for each component that watches its input; the other forms share them. */
const FORMS: Readonly<Record<string, Form>> = {
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
  'a Stripe coupon': {
    tab: 'Stripe Coupons',
    open: (page) => page.getByRole('button', { name: 'Create coupon' }).click(),
    box: ofDialog('Display name'),
  },
};

test('staff who leave a form with unsaved input are asked, by the page or the browser; a click outside does not reach what is behind', async () => {
  const page = await openDesk(stage, '/admin?tab=newsletter', {
    expected: [/^net::ERR_FAILED GET .*\/discard-question-/],
  });
  // If the question cannot be loaded, the browser asks, and the input stays.
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
  await expect.poll(() => note.inputValue()).toBe(TYPED);
  await Promise.all([answer('accept'), page.evaluate(() => history.back())]);
  await page.getByRole('tab', { name: 'Newsletter', selected: true }).waitFor();
  await page.unrouteAll();

  // On a page of its own, the browser asks.
  await page.getByRole('link', { name: 'Speakers', exact: true }).click();
  await page.getByRole('button', { name: 'Add speaker' }).click();
  const name = ofDialog('Name')(page);
  await name.waitFor();
  const asked = page.waitForEvent('dialog');
  await typeAndGoBack(name);
  const unloading = await asked;
  expect(unloading.type()).toBe('beforeunload');
  await unloading.dismiss();
  await expect.poll(() => name.inputValue()).toBe(TYPED);
  page.once('dialog', (question) => question.accept());
  await page.goto(`${stage.world.siteUrl}/admin?tab=newsletter`);

  // Back in the instant of the first key asks, in every kind of form.
  for (const [kind, form] of Object.entries(FORMS)) {
    await page.getByRole('tab', { name: form.tab }).click();
    await form.open(page);
    const box = form.box(page);
    await typeAndGoBack(box);
    await keep(page);
    expect([kind, await box.inputValue()]).toEqual([kind, TYPED]);
    // It asks again, and then lets the navigation pass.
    await page.evaluate(() => history.back());
    await questionOf(page).getByRole('button', { name: 'Discard changes' }).click();
    await box.waitFor({ state: 'detached' });
    await follow(page, '/admin?tab=newsletter');
  }

  const { x, y } = (await page.getByRole('tab', { name: 'Newsletter' }).boundingBox())!;
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
  await expect.poll(() => page.getByRole('alertdialog').count()).toBe(1);
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
  await expect.poll(() => box.inputValue()).toBe(TYPED);
  expect(new URL(page.url()).searchParams.get('tab')).toBe('stripe-coupons');

  // While it is being saved, nothing closes it, and nothing says that it isn't saved.
  const { promise: maySave, resolve: letSave } = Promise.withResolvers<void>();
  await page.route('**/api/admin/stripe-coupons', async (route) => {
    await maySave;
    await route.continue();
  });
  await dialog.getByLabel('Percent off').fill('10');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await dialog.getByRole('button', { name: 'Creating' }).waitFor();
  await page.keyboard.press('Escape');
  await pressBeside();
  for (const button of ['Close', 'Cancel']) await dialog.getByRole('button', { name: button }).press('Enter');
  expect([await dialog.count(), await questionOf(page).count()]).toEqual([1, 0]);
  letSave();
  await seeToast(page, 'Success', 'Coupon created successfully.');
  await dialog.waitFor({ state: 'detached' });
});

test('a mail template is edited with a preview; neither leaving, nor somebody else’s change, nor the end of the session loses the input', async () => {
  const page = await openDesk(stage, '/admin?tab=orders', { expected: [/^(400|409) POST /, /^401 /] });
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
    () => page.mouse.click(20, 400),
    () => dialog.getByRole('button', { name: 'Close' }).click(),
    () => page.evaluate(() => history.back()),
  ];
  for (const attempt of leave) {
    await attempt();
    await question.getByText('Discard your changes?').waitFor();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
    await expect.poll(() => subject.inputValue()).toBe('A subject of my own');
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
  await expect.poll(() => subject.inputValue()).toBe(subjectBefore);

  const html = dialog.getByLabel('HTML content');
  const htmlBefore = await html.inputValue();
  await html.fill('<p>Hello</p>\n<script>alert(1)</script>');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('link', { name: 'Line 2: the tag <script> cannot be used in an email.' }).waitFor();

  await html.fill('<p>Welcome, </p>');
  await html.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(12, 12));
  await dialog.getByRole('button', { name: /^recipient\.firstName/ }).click();
  await expect.poll(() => html.inputValue()).toBe('<p>Welcome, {{ recipient.firstName }}</p>');
  await dialog.frameLocator('iframe').getByText('Welcome, Ana').waitFor();
  await expect.poll(() => dialog.locator('iframe').getAttribute('sandbox')).toBe('allow-same-origin');
  // Escape works from inside the frame, too.
  await dialog.frameLocator('iframe').locator('body').press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await dialog.locator('iframe').waitFor({ state: 'hidden' });
  await dialog.getByRole('radio', { name: 'Preview' }).check();
  await dialog.frameLocator('iframe').getByText('Welcome, Ana').waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Save' }).evaluate(isInView)).toBe(true);
  await page.setViewportSize({ width: 1280, height: 900 });
  await dialog.getByRole('radio', { name: 'Edit' }).check();
  await expect.poll(() => dialog.getByRole('button', { name: 'Save' }).evaluate(isInView)).toBe(true);
  await dialog.getByRole('button', { name: 'Send me a test' }).click();
  await toastOf(page).getByText('Test Email Sent').waitFor();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toastOf(page).getByText('Template Saved').waitFor();
  await dialog.getByRole('radio', { name: 'Versions' }).check();
  await dialog.getByRole('button', { name: /^Restore/ }).click();
  await expect.poll(() => html.inputValue()).toBe(htmlBefore);
  // Another one would take the place of this draft.
  await dialog.getByRole('radio', { name: 'Versions' }).check();
  await dialog.getByRole('button', { name: /^Restore/ }).click();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('radio', { name: 'Edit' }).check();
  await expect.poll(() => html.inputValue()).toBe(htmlBefore);

  // Somebody else saves first: nothing is overwritten, and either text can be kept.
  const other = await stage.world.staff('maria.lopez@example.org');
  const templates = await (await other.get('/api/admin/email-templates')).json();
  const { id } = templates.find(({ type }: { type: string }) => type === 'ticket');
  const ofTemplate = `/api/admin/email-templates/${id}`;
  const stored = await (await other.get(ofTemplate)).json();
  const theirs = { ...stored, subject: 'Theirs', seenUpdatedAt: stored.updatedAt };
  expect((await other.post(ofTemplate, theirs)).status).toBe(200);
  await subject.fill('Mine');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await seeToast(
    page,
    'Template Not Saved',
    'Someone else has changed this in the meantime. Please review it and try again.',
  );
  await dialog.getByText('Someone else has saved this template in the meantime').waitFor();
  await expect.poll(() => subject.inputValue()).toBe('Mine');
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expect.poll(() => subject.inputValue()).toBe('Theirs');

  // The session ends: staff sign in in another tab and continue.
  await subject.fill('Typed before the session ended');
  // The preview calls the server, too.
  await dialog.getByRole('region', { name: 'Preview' }).getByText('Typed before the session ended').waitFor();
  await page.context().clearCookies();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await question.getByText('You are signed out').waitFor();
  await question.getByRole('button', { name: 'Not now' }).click();
  await expect.poll(() => subject.inputValue()).toBe('Typed before the session ended');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const opened = page.waitForEvent('popup');
  await question.getByRole('button', { name: 'Open sign-in in a new tab' }).click();
  const tab = await opened;
  const closed = tab.waitForEvent('close');
  await tab.getByRole('button', { name: 'admin@example.org' }).click();
  await closed;
  await seeToast(page, 'Signed In', 'You can save your work now.');
  await question.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await seeToast(page, 'Template Saved', 'Emails now use this text.');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
});

function isInView(box: Element): boolean {
  const { top, bottom } = box.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
}

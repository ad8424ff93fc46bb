import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { retentionWords } from '#domain/retention.ts';
import { eq } from '#server/db/drizzle.ts';
import { qrCodes, registrations } from '#server/db/tables.ts';
import { typeSquareCard } from '#test/browser.ts';
import { checkout, pendingRegistration, teamOfTen } from '#test/factories.ts';
import { buyTeam } from '#test/team-stage.ts';
import { EARLY_BIRD } from '#test/world.ts';
import { fillBilling, openCardForm } from './card-form.ts';
import { follow, toastOf } from './desk.ts';
import { buyForBoth, lengthenOrders, PHONE, PUBLIC_WIDTHS, setExaminer, WORD } from './examine.ts';
import { waitForForm } from './fill-registration.ts';
import { seeFocus } from './keyboard.ts';
import { setStage } from './stage.ts';

// Each page and each state of it is examined in the files named accessible-…, and nowhere else.

const stage = setStage();
const { examine, stretch, open, goTo, faults } = setExaminer(stage, PUBLIC_WIDTHS);

let team: Awaited<ReturnType<typeof buyForBoth>>['team'];
let single: Awaited<ReturnType<typeof buyForBoth>>['single'];
beforeAll(async () => {
  ({ team, single } = await buyForBoth(stage.world));
});

/** Navigates like a link, without a page load. */
async function goOn(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await follow(page, path);
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
}

/** As long as the forms allow. */
const MOST = 'm'.repeat(100);
const LONG_PERSON = { firstName: MOST, lastName: MOST, email: `${'m'.repeat(60)}@${'m'.repeat(60)}.org` };

test('everybody can use a team’s pages with every row open and a checked list, and the claim page: valid, invalid and done', async () => {
  const { world } = stage;
  const named = { firstName: 'Alexandra', lastName: 'Featherstone', email: 'alexandra@example.org' };
  const links = await buyTeam(world, { body: teamOfTen(named) });
  await links.link({ mailTo: `${'long.name.'.repeat(4)}end@example.org`, personalLine: 'Hello' });
  const { body } = await links.link({ forTeam: true });
  const page = await open(`/registration/${links.key}`, 'Registration details', [
    /404 POST .*\/api\/claim\/look/,
  ]);
  const large = ['Alexandra Featherstone'];
  await page.getByText('Alexandra Featherstone').first().waitFor();
  await examine(page, 'registration of a team', { axe: 'none', words: true, large });
  await goOn(page, `/team/${links.key}`, 'Your team');
  await page.getByText('Alexandra Featherstone').first().waitFor();
  await examine(page, 'the seats', { axe: 'phone', targets: true, large });
  await page.evaluate(() => {
    for (const row of document.querySelectorAll('details')) row.open = true;
  });
  await page.getByRole('button', { name: 'Paste a list' }).click();
  await page
    .getByLabel('Your list')
    .fill('Ada Sample, ada@example.org\nCy Sample, cy@\nEve Sample, eve@example.org');
  await page.getByRole('button', { name: 'Check the list' }).click();
  await page.getByText('Already on your team').waitFor();
  await examine(page, 'the seats, unfolded, with a list', { axe: 'phone', targets: true });
  await page.getByRole('button', { name: 'Remove Ada from the team' }).click();
  await page.getByRole('alertdialog').waitFor();
  await examine(page, 'removing somebody');
  await page.getByRole('button', { name: 'Cancel' }).click();
  page.on('dialog', (dialog) => void dialog.accept());
  await goTo(page, new URL(body.teamLink!.url).pathname + new URL(body.teamLink!.url).hash, /A seat for you/);
  await page.getByRole('button', { name: 'Claim this seat' }).click();
  await page.getByText('There is a problem').waitFor();
  await examine(page, 'a link, with everything wrong', { axe: 'phone', targets: true });
  await page.getByLabel('First name').fill('Cara');
  await page.getByLabel('Last name').fill('Sample');
  await page.getByLabel('Email').fill('cara@example.org');
  await page.getByRole('button', { name: 'Claim this seat' }).click();
  await page.getByRole('heading', { name: 'You have a seat, Cara!' }).waitFor();
  await examine(page, 'a seat taken', { axe: 'phone' });
  await page.goto('about:blank');
  await goTo(page, '/claim#K123', 'Claim your seat');
  await page.getByText('This link cannot be used').waitFor();
  await examine(page, 'a link that is not complete');
  expect(faults()).toEqual({});
});

test('everybody can use the form, the summary and the card form with every error, and closed pages', async () => {
  const { world } = stage;
  world.moveClock('2025-09-22T16:00:00Z');
  const page = await open('/register', 'Registration Closed', [
    /^402 POST .*\/api\/square\/process-payment/,
    /^404 GET .*\/nowhere$/,
  ]);
  await examine(page, 'closed form', { words: true });
  await stretch(page, 'closed form');
  await goTo(page, '/checkout', 'Registration Closed');
  world.moveClock(EARLY_BIRD);
  await examine(page, 'closed summary');
  await goTo(page, '/nowhere', '404 - Page Not Found');
  await examine(page, 'page not found', { words: true });
  await stretch(page, 'page not found');
  await goTo(page, '/privacy', 'Privacy');
  const text = await page.getByRole('main').textContent();
  expect(Object.values(retentionWords()).filter((words) => !text!.includes(words))).toEqual([]);
  await examine(page, 'privacy', { words: true });
  await stretch(page, 'privacy');

  await goTo(page, '/register', 'Save your seat');
  await waitForForm(page);
  for (const part of [page.getByRole('main'), page.getByRole('contentinfo')]) {
    const link = part.getByRole('link', { name: /Privacy|How we handle your data/ });
    await expect.poll(() => link.getAttribute('href')).toBe('/privacy');
  }
  await examine(page, 'form', { axe: 'phone', words: true, large: ['Total'] });
  await stretch(page, 'form');
  await page.getByRole('radio', { name: /^10-Person Package/ }).check();
  await page.getByRole('radio', { name: 'Add team member details now' }).check();
  await page.getByRole('group', { name: 'Seat 2' }).getByLabel('First name').fill(WORD);
  for (const name of ['First name', 'Last name', 'Email']) await page.getByLabel(name).first().fill(WORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('There is a problem').waitFor();
  await examine(page, 'form with everything wrong', { axe: 'phone' });

  const pending = pendingRegistration({
    ...LONG_PERSON,
    organization: MOST,
    jobTitle: MOST,
    dietaryRestrictions: WORD,
    amount: 200,
    originalAmount: 200,
    finalAmount: 200,
    isEarlyBird: true,
    attendeeCount: 10,
    teamMembers: [LONG_PERSON, LONG_PERSON],
  });
  await page.evaluate(
    (text) => sessionStorage.setItem('pending-registration', text),
    JSON.stringify(pending),
  );
  await page.goto(`${world.siteUrl}/checkout`);
  await page.getByRole('button', { name: 'Pay $200.00' }).waitFor();
  await page.getByRole('group', { name: 'How do you want to pay?' }).waitFor();
  await examine(page, 'summary', { axe: 'phone' });

  await openCardForm(page, world.siteUrl, LONG_PERSON);
  await examine(page, 'card form', { axe: 'phone' });
  await fillBilling(page);
  await typeSquareCard(page, '4000 0000 0000 0002');
  await page.getByLabel('Email').fill('axel');
  await page.getByLabel('ZIP code').fill('8021');
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect
    .poll(() => summary.getByRole('link').allInnerTexts())
    .toEqual(['Valid email is required', 'Enter a 5-digit ZIP code or ZIP+4']);
  await expect.poll(() => page.title()).toMatch(/^Error: Pay by card/);
  await examine(page, 'card form with everything wrong');
  const { width, height } = page.viewportSize()!;
  await page.setViewportSize({ width: 1280, height: 560 });
  await summary.getByRole('link', { name: /ZIP code/ }).press('Enter');
  expect((await seeFocus(page)).what).toContain('postal');
  await page.setViewportSize({ width, height });
  await page.getByLabel('Email').fill('axel@example.org');
  await page.getByLabel('ZIP code').fill('80210');
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  const refusal = page.getByRole('main').getByRole('alert').filter({ hasText: 'Payment Failed' });
  await refusal.waitFor();
  // The focus is on the error.
  await expect
    .poll(() => refusal.evaluate((element) => element.parentElement === document.activeElement))
    .toBe(true);
  await examine(page, 'declined card');
  for (const field of await page.getByRole('textbox').all())
    if (await field.isEditable()) await field.fill(WORD);
  await examine(page, 'card form with long words', { axe: 'none' });
  expect(faults()).toEqual({});
});

test('everybody can use the page of an order: paid, being paid, of a team, and unknown', async () => {
  await lengthenOrders(stage.world);
  const { db } = stage.world.database;
  const teamId = team.order.transactionId;
  // Which these people still have to choose.
  await db.update(registrations).set({ track: null }).where(eq(registrations.orderId, team.order.id));
  const page = await open(`/checkout-success?id=${teamId}`, /^You’re in, Maxi/, [/^404 GET .*\/api\//]);
  await examine(page, 'success of a team', { axe: 'none' });
  await goOn(page, `/checkout-success?id=${single.order.transactionId}`, /^You’re in, Zoe/);
  await examine(page, 'success', { axe: 'phone' });
  await goOn(page, `/registration/${teamId}`, 'Registration details');
  await page.getByText(/^Maxi/).first().waitFor();
  await examine(page, 'registration of a team', { axe: 'none' });
  await follow(page, `/registration/${single.order.transactionId}`);
  await page.getByText(/^Zoe/).first().waitFor();
  await page.getByText('Add to calendar').click();
  await page.getByText('Order details').click();
  await examine(page, 'registration with everything unfolded', { axe: 'phone' });
  await page.getByRole('button', { name: /^Show the code of Zoe/ }).click();
  await page.getByRole('dialog', { name: /^Code of Zoe/ }).waitFor();
  await examine(page, 'code on the whole screen', { axe: 'phone' });
  await page.keyboard.press('Escape');
  // It goes back in the history, and is gone afterward.
  await page.locator('dialog[aria-label^="Code of"]').waitFor({ state: 'detached' });
  await goOn(page, `/confirmation/${teamId}`, 'Your order is confirmed');
  await page.getByRole('button', { name: 'Add team member' }).click();
  await toastOf(page).getByText('Missing Information').waitFor();
  await page.getByText('Show code').first().click();
  await page.getByLabel(/^Track for Maxi/).waitFor();
  await examine(page, 'confirmation of a team, with its form filled in wrongly', {
    axe: 'phone',
    large: ['Show code'],
  });

  await goOn(page, `/cancel/${teamId}`, 'Cancel seats');
  await page.getByRole('checkbox', { name: /^Seat 3 Ada/ }).check();
  await examine(page, 'seats to cancel', { axe: 'phone', targets: true });
  await page.getByRole('button', { name: /^Cancel 1 seat and get / }).click();
  await page.getByRole('alertdialog').waitFor();
  await examine(page, 'question before seats are canceled', { axe: 'phone' });

  const buyer = stage.world.visitor();
  const started = await buyer.post(
    '/api/create-checkout-session',
    checkout(pendingRegistration({ email: 'unpaid@example.org' })),
  );
  const { transactionId } = (await started.json()) as { transactionId: string };
  await page.keyboard.press('Escape');
  await follow(page, `/checkout-success?id=${transactionId}`);
  await page.getByText('We’re confirming your payment…').waitFor();
  await examine(page, 'success while the payment is not there yet');
  for (const [path, heading, axe] of [
    ['/confirmation/NOTHING', 'Order Not Found', 'desk'],
    ['/cancel/NOTHING', 'Order Not Found', 'desk'],
    ['/registration/NOTHING', 'Registration Not Found', 'desk'],
    ['/checkout-success', 'Registration Not Found', 'none'],
    ['/confirmation', 'Order Not Found', 'none'],
  ] as const) {
    await goOn(page, path, heading);
    await examine(page, path, { axe });
  }
  // In the browser that made it.
  await page
    .context()
    .addCookies([{ name: 'session', value: buyer.cookie('session')!, url: stage.world.siteUrl }]);
  await follow(page, `/confirmation/${transactionId}`);
  await page.getByRole('link', { name: 'Continue paying' }).waitFor();
  await examine(page, 'confirmation of an order that can still be paid');
  expect(faults()).toEqual({});
});

test('everybody can use a ticket’s own page, its actions, and the page that mails its link', async () => {
  const [code] = await stage.world.database.db
    .select()
    .from(qrCodes)
    .where(eq(qrCodes.registrationId, team.registrations[0]!.id));
  const page = await open(`/my-ticket#${code!.pageKey}`, 'My ticket', [/^404 POST .*\/api\/my-ticket/]);
  await page.setViewportSize({ width: PHONE, height: 480 });
  const opener = page.getByText('Add to calendar');
  await opener.evaluate((one) => one.scrollIntoView({ behavior: 'instant', block: 'end' }));
  await opener.click();
  // The menu opens below the buttons, and is scrolled into view.
  const lastEntry = page.getByRole('link', { name: /^Outlook/ }).last();
  await expect
    .poll(() => lastEntry.evaluate((link) => link.getBoundingClientRect().bottom <= innerHeight))
    .toBe(true);
  await examine(page, 'my ticket', { axe: 'phone', targets: true });
  await page.getByText('Add to calendar').click();
  await page.getByRole('button', { name: 'I can’t come' }).click();
  await page.getByText(/^Your seat will go back/).waitFor();
  await examine(page, 'question before a ticket is returned', { axe: 'phone' });
  await page.getByRole('button', { name: 'Keep my ticket' }).click();
  await page.getByRole('button', { name: 'Give my ticket to someone else' }).click();
  await page.getByRole('button', { name: 'Give the ticket to someone else' }).click();
  await page.getByText('There is a problem').waitFor();
  await examine(page, 'giving a ticket away, with everything wrong', { axe: 'phone', targets: true });
  await goOn(page, '/find-my-ticket', 'Find my ticket');
  await page.getByRole('button', { name: 'Email me the links' }).click();
  await page.getByText('There is a problem').waitFor();
  await examine(page, 'find my ticket, with nothing typed', { axe: 'phone', targets: true });
  await page.getByRole('textbox', { name: 'Email' }).fill('nobody@example.org');
  await page.getByRole('button', { name: 'Email me the links' }).click();
  await page.getByText(/^If there are tickets/).waitFor();
  await examine(page, 'the links are on their way', { axe: 'phone', targets: true });
  await page.getByRole('button', { name: 'Try another address' }).click();
  const email = page.getByRole('textbox', { name: 'Email' });
  await expect.poll(() => email.evaluate((one) => one === document.activeElement)).toBe(true);
  await goOn(page, `/my-ticket#M${'0'.repeat(40)}`, 'My ticket');
  await page.getByText('There is no ticket at this link.').waitFor();
  await examine(page, 'a ticket link that opens nothing', { axe: 'phone' });
  expect(faults()).toEqual({});
});

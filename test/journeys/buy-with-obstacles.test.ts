import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ERROR_WORDS } from '#contract/words/errors.ts';
import { CARDS, payByCard } from '#test/browser.ts';
import { fillBilling, orderOf } from './card-form.ts';
import { detailsOn, fillDetails, goToPayment, openForm, waitForForm } from './fill-registration.ts';
import { seeFocus, tabTo } from './keyboard.ts';
import { findForm, land } from './land.ts';
import { setStage } from './stage.ts';

const stage = setStage();

test('what was typed on the landing page, even before its script loaded, survives errors, a reload and going back, and is cleared by the purchase', async () => {
  const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
  const page = await land(stage, {
    // A lazy picture, while offline.
    expected: [/ERR_INTERNET_DISCONNECTED GET .*\.svg$/],
    prepare: (own) =>
      own.route('**/assets/open-registration-*.js', async (route) => {
        await mayCome;
        await route.continue();
      }),
  });
  await page.getByRole('link', { name: 'Register for September 20th Summit' }).click();
  const next = page.getByRole('button', { name: 'Continue' });
  const team = page.getByRole('radio', { name: /^10-Person Package/ });
  await team.check();
  await detailsOn(page).getByLabel('First name').fill('Tess');
  await detailsOn(page).getByLabel('Email').fill('nobody');
  // Nothing is offered that can't work yet.
  await expect.poll(() => next.isDisabled()).toBe(true);
  await expect.poll(() => page.locator('#registration [data-ready]').count()).toBe(0);
  letCome();
  await findForm(page);
  await expect.poll(() => team.isChecked()).toBe(true);
  await next.click();

  const messages = [
    'Last name is required',
    'Valid email is required',
    'Phone number is required',
    'Choose a track: caregivers or professionals',
  ];
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  await expect.poll(() => summary.getByRole('link').allInnerTexts()).toEqual(messages);
  for (const message of messages) await detailsOn(page).getByText(message).waitFor();
  await expect.poll(() => page.title()).toMatch(/^Error: /);
  await expect
    .poll(() => summary.evaluate((element) => element.parentElement === document.activeElement))
    .toBe(true);

  const email = detailsOn(page).getByLabel('Email');
  await expect.poll(() => email.getAttribute('aria-invalid')).toBe('true');
  await summary.getByRole('link', { name: 'Valid email is required' }).click();
  await expect.poll(() => email.evaluate((element) => element === document.activeElement)).toBe(true);
  await email.fill('tess@example.org');
  await email.blur();
  await expect.poll(() => email.getAttribute('aria-invalid')).toBeNull();
  await expect.poll(() => detailsOn(page).getByLabel('First name').inputValue()).toBe('Tess');

  await fillDetails(page, {
    firstName: 'Tess',
    lastName: 'Typed',
    email: 'tess@example.org',
    track: 'Professionals',
  });
  await detailsOn(page).getByLabel('Organization').fill('Sample School');
  await detailsOn(page).getByLabel('Dietary needs').fill('No nuts');
  await page.getByRole('radio', { name: 'Add team member details now' }).check();
  await page.getByRole('group', { name: 'Seat 2' }).getByLabel('First name').fill('Ada');
  // A package that the server's page doesn't list, so that the browser restores the choice wrongly on the way back.
  await page.getByRole('radio', { name: /^Training \+ conference/ }).check();
  await page.getByRole('radio', { name: /^5-Person Package/ }).check();
  await page.reload();
  await findForm(page);
  await seeEverything(page, '');

  await page.getByRole('group', { name: 'Seat 2' }).getByLabel('Last name').fill('Typed');
  await page.getByRole('group', { name: 'Seat 2' }).getByLabel('Email').fill('ada@example.org');
  // Without a network the page stays, and says why.
  await page.context().setOffline(true);
  await next.click();
  const offline = page.getByText('You are offline. Nothing can be saved until you’re back online.');
  await offline.waitFor();
  await seeEverything(page, 'Typed');
  await page.context().setOffline(false);
  await offline.waitFor({ state: 'detached' });
  await next.click();
  await page.waitForURL('**/checkout');
  await page.getByRole('button', { name: 'Pay $3,500.00' }).waitFor();
  const summarized = await page.locator('main').textContent();
  for (const words of ['Tess Typed', 'tess@example.org', '5-Person Package', 'Ada Typed']) {
    expect(summarized).toContain(words);
  }
  await page.goBack();
  await findForm(page);
  await seeEverything(page, 'Typed');
  await page.goForward();
  await page.getByRole('link', { name: /^Change details.*team members$/ }).click();
  await waitForForm(page);
  await seeEverything(page, 'Typed');

  // The browser's cache restores the page, but a purchase removes the pending registration.
  await page.evaluate(() => {
    sessionStorage.removeItem('pending-registration');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect.poll(() => detailsOn(page).getByLabel('First name').inputValue()).toBe('');
  // A summary without a registration leads home.
  await page.goto(`${stage.world.siteUrl}/checkout`, { waitUntil: 'commit' });
  await page.waitForURL(`${stage.world.siteUrl}/`);
});

test('a form whose script cannot be loaded says so and whom to call', async () => {
  const words = 'The registration form could not be loaded. Reload the page, or call (303) 555-0142.';
  const expected = [/ERR_FAILED GET .*\/(open-registration|register-main)-/];
  const page = await stage.browser.open({ expected });
  const scripts = /\/(open-registration|register-main)-/;
  const failure = page.getByRole('alert').filter({ hasText: words });
  const next = page.getByRole('button', { name: 'Continue' });
  for (const path of ['/#registration', '/register']) {
    await page.route(scripts, (route) => route.abort());
    await page.goto(stage.world.siteUrl + path);
    await failure.waitFor();
    await expect.poll(() => next.isDisabled()).toBe(true);
    await page.unroute(scripts);
    await page.reload();
    await page.locator('[data-ready] form', { has: next }).waitFor();
    await expect.poll(() => next.isEnabled()).toBe(true);
    await expect.poll(() => page.getByText(words).count()).toBe(0);
  }
});

/** What is typed and chosen in the form, by the fields' names. */
function typedIn(page: Page): Promise<Record<string, string>> {
  return page.evaluate(() => {
    const inputs = [...document.querySelectorAll<HTMLInputElement>('form input[name]')];
    const answered = inputs.filter((one) => (one.type === 'radio' ? one.checked : one.value !== ''));
    return Object.fromEntries(answered.map(({ name, value }) => [name, value]));
  });
}

async function seeEverything(page: Page, adasLastName: string) {
  await expect
    .poll(() => typedIn(page))
    .toMatchObject({
      eventType: 'both',
      size: 'small_group',
      teamTiming: 'now',
      firstName: 'Tess',
      lastName: 'Typed',
      email: 'tess@example.org',
      phone: '303 555 0100',
      organization: 'Sample School',
      dietaryRestrictions: 'No nuts',
      track: 'professionals',
      'others.0.firstName': 'Ada',
      ...(adasLastName && { 'others.0.lastName': adasLastName }),
    });
}

const ADA = { firstName: 'Ada', lastName: 'Storeless', email: 'ada@example.org' } as const;

function blockStorage(page: Page) {
  return page.addInitScript(() => {
    for (const name of ['sessionStorage', 'localStorage']) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
    }
  });
}

test('with storage blocked, a visitor can register on the landing page, return from the card form to the summary and the form, where what was typed is kept, and pay', async () => {
  const { siteUrl } = stage.world;
  const page = await stage.browser.open({
    isFirstVisit: true,
    expected: [/^409 POST .*create-checkout-session$/],
  });
  await blockStorage(page);
  await page.goto(`${siteUrl}/#registration`);
  await fillDetails(page, ADA);
  await page.getByRole('button', { name: 'Continue' }).click();
  const seeSummary = async () => {
    await page.waitForURL(`${siteUrl}/checkout`);
    await page.getByText('ada@example.org').waitFor();
    expect(await page.evaluate(() => window.name)).toBe('');
  };
  await seeSummary();
  const refused = { code: 'price_changed', message: ERROR_WORDS.price_changed };
  await page.route('**/create-checkout-session', (call) => call.fulfill({ status: 409, json: refused }), {
    times: 1,
  });
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  await page.getByRole('link', { name: 'Reload the page' }).click();
  await page.getByText(ERROR_WORDS.price_changed).first().waitFor({ state: 'detached' });
  await seeSummary();
  const toCardForm = async () => {
    await page.getByRole('radio', { name: 'Card, on this site' }).check();
    await page.getByRole('button', { name: 'Pay $20.00' }).click();
    await page.frameLocator('iframe').getByLabel('Card number').waitFor();
    expect(await page.evaluate(() => window.name)).toBe('');
  };
  await toCardForm();
  await fillBilling(page);
  await page.getByRole('link', { name: 'Back to the summary' }).click();
  await page.getByText('ada@example.org').waitFor();
  // Only the site's origin: the address of the card form contains the order's id.
  expect(await page.evaluate(() => document.referrer)).toBe(`${siteUrl}/`);
  await toCardForm();
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Denver');

  const given = await page.request.post(`${siteUrl}/api/checkout/${orderOf(page)}/give-up`, {
    headers: { origin: siteUrl },
  });
  expect(given.status()).toBe(200);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await page.getByRole('link', { name: 'Start over' }).click();
  await waitForForm(page);
  await expect.poll(() => page.getByLabel('Email').first().inputValue()).toBe('ada@example.org');

  await page.getByRole('button', { name: 'Continue' }).click();
  await seeSummary();
  await page.getByRole('radio', { name: /on Stripe/ }).check();
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  await payByCard(page, CARDS.pays);
  await page.getByRole('heading', { name: 'You’re in, Ada!' }).waitFor();
});

// On a phone, where the least of the page is visible and the most could be covered.
const viewport = { width: 390, height: 800 };

test('a ticket is bought by keyboard alone, with an error on the way, and paid in the card form', async () => {
  const page = await stage.browser.open({ viewport });
  const { keyboard } = page;
  await openForm(page, stage.world.siteUrl);
  await tabTo(page, 'radio', /^Conference/);
  await tabTo(page, 'radio', /^Individual Package/);
  await keyboard.press('ArrowDown');
  await expect.poll(() => page.getByRole('radio', { name: /^10-Person Package/ }).isChecked()).toBe(true);
  await keyboard.press('ArrowUp');

  await tabTo(page, 'textbox', /^First name/);
  await keyboard.type('Kay');
  await keyboard.press('Enter');
  expect((await seeFocus(page)).name).toMatch(/^Last name/);
  await keyboard.type('Board');
  await tabTo(page, 'textbox', /^Email/);
  await keyboard.type('kay@example.org');
  await tabTo(page, 'textbox', /^Phone/);
  await keyboard.type('303 555 0100');
  await tabTo(page, 'button', /^Continue/);
  await keyboard.press('Enter');

  // The track is missing: the summary has the focus, and its link leads to the field.
  await tabTo(page, 'link', /^Choose a track/);
  await keyboard.press('Enter');
  await keyboard.press('Space');
  await keyboard.press('ArrowDown');
  await expect.poll(() => page.getByRole('radio', { name: 'Professionals' }).isChecked()).toBe(true);
  await tabTo(page, 'button', /^Continue/);
  await keyboard.press('Enter');

  await tabTo(page, 'radio', /^Card or wallet, on Stripe/);
  await keyboard.press('ArrowDown');
  await expect.poll(() => page.getByRole('radio', { name: 'Card, on this site' }).isChecked()).toBe(true);
  await tabTo(page, 'button', /^Pay \$20\.00/);
  await keyboard.press('Enter');

  await page.frameLocator('iframe').getByLabel('Card number').waitFor();
  await tabUntil(page, page.frameLocator('iframe').getByLabel('Card number'));
  await keyboard.type('4111111111111111');
  await keyboard.press('Tab');
  await keyboard.type('1234');
  await keyboard.press('Tab');
  await keyboard.type('123');
  await keyboard.press('Tab');
  await keyboard.type('80210');
  await tabUntil(page, page.getByLabel('Address', { exact: true }));
  await seeFocus(page);
  await keyboard.type('2130 Sample Street');
  await tabTo(page, 'textbox', /^City/);
  await keyboard.type('Denver');
  await keyboard.press('Enter');
  await keyboard.type('Colo');
  await expect.poll(() => page.getByLabel('State').inputValue()).toBe('CO');
  // The address takes the card's ZIP code.
  await expect.poll(() => page.getByLabel('ZIP code').inputValue()).toBe('80210');
  // Enter in a field goes on, even with everything filled in; only the button pays.
  await keyboard.press('Tab');
  for (const name of [/^Country/, /^Pay \$20\.00/]) {
    await keyboard.press('Enter');
    expect((await seeFocus(page)).name).toMatch(name);
  }
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'You’re in, Kay!' }).waitFor();
  await tabTo(page, 'link', /^See the confirmation page/);
  await keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Your order is confirmed' }).waitFor();
});

/** Presses Tab until the focus is there, through the provider's frame or into it. */
async function tabUntil(page: Page, goal: Locator): Promise<void> {
  for (let stop = 0; stop < 10; stop += 1) {
    await page.keyboard.press('Tab');
    if (await goal.evaluate((element) => element === element.ownerDocument.activeElement)) return;
  }
  throw new Error(`Tab never reaches ${goal}`);
}

async function paymentStatus(page: Page, transactionId: string): Promise<string> {
  const response = await page.request.get(`${stage.world.siteUrl}/api/orders/transaction/${transactionId}`);
  return ((await response.json()) as { order: { paymentStatus: string } }).order.paymentStatus;
}

test('a card without funds buys nothing, the way back keeps the registration, and a bank’s challenge is completed', async () => {
  const page = await stage.browser.open({ expected: [/^402 POST .*\/pay\//] });
  await goToPayment(page, stage.world.siteUrl, {
    firstName: 'Nil',
    lastName: 'Funds',
    email: 'nil@example.org',
  });
  await payByCard(page, CARDS.withoutFunds);
  await page.getByRole('alert').getByText('Your card has insufficient funds.').waitFor();
  const { transactionId } = await (await page.request.get(`${stage.world.siteUrl}/api/last-order`)).json();
  await expect.poll(() => paymentStatus(page, transactionId)).toBe('pending');

  await page.getByRole('link', { name: '← Back' }).click();
  await page.getByText('Payment was not completed; nothing was charged.').waitFor();
  await page.getByText(/held for you until \d+:\d\d AM Denver time\./).waitFor();
  await page.getByText('nil@example.org').waitFor();
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  await payByCard(page, CARDS.asksBank);
  await page.getByRole('heading', { name: 'Confirm your payment' }).waitFor();
  await page.getByRole('button', { name: 'Fail authentication' }).click();
  await page.getByRole('alert').getByText('We are unable to authenticate your payment method.').waitFor();
  await payByCard(page, CARDS.asksBank);
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await page.getByRole('heading', { name: 'You’re in, Nil!' }).waitFor();
  // The same order, not a second one.
  expect(new URL(page.url()).searchParams.get('id')).toBe(transactionId);
  await expect.poll(() => paymentStatus(page, transactionId)).toBe('completed');
});

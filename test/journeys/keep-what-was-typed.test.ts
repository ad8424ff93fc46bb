import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { pendingRegistration } from '#test/factories.ts';
import { fillDetails, openForm, waitForForm } from './fill-registration.ts';
import { setStage } from './stage.ts';

const stage = setStage();

function details(page: Page) {
  return page.getByRole('group', { name: 'Your details', exact: true });
}

test('errors are listed above the form and at each field, and get the focus', async () => {
  const page = await stage.browser.open();
  await openForm(page, stage.world.siteUrl);
  await details(page).getByLabel('First name').fill('Tess');
  await details(page).getByLabel('Email').fill('nobody');
  await page.getByRole('button', { name: 'Continue' }).click();

  const messages = [
    'Last name is required',
    'Valid email is required',
    'Phone number is required',
    'Choose a track: caregivers or professionals',
  ];
  const summary = page.getByRole('alert').filter({ hasText: 'There is a problem' });
  expect(await summary.getByRole('link').allInnerTexts()).toEqual(messages);
  for (const message of messages) await details(page).getByText(message).waitFor();
  expect(await page.title()).toMatch(/^Error: /);
  expect(await summary.evaluate((element) => element.parentElement === document.activeElement)).toBe(true);

  const email = details(page).getByLabel('Email');
  expect(await email.getAttribute('aria-invalid')).toBe('true');
  await summary.getByRole('link', { name: 'Valid email is required' }).click();
  expect(await email.evaluate((element) => element === document.activeElement)).toBe(true);
  await email.fill('tess@example.org');
  await email.blur();
  expect(await email.getAttribute('aria-invalid')).toBeNull();
  expect(await details(page).getByLabel('First name').inputValue()).toBe('Tess');
});

test('reloading and going back from the summary lose nothing; after the purchase the form starts blank', async () => {
  const page = await stage.browser.open();
  await openForm(page, stage.world.siteUrl);
  await page.getByRole('radio', { name: /^10-Person Package/ }).check();
  await fillDetails(page, { firstName: 'Tess', lastName: 'Typed', email: 'tess@example.org' });
  await details(page).getByLabel('Organization').fill('Sample School');
  await details(page).getByLabel('Dietary needs').fill('No nuts');
  await page.getByRole('radio', { name: 'Add team member details now' }).check();
  await page.getByRole('group', { name: 'Seat 2' }).getByLabel('First name').fill('Ada');
  await page.reload();
  await seeEverything(page, '');

  await page.getByRole('group', { name: 'Seat 2' }).getByLabel('Last name').fill('Typed');
  await page.getByRole('group', { name: 'Seat 2' }).getByLabel('Email').fill('ada@example.org');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('link', { name: /^Change details.*team members$/ }).click();
  await seeEverything(page, 'Typed');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Pay $200.00' }).waitFor();
  await page.goBack();
  await seeEverything(page, 'Typed');

  // The browser's cache restores the page, but a purchase removes the pending registration.
  await page.evaluate(() => {
    sessionStorage.removeItem('pending-registration');
    dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect.poll(() => details(page).getByLabel('First name').inputValue()).toBe('');
});

async function seeEverything(page: Page, adasLastName: string) {
  await waitForForm(page);
  expect(await page.getByRole('radio', { name: /^10-Person Package/ }).isChecked()).toBe(true);
  const typed = [];
  for (const label of ['First name', 'Last name', 'Email', 'Phone', 'Organization', 'Dietary needs']) {
    typed.push(await details(page).getByLabel(label).inputValue());
  }
  expect(typed).toEqual(['Tess', 'Typed', 'tess@example.org', '303 555 0100', 'Sample School', 'No nuts']);
  const ada = page.getByRole('group', { name: 'Seat 2' });
  expect(await ada.getByLabel('First name').inputValue()).toBe('Ada');
  expect(await ada.getByLabel('Last name').inputValue()).toBe(adasLastName);
}

test('a summary without a registration leads home; one with an old price shows the current one', async () => {
  const page = await stage.browser.open();
  const openWith = async (stored: string | null) => {
    await page.goto(`${stage.world.siteUrl}/robots.txt`);
    await page.evaluate((text) => {
      if (text) sessionStorage.setItem('pending-registration', text);
    }, stored);
    await page.goto(`${stage.world.siteUrl}/checkout`);
  };
  // Missing, invalid JSON, or something else.
  for (const stored of [null, '{"firstName": "Tess"', '{"firstName": "Tess"}']) {
    await openWith(stored);
    await page.waitForURL(`${stage.world.siteUrl}/`);
  }

  await openWith(JSON.stringify(pendingRegistration({ amount: 5, originalAmount: 5, finalAmount: 5 })));
  await page.getByText('The total has changed').waitFor();
  await page.getByRole('button', { name: 'Pay $20.00' }).waitFor();
});

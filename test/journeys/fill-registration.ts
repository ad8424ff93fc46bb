import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { pendingRegistration } from '#test/factories.ts';

export interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly track?: 'Caregivers' | 'Professionals';
}

export function detailsOn(page: Page): Locator {
  return page.getByRole('group', { name: 'Your details', exact: true });
}

/** Fills in the required fields, by label. */
export async function fillDetails(page: Page, person: Person): Promise<void> {
  const details = detailsOn(page);
  await details.getByLabel('First name').fill(person.firstName);
  await details.getByLabel('Last name').fill(person.lastName);
  await details.getByLabel('Email').fill(person.email);
  await details.getByLabel('Phone').fill('303 555 0100');
  await details.getByRole('radio', { name: person.track ?? 'Caregivers' }).check();
}

/** Opens the registration page and waits until its form is hydrated. */
export async function openForm(page: Page, siteUrl: string): Promise<void> {
  await page.goto(`${siteUrl}/register`);
  await waitForForm(page);
}

export async function waitForForm(page: Page): Promise<void> {
  await page.locator('[data-island=register][data-ready]').waitFor();
}

/** The summary, with the preselected package and the form's data. */
export async function openSummary(page: Page, siteUrl: string, person: Person): Promise<void> {
  const { track = 'Caregivers', ...who } = person;
  const pending = pendingRegistration({
    ...who,
    track: track.toLowerCase(),
    originalAmount: 20,
    isEarlyBird: true,
    checkoutId: randomUUID(),
  });
  // Any of the site's files gives access to its storage.
  await page.goto(`${siteUrl}/robots.txt`);
  await page.evaluate(
    (text) => sessionStorage.setItem('pending-registration', text),
    JSON.stringify(pending),
  );
  await page.goto(`${siteUrl}/checkout`);
  await page.getByRole('button', { name: 'Pay $20.00' }).waitFor();
}

/** From the summary to the provider's page. */
export async function goToPayment(page: Page, siteUrl: string, person: Person): Promise<void> {
  await openSummary(page, siteUrl, person);
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  await page.getByRole('heading', { name: 'Pay by card' }).waitFor();
}

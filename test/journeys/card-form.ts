import type { Page } from 'playwright-core';
import { checkout } from '#test/factories.ts';
import { openSummary, type Person } from './fill-registration.ts';

/** From the summary to the site's own card form. */
export async function goToCardForm(page: Page, siteUrl: string, person: Person): Promise<void> {
  await openSummary(page, siteUrl, person);
  await page.getByRole('radio', { name: 'Card, on this site' }).check();
  await page.getByRole('button', { name: 'Pay $20.00' }).click();
  await page.waitForURL(/\/checkout\/square-payment\?/);
  await page.frameLocator('iframe').getByLabel('Card number').waitFor();
}

/** Places an order to be paid in the card form. Returns the form's path. */
export async function placeCardOrder(
  page: Page,
  siteUrl: string,
  person: Person & { readonly checkoutId?: string },
): Promise<string> {
  const response = await page.request.post(`${siteUrl}/api/create-checkout-session`, {
    data: { ...checkout({ ...person }), provider: 'square' },
    headers: { origin: siteUrl },
  });
  return ((await response.json()) as { url: string }).url;
}

/** The card form of an order placed by API, for journeys that start there. */
export async function openCardForm(
  page: Page,
  siteUrl: string,
  person: Person & { readonly checkoutId?: string },
): Promise<void> {
  await page.goto(siteUrl + (await placeCardOrder(page, siteUrl, person)));
  await page.frameLocator('iframe').getByLabel('Card number').waitFor();
}

/** Fills in what isn't known about the buyer yet, by label. */
export async function fillBilling(page: Page): Promise<void> {
  const billing = page.getByRole('group', { name: 'Billing details' });
  await billing.getByLabel('Address', { exact: true }).fill('2130 Sample Street');
  await billing.getByLabel('City').fill('Denver');
  await billing.getByLabel('State').selectOption({ label: 'Colorado' });
  await billing.getByLabel('ZIP code').fill('80210');
}

export function orderOf(page: Page): string {
  return new URL(page.url()).searchParams.get('orderId')!;
}

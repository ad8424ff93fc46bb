import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import Stripe from 'stripe';
import { checkout } from '#test/factories.ts';
import type { World } from '#test/world.ts';
import type { Stage } from './stage.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

interface DeskOptions {
  readonly as?: string;
  /** Lines of trouble that belong to the journey. */
  readonly expected?: readonly RegExp[];
  readonly width?: number;
  /** A clock in the page that the journey can put forward. */
  readonly withClock?: boolean;
}

/** A browser of its own at that address of the administration, signed in. */
export async function openDesk(stage: Stage, path: string, options: DeskOptions = {}): Promise<Page> {
  const { as = 'admin@example.org', expected = [], width = 1280, withClock = false } = options;
  const page = await stage.browser.open({
    expected,
    reducedMotion: 'reduce',
    viewport: { width, height: 900 },
  });
  if (withClock) await page.clock.install();
  await page.goto(`${stage.world.siteUrl}/api/login?returnTo=${encodeURIComponent(path)}`);
  await page.getByRole('button', { name: as }).click();
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
  return page;
}

export function toastOf(page: Page): Locator {
  return page.getByRole('region', { name: /Notifications/ });
}

/** Waits for the toast with that title and that sentence. */
export async function seeToast(page: Page, title: string, sentence: string): Promise<void> {
  const card = toastOf(page).getByRole('listitem').filter({ hasText: title });
  await card.getByText(title, { exact: true }).waitFor();
  await card.getByText(sentence, { exact: true }).waitFor();
}

/** Violations of WCAG 2.2 A and AA by the page as it stands. Frames show what is not ours, such as a mail. */
export async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(TAGS)
    .setLegacyMode()
    .exclude('iframe')
    .analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} at ${node.target.join(' ')}`));
}

/** The account at the sandbox, for what staff do there and not here. */
export function stripeOf(world: World): Stripe {
  const { hostname, port } = new URL(world.sandbox.url);
  return new Stripe('sk_test_world', { host: hostname, port, protocol: 'http', telemetry: false });
}

/** Buys and pays; what the buyer's page shows then. */
export async function buy(world: World, body: unknown = checkout()) {
  const visitor = world.visitor();
  const started = await visitor.post('/api/create-checkout-session', body);
  const { url, transactionId } = (await started.json()) as { url: string; transactionId: string };
  await world.pay(url);
  const bought = await (await visitor.get(`/api/registrations/${transactionId}`)).json();
  return bought as {
    order: { id: number; transactionId: string; registrationNumber: string };
    registrations: { id: number; firstName: string; qrCodeData: string }[];
  };
}

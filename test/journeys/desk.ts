import type { Locator, Page } from 'playwright-core';
import type { World } from '#test/world.ts';
import type { Stage } from './stage.ts';

interface DeskOptions {
  readonly as?: string;
  /** Error lines that the journey expects. */
  readonly expected?: readonly RegExp[];
  readonly reducedMotion?: 'reduce' | 'no-preference';
  readonly width?: number;
  /** A page clock that the journey can move forward. */
  readonly withClock?: boolean;
}

/** A separate signed-in browser at that admin address. */
export async function openDesk(stage: Stage, path: string, options: DeskOptions = {}): Promise<Page> {
  const { as = 'admin@example.org', expected = [], width = 1280, withClock = false } = options;
  const { reducedMotion = 'reduce' } = options;
  const page = await stage.browser.open({
    expected,
    reducedMotion,
    isFirstVisit: withClock,
    viewport: { width, height: 900 },
  });
  if (withClock) await page.clock.install();
  await signIn(page, stage.world, as);
  await page.goto(stage.world.siteUrl + path);
  // A dialog in the address hides the rest of the page from roles.
  await page.getByRole('heading', { name: /^(Admin Dashboard|Check-In)$/, includeHidden: true }).waitFor();
  return page;
}

/** Navigates to another desk address like a link, without a page load. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
}

/** Gives the browser a session of that person; signing in is a separate journey. */
export async function signIn(page: Page, world: World, email: string): Promise<void> {
  const value = (await world.staff(email)).cookie('session')!;
  await page.context().addCookies([{ name: 'session', value, url: world.siteUrl, httpOnly: true }]);
}

export function toastOf(page: Page): Locator {
  return page.getByRole('region', { name: /Notifications/ });
}

/** Waits for the toast with that title and sentence. */
export async function seeToast(page: Page, title: string, sentence: string): Promise<void> {
  const card = toastOf(page).getByRole('listitem').filter({ hasText: title });
  await card.getByText(title, { exact: true }).waitFor();
  await card.getByText(sentence, { exact: true }).waitFor();
}

/** Whether the visible toast overlaps the dialog. Throws if either is missing. */
export async function liesOver(page: Page, dialog: Locator): Promise<boolean> {
  const card = toastOf(page).getByRole('listitem');
  // It stays while hovered.
  await card.hover();
  const boxes = await Promise.all([card.boundingBox(), dialog.boundingBox()]);
  const [toast, below] = boxes.map((box) => {
    if (!box) throw new Error('the toast or the dialog is not there');
    return { ...box, right: box.x + box.width, bottom: box.y + box.height };
  });
  const isBeside = toast!.right <= below!.x || below!.right <= toast!.x;
  return !isBeside && toast!.y < below!.bottom && below!.y < toast!.bottom;
}

/** The cells of that table's rows, once there are any. */
export async function cellsOf(page: Page, table: string): Promise<string[][]> {
  const rows = page.getByRole('table', { name: table }).getByRole('row');
  await rows.nth(1).waitFor();
  return Promise.all((await rows.all()).slice(1).map((row) => row.getByRole('cell').allInnerTexts()));
}

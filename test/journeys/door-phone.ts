import type { Locator, Page } from 'playwright-core';
import type { Visitor } from '#test/visitor.ts';

/** A volunteer's phone. */
export const PHONE = { width: 390, height: 844 };

/** The link of an invitation, for one phone unless more are given. */
export async function invite(staff: Visitor, role: 'steward' | 'supervisor', maxPhones = 1): Promise<string> {
  const invited = await staff.post('/api/admin/door/invitations', { role, maxPhones });
  return ((await invited.json()) as { url: string }).url;
}

/** Joins with an invitation's link, and gets ready without a camera. */
export async function joinDoor(
  page: Page,
  link: string,
  person: string,
  door: string,
  { beforeReady = async () => {} }: { beforeReady?: () => Promise<void> } = {},
): Promise<void> {
  await page.goto(link);
  await page.getByLabel('Your first name').fill(person);
  await page.getByRole('radio', { name: door }).check();
  await page.getByRole('button', { name: 'Join' }).click();
  await page.getByText(/^\d+ tickets? on this phone$/).waitFor();
  await seeFocusOnTitle(page, 'Get ready');
  await beforeReady();
  await page.getByRole('button', { name: 'Ready' }).click();
  await page.getByText(/^Online · synced/).waitFor();
  await seeFocusOnTitle(page, 'Door check-in');
}

/** After the pressed button disappeared. */
export async function seeFocusOnTitle(page: Page, title: string): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).and(page.locator(':focus')).waitFor();
}

/**
 * Types like a handheld scanner: a key every 5 ms, then Enter. Event times are synthetic, so that a busy machine
 * doesn't matter.
 */
export async function scanByHand(page: Page, code: string): Promise<void> {
  await page.evaluate((text) => {
    const startedAt = performance.now();
    const pressed = [...text, 'Enter'].map((key, index) => {
      const press = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true });
      Object.defineProperty(press, 'timeStamp', { value: startedAt + 5 * index });
      return (document.activeElement ?? document.body).dispatchEvent(press);
    });
    if (pressed.at(-1)) throw new Error('Enter was not taken as the end of a scan');
  }, code);
}

export function verdictOn(page: Page): Locator {
  return page.getByRole('region', { name: 'Verdict' });
}

/**
 * Waits until a screen reader was told of this admission. The text stays, whereas the screen is green for 1.2 s only,
 * which a busy machine can miss. A handheld scanner can continue at once, a finger only when the green is gone.
 */
export async function seeAdmitted(page: Page, name: string): Promise<void> {
  await page
    .getByRole('status')
    .filter({ hasText: `Admitted. ${name}.` })
    .waitFor();
}

/** After a scan of a team's ticket: names free seats, selects others, and admits them all. */
export async function admitOfTeam(page: Page, { others = [], named = [] }: TeamChoice): Promise<void> {
  await page.getByRole('button', { name: 'Admit more of the team' }).click();
  for (const name of others) await page.getByRole('checkbox', { name }).check();
  for (const name of named) {
    const [first, last] = name.split(' ');
    await page.getByRole('button', { name: /^Name a free seat/ }).click();
    await page.getByLabel('First name').fill(first!);
    await page.getByLabel('Last name').fill(last!);
    await page.getByRole('button', { name: 'Give this person the seat' }).click();
    await page.getByRole('checkbox', { name, checked: true }).waitFor();
  }
  const count = 1 + others.length + named.length;
  await page.getByRole('button', { name: `Admit ${count} people` }).click();
  await seeAdmitted(page, `${count} people`);
}

interface TeamChoice {
  readonly others?: readonly string[];
  readonly named?: readonly string[];
}

export function problemOn(page: Page, title: string): Locator {
  return page.getByRole('alert').filter({ hasText: title });
}

/** A phone without scans of its own. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.getByText(/^Offline since .* · no scans waiting$/).waitFor();
}

/** Waits for the status line with the number of scans queued offline. */
export async function seeWaiting(page: Page, count: number): Promise<void> {
  const scans = count === 1 ? '1 scan' : `${count} scans`;
  await page
    .getByText(new RegExp(`^Offline since .* · ${scans} waiting · (it is|they are) safe on this phone$`))
    .waitFor();
}

export async function seeAllSent(page: Page): Promise<void> {
  await page.getByText(/^Online · synced \d+ s ago$/).waitFor();
}

/** Simulates locking or unlocking the screen. */
export async function setLocked(page: Page, isLocked: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    const state = hidden ? 'hidden' : 'visible';
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isLocked);
}

/** `3 of 8 in`. */
export async function countsOn(page: Page): Promise<string> {
  return (await page.getByText(/^\d+ of \d+ in$/).textContent()) ?? '';
}

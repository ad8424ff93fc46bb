import type { Page } from 'playwright-core';

const MOST_STOPS = 60;
/** How long a page may take to scroll the focus into view. */
const SCROLLED_MS = 8_000;

/** Presses Tab until the element with this role and name has the focus. Throws if a stop on the way isn't visible. */
export async function tabTo(
  page: Page,
  role: 'button' | 'combobox' | 'link' | 'radio' | 'searchbox' | 'switch' | 'tab' | 'textbox',
  name: RegExp,
): Promise<void> {
  const goal = await page.getByRole(role, { name }).first().elementHandle();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    await seeFocus(page);
    if (await goal!.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`Tab never reaches the ${role} ${name}`);
}

/** Throws if the focused element isn't visible. */
export async function seeFocus(page: Page): Promise<void> {
  const deadline = performance.now() + SCROLLED_MS;
  let seen = await page.evaluate(describeFocus);
  while ((seen.isCovered || !seen.isOutlined) && performance.now() < deadline) {
    // The page must get time to scroll between checks.
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)));
    seen = await page.evaluate(describeFocus);
  }
  if (!seen.isOutlined) throw new Error(`the focus is not visible on ${seen.what}`);
  if (seen.isCovered) throw new Error(`${seen.what} is covered while it has the focus`);
}

/** Runs in the page. */
function describeFocus() {
  const focused = document.activeElement!;
  const what = focused.outerHTML.slice(0, 160);
  if (focused === document.body) return { what: 'nothing', isOutlined: true, isCovered: false };
  // A control may be drawn by its label or card, which then has the focus ring.
  const frames = [focused, focused.closest('label')].filter((one) => one !== null);
  // Or by the pseudo-element that covers the card.
  const styles = [...frames.map((one) => getComputedStyle(one)), getComputedStyle(focused, '::after')];
  const isOutlined = styles.some(
    ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2,
  );
  const box = focused.getBoundingClientRect();
  // In a large text box, only the caret is scrolled into view.
  const seenAt = focused instanceof HTMLTextAreaElement ? Math.min(24, box.height / 2) : box.height / 2;
  const top = document.elementFromPoint(box.x + box.width / 2, box.y + seenAt);
  const isCovered = !top || !frames.some((one) => one.contains(top) || top.contains(one));
  return { what, isOutlined, isCovered };
}

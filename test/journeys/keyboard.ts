import type { ElementHandle, Page } from 'playwright-core';
import { expect } from 'vitest';

const MOST_STOPS = 60;
/** How long a page may take to scroll the focus into view. */
const SCROLLED_MS = 8_000;

interface Stop {
  /** The start of its HTML. */
  readonly what: string;
  /** Its text; null if nothing has the focus. */
  readonly name: string | null;
  readonly isGoal: boolean;
  /** Whether its island, if it is in one, is hydrated. */
  readonly isReady: boolean;
  readonly isOutlined: boolean;
  readonly isCovered: boolean;
}

/** Presses Tab until the element with this role and name has the focus. Throws if a stop on the way isn't visible. */
export async function tabTo(
  page: Page,
  role: 'button' | 'combobox' | 'link' | 'radio' | 'searchbox' | 'switch' | 'tab' | 'textbox',
  name: RegExp,
): Promise<void> {
  const goal = await page.getByRole(role, { name }).first().elementHandle();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    const { isGoal } = await seeFocus(page, goal);
    if (isGoal) return;
  }
  throw new Error(`Tab never reaches the ${role} ${name}`);
}

/** Describes the focused element. Throws if it isn't visible. */
export async function seeFocus(page: Page, goal: ElementHandle | null = null): Promise<Stop> {
  let seen = await page.evaluate(describeFocus, goal);
  if (seen.isCovered || !seen.isOutlined) {
    await expect
      .poll(
        async () => {
          seen = await page.evaluate(describeFocus, goal);
          return seen;
        },
        { timeout: SCROLLED_MS },
      )
      .toMatchObject({ isCovered: false, isOutlined: true });
  }
  return seen;
}

/** Runs in the page. */
function describeFocus(goal: Node | null): Stop {
  const focused = document.activeElement!;
  const what = focused.outerHTML.slice(0, 160);
  if (focused === document.body)
    return { what, name: null, isGoal: false, isReady: true, isOutlined: true, isCovered: false };
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
  const label = focused instanceof HTMLInputElement ? focused.labels?.[0] : null;
  const words = label ?? (focused as HTMLElement);
  return {
    what,
    // biome-ignore lint/performance/useDomNodeTextContent: a button has words that are not shown.
    name: focused.getAttribute('aria-label') ?? words.innerText.trim().replaceAll(/\s+/g, ' '),
    isGoal: focused === goal,
    isReady: focused.closest('[data-island]:not([data-ready])') === null,
    isOutlined,
    isCovered,
  };
}

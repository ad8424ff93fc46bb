import type { Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import type { World } from '#test/world.ts';
import { colorFaultsOf, faultsOf } from './axe.ts';
import type { Stage } from './stage.ts';

export const PHONE = 390;
export const DESK = 1280;
const SMALLEST_PHONE = 320;
const SMALLEST_TARGET = 24;

export interface Look {
  /** Which layout axe examines: by default a desk's; each where a phone shows other parts, such as cards for rows. */
  readonly axe?: 'desk' | 'phone' | 'each';
  /** Staff work here, so too small targets and elements outside the screen are faults. */
  readonly targets?: boolean;
  /** The desk follows the system's theme, so both are examined. */
  readonly night?: boolean;
}

/** Examines pages and their states, and collects all faults. */
export interface Examiner {
  /** WCAG 2.2 A and AA violations, once, and sideways scrolling at every width. */
  examine(page: Page, state: string, look?: Look): Promise<void>;
  /** A new page at that path, once its heading is visible. */
  open(path: string, heading: string | RegExp, expected?: RegExp[]): Promise<Page>;
  goTo(page: Page, path: string, heading: string | RegExp): Promise<void>;
  /** The faults since the test started, by state. Empty if there are none. */
  faults(): Record<string, string[]>;
}

export function setExaminer(stage: Stage): Examiner {
  let faults: Record<string, string[]>;
  beforeEach(() => {
    faults = {};
  });

  async function goTo(page: Page, path: string, heading: string | RegExp): Promise<void> {
    await page.goto(stage.world.siteUrl + path);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  }

  return {
    async examine(page, state, look = {}) {
      const found = await findFaults(page, look);
      if (found.length > 0) faults[state] = found;
    },
    async open(path, heading, expected = []) {
      const page = await stage.browser.open({ expected, reducedMotion: 'reduce' });
      await goTo(page, path, heading);
      return page;
    },
    goTo,
    faults: () => faults,
  };
}

/** The paid orders of a team and of one person, with long names. */
export async function buyForBoth(world: World) {
  const team = await buy(
    world,
    teamOfTen({ firstName: 'Maximiliane-Charlotte', lastName: 'Beta', email: 'max@example.org' }),
  );
  const email = `${'long.name.'.repeat(4)}end@example.org`;
  const single = await buy(world, checkout({ firstName: 'Zoe', lastName: 'Alpha', email }));
  return { team, single };
}

async function findFaults(page: Page, look: Look): Promise<string[]> {
  const { axe = 'desk', targets = false, night = false } = look;
  const axeAt = { desk: [DESK], phone: [PHONE], each: [PHONE, DESK] }[axe];
  const found: string[] = [];
  for (const width of [SMALLEST_PHONE, PHONE, DESK]) {
    await page.setViewportSize({ width, height: width === DESK ? 900 : 844 });
    const misfits = await page.evaluate(
      findMisfits,
      targets && width !== SMALLEST_PHONE ? SMALLEST_TARGET : 0,
    );
    const violations = axeAt.includes(width) ? await faultsOf(page) : [];
    found.push(...[...misfits, ...violations].map((fault) => `${width} px: ${fault}`));
  }
  if (night) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('body.night').waitFor();
    found.push(...(await colorFaultsOf(page)).map((fault) => `at night: ${fault}`));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  return found;
}

/** Runs in the page. `least`: the minimum size of targets in pixels; 0 to skip the check. */
function findMisfits(least: number): string[] {
  const found: string[] = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(`scrolls ${scrollWidth - clientWidth} px to the side`);
  if (least === 0) return found;
  // Nothing under a dialog can be touched.
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
  const root = dialogs[dialogs.length - 1] ?? document.body;
  for (const one of root.querySelectorAll<HTMLElement>('a, button, input, select, textarea, summary')) {
    // A control drawn by its label is touched there; a link within text may be as high as its line.
    const target = one.closest('label') ?? one;
    const { width, height, left, right } = target.getBoundingClientRect();
    if (width === 0 || getComputedStyle(one).visibility === 'hidden' || one.closest('.sr-only')) continue;
    const isInText = getComputedStyle(one).display === 'inline';
    const name = one.getAttribute('aria-label') ?? one.textContent?.trim() ?? one.id;
    if (!isInText && (width < least || height < least)) found.push(`${name}: ${width} × ${height} px`);
    const scroller = one.closest('[role=tablist], .scroll-hint-x');
    if (!scroller && (left < 0 || right > clientWidth + 1)) found.push(`${name}: outside the screen`);
  }
  return found;
}

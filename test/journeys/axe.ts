import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';

/** Minified, because each page loads it again. */
const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ALL: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const OF_COLORS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

interface Look {
  readonly rules: RunOnly;
  /** A loaded page passes at least this many rules. */
  readonly fewestPasses: number;
  /** A selector of the parts to examine; by default the whole page. */
  readonly within?: string | undefined;
}

/**
 * WCAG 2.2 A and AA violations of the current page, of the dialog over it, or of what `within` selects. Frames'
 * contents, such as mail, are excluded.
 */
export async function faultsOf(page: Page, within?: string): Promise<string[]> {
  return findFaults(page, { rules: ALL, fewestPasses: 5, within });
}

/** The same for an already examined page in other colors. */
export async function colorFaultsOf(page: Page, within?: string): Promise<string[]> {
  return findFaults(page, { rules: OF_COLORS, fewestPasses: 1, within });
}

async function findFaults(page: Page, look: Look): Promise<string[]> {
  await settled(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations, passes } = await page.evaluate(runAxe, look);
  if (passes.length < look.fewestPasses)
    throw new Error(`the page passes only ${passes.length} rules of axe, so it may not have loaded`);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} at ${node.target.join(' ')}`));
}

/** Runs in the page. */
function runAxe({ rules, within }: Look): Promise<AxeResults> {
  const { axe } = window as unknown as { axe: { run: typeof import('axe-core').run } };
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
  const parts = within ? { include: [...document.querySelectorAll<HTMLElement>(within)] } : document;
  return axe.run(dialogs[dialogs.length - 1] ?? parts, {
    runOnly: rules,
    iframes: false,
    // Reports only one node per passed rule, because describing all takes up to half of the time.
    resultTypes: ['violations'],
  });
}

/** Elements that fade in have a different contrast until they are done, so their animations are ended. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    // Pending changes start with the next frame.
    await frame();
    await frame();
    const ending = document
      .getAnimations()
      .filter(
        (one) =>
          one.playState === 'running' &&
          one.timeline === document.timeline &&
          one.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
      );
    if (ending.length === 0) return;
    for (const one of ending) one.finish();
    // Elements that leave are removed at the event, which comes with the next frame.
    await frame();
    await frame();
  });
}

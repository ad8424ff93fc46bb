import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';

/** Minified, because each page loads it anew. */
const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ALL: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const OF_COLORS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

interface Look {
  readonly rules: RunOnly;
  /** Fewer rules than that cannot have passed on a page that was there. */
  readonly fewestPasses: number;
  /** A selector of the parts to examine; by default the whole page. */
  readonly within?: string | undefined;
}

/**
 * Violations of WCAG 2.2 A and AA by the page as it stands, or by the dialog over it, or only by what `within` selects.
 * What a frame shows, such as a mail, is not ours.
 */
export async function faultsOf(page: Page, within?: string): Promise<string[]> {
  return findFaults(page, { rules: ALL, fewestPasses: 5, within });
}

/** The same for a page that was examined before, in other colors. */
export async function colorFaultsOf(page: Page): Promise<string[]> {
  return findFaults(page, { rules: OF_COLORS, fewestPasses: 1 });
}

async function findFaults(page: Page, look: Look): Promise<string[]> {
  await settled(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations, passes } = await page.evaluate(runAxe, look);
  if (passes.length < look.fewestPasses) throw new Error(`axe found only ${passes.length} things to look at`);
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
    // Only one node is reported for each rule that passes: describing them all takes up to half of the time.
    resultTypes: ['violations'],
  });
}

/** What fades in has, until it is there, a contrast of its own. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn));
    // What was asked for a moment ago begins with the next frame.
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
    // One that is taken away meanwhile has ended too.
    await Promise.allSettled(ending.map((one) => one.finished));
  });
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOnly } from 'axe-core';
import type { Page } from 'playwright-core';

/** Minified, because each page loads it anew. */
const source = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const ALL: RunOnly = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const OF_COLORS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/**
 * Violations of WCAG 2.2 A and AA by the page as it stands, or by the dialog over it. What a frame shows, such as a
 * mail, is not ours.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  return findFaults(page, ALL, 5);
}

/** The same for a page that was examined before, in other colors. */
export async function colorFaultsOf(page: Page): Promise<string[]> {
  return findFaults(page, OF_COLORS, 1);
}

async function findFaults(page: Page, rules: RunOnly, fewestPasses: number): Promise<string[]> {
  await settled(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations, passes } = await page.evaluate(runAxe, rules);
  if (passes.length < fewestPasses) throw new Error(`axe found only ${passes.length} things to look at`);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} at ${node.target.join(' ')}`));
}

/** Runs in the page. */
function runAxe(runOnly: RunOnly): Promise<AxeResults> {
  const { axe } = window as unknown as { axe: { run: typeof import('axe-core').run } };
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
  return axe.run(dialogs[dialogs.length - 1] ?? document, {
    runOnly,
    iframes: false,
    // Only one node is reported for each rule that passes: describing them all takes up to half of the time.
    resultTypes: ['violations'],
  });
}

/** The same at each of those widths in pixels. */
export async function faultsAt(page: Page, widths: readonly number[]): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const fault of await faultsOf(page)) faults.push(`${width} px: ${fault}`);
  }
  return faults;
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

import axe, { type AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/**
 * Violations of WCAG 2.2 A and AA by the page as it stands, or by the dialog over it. What a frame shows, such as a
 * mail, is not ours.
 */
export async function faultsOf(page: Page): Promise<string[]> {
  await settled(page);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  const { violations, passes } = await page.evaluate(runAxe, TAGS);
  if (passes.length < 5) throw new Error(`axe found only ${passes.length} things to look at`);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} at ${node.target.join(' ')}`));
}

/** Runs in the page. */
function runAxe(values: string[]): Promise<AxeResults> {
  const { axe } = window as unknown as { axe: { run: typeof import('axe-core').run } };
  const dialogs = document.querySelectorAll('[role=dialog], [role=alertdialog]');
  return axe.run(dialogs[dialogs.length - 1] ?? document, {
    runOnly: { type: 'tag', values },
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

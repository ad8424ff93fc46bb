import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Violations of WCAG 2.2 A and AA by the page as it stands. A sandboxed frame shows what is not ours, such as a mail. */
export async function faultsOf(page: Page): Promise<string[]> {
  await settled(page);
  const { violations, passes } = await new AxeBuilder({ page })
    // What is well is named by one node: describing all of them takes up to half of the time.
    .options({ resultTypes: ['violations'] })
    .withTags(TAGS)
    .setLegacyMode()
    .exclude(['iframe[sandbox]', 'html'])
    .analyze();
  if (passes.length < 5) throw new Error(`axe found only ${passes.length} things to look at`);
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id} at ${node.target.join(' ')}`));
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

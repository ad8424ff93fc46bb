import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { WORD } from './examine.ts';
import { land, MOMENTS } from './land.ts';
import { findOverhang, stretchTexts } from './misfits.ts';
import { setStage } from './stage.ts';

// Whatever people and organizers type, no page scrolls sideways.

const stage = setStage();
const WIDTHS = [1280, 768, 320];

/** What scrolls sideways, at each width. */
async function overhangOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    found.push(...(await page.evaluate(findOverhang)).map((one) => `${width} px: ${one}`));
  }
  return found;
}

test('content of the landing page, before, during and after the event', async () => {
  for (const moment of ['earlyBird', 'underWay', 'past'] as const) {
    const page = await land(stage, { at: MOMENTS[moment], reducedMotion: 'reduce' });
    await page.evaluate(stretchTexts, WORD);
    expect([moment, await overhangOf(page)]).toEqual([moment, []]);
    await stage.browser.closePages();
  }
});

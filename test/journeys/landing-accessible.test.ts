import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sql } from '#server/db/drizzle.ts';
import { faultsOf } from './axe.ts';
import { PUBLIC_WIDTHS, setExaminer } from './examine.ts';
import { findForm, land, MOMENTS } from './land.ts';
import { findOverhang } from './misfits.ts';
import { setStage } from './stage.ts';

/** The parts' HTML in earlier states, by width. */
const known = new Map<number, Set<string>>();
const PARTS = 'header, main > *, footer';

/** Violations at each of those widths, in parts that differ from all earlier states. */
async function newFaultsAt(page: Page, widths: readonly number[]): Promise<string[]> {
  const faults: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    const parts = await page.locator(PARTS).evaluateAll((all) => all.map((one) => one.outerHTML));
    const before = known.get(width);
    const isNew = parts.map((one) => !before?.has(one));
    known.set(width, new Set([...(before ?? []), ...parts]));
    expect(isNew).toContain(true);
    await page.locator(PARTS).evaluateAll((all, flags) => {
      for (const [index, one] of all.entries()) one.toggleAttribute('data-new', flags[index]);
    }, isNew);
    const found = before ? await faultsOf(page, '[data-new]') : await faultsOf(page);
    faults.push(...found.map((one) => `${width} px: ${one}`));
  }
  return faults;
}

/** What scrolls sideways on a small phone and with text of twice the size, with the menu closed and open. */
async function misfitsOf(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [width, size] of [
    [320, ''],
    [1280, '200%'],
    [640, '200%'],
  ] as const) {
    const look = async (state: string) =>
      found.push(...(await page.evaluate(findOverhang)).map((one) => `${width} px ${size} ${state}: ${one}`));
    await page.setViewportSize({ width, height: 800 });
    await page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
    await look('closed');
    if (width >= 1024) continue;
    const menu = page.getByRole('banner').locator('summary');
    await menu.click();
    await look('open');
    await menu.click();
  }
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '';
  });
  return found;
}

describe('by the clock', () => {
  const stage = setStage();
  const { stretch, faults: misfits } = setExaminer(stage, PUBLIC_WIDTHS);

  test('no state has a violation; it fits a small phone, text at 200%, and long words', async () => {
    const { db } = stage.world.database;
    for (const [state, at] of Object.entries(MOMENTS)) {
      const page = await land(stage, { at });
      if (state !== 'past') await findForm(page);
      await page.getByText('Show full schedule').click();
      await page.locator('#speakers summary').first().click();
      // A phone has a different layout, with the form open or closed.
      const widths = at === MOMENTS.earlyBird || at === MOMENTS.past ? [1280, 390] : [1280];
      expect({ state, faults: await newFaultsAt(page, widths) }).toEqual({ state, faults: [] });
      if (at === MOMENTS.earlyBird) expect(await misfitsOf(page)).toEqual([]);
      if (['earlyBird', 'underWay', 'past'].includes(state)) await stretch(page, state);
      await stage.browser.closePages();
    }
    await db.execute(sql`UPDATE event_capacity SET current_registrations = max_capacity`);
    // Later than any cached page.
    const soldOut = await land(stage, { at: '2025-08-21T16:00:00Z' });
    await soldOut.getByText('Get updates about open seats').first().waitFor();
    expect(await newFaultsAt(soldOut, [1280, 390])).toEqual([]);
    await db.execute(sql`UPDATE event_capacity SET current_registrations = 0`);
    expect(misfits()).toEqual({});
  });

  test('in forced colors buttons have an edge, and the highlight is visible', async () => {
    const page = await land(stage, { forcedColors: 'active' });
    await findForm(page);
    const controls = page.locator(
      'header summary, main a[class*="rounded-button"][class*="border-2"], main button[type]:not(.link), #newsletter input[type=text], #registration input',
    );
    const unseen = await controls.filter({ visible: true }).evaluateAll((all) =>
      all
        .filter((one) => {
          const { borderTopStyle, borderTopWidth, borderTopColor } = getComputedStyle(one);
          const hasBorder = borderTopStyle !== 'none' && Number.parseFloat(borderTopWidth) > 0;
          const isNative = getComputedStyle(one).appearance === 'auto';
          const isFramed =
            one.closest('label, li, form') !== null && one.matches('[aria-pressed], [aria-label]');
          return !isNative && !isFramed && !(hasBorder && !/^rgba\(.*, 0\)$/.test(borderTopColor));
        })
        .map((one) => one.outerHTML.slice(0, 120)),
    );
    await expect.poll(() => controls.count()).toBeGreaterThan(10);
    expect(unseen).toEqual([]);
    const edges = await page
      .locator('#topics li')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopColor));
    expect(edges.length).toBeGreaterThan(1);
    expect(edges.indexOf(edges[0]!, 1)).toBe(-1);
  });
});

describe('closed by the build', () => {
  const stage = setStage({ closedByBuild: true });

  test('it has no violation', async () => {
    const page = await land(stage, { at: MOMENTS.regular });
    expect(await newFaultsAt(page, [1280])).toEqual([]);
  });
});

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sql } from '#server/db/drizzle.ts';
import { faultsOf } from './axe.ts';
import { findForm, land, MOMENTS } from './land.ts';
import { setStage } from './stage.ts';

/** The page's horizontal overflow in pixels, and the widest element. */
async function findOverhang(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return null;
    const widest = [...document.querySelectorAll('main *, header *, footer *')].toSorted(
      (a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right,
    )[0];
    return `${scrollWidth - clientWidth} px: ${widest?.outerHTML.slice(0, 120)}`;
  });
}

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

describe('by the clock', () => {
  const stage = setStage();

  test('no state has a violation', async () => {
    const { db } = stage.world.database;
    for (const [state, at] of Object.entries(MOMENTS)) {
      const page = await land(stage, { at });
      if (state !== 'past') await findForm(page);
      await page.getByText('Show full schedule').click();
      await page.locator('#speakers summary').first().click();
      // A phone has a different layout, with the form open or closed.
      const widths = at === MOMENTS.earlyBird || at === MOMENTS.past ? [1280, 390] : [1280];
      expect({ state, faults: await newFaultsAt(page, widths) }).toEqual({ state, faults: [] });
      await stage.browser.closePages();
    }
    await db.execute(sql`UPDATE event_capacity SET current_registrations = max_capacity`);
    // Later than any cached page.
    const soldOut = await land(stage, { at: '2025-08-21T16:00:00Z' });
    await soldOut.getByText('Tell me if a seat becomes free').first().waitFor();
    expect(await newFaultsAt(soldOut, [1280, 390])).toEqual([]);
    await db.execute(sql`UPDATE event_capacity SET current_registrations = 0`);
  });

  test('nothing overflows sideways, at 320 px or with text at 200 %', async () => {
    const page = await land(stage);
    await findForm(page);
    await page.getByText('Show full schedule').click();
    for (const [width, size] of [
      [320, ''],
      [1280, '200%'],
      [640, '200%'],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((fontSize) => {
        document.documentElement.style.fontSize = fontSize;
      }, size);
      expect({ width, overhang: await findOverhang(page) }).toEqual({ width, overhang: null });
      if (width >= 1024) continue;
      const menu = page.getByRole('banner').locator('summary');
      await menu.click();
      expect({ width, overhang: await findOverhang(page) }).toEqual({ width, overhang: null });
      await menu.click();
    }
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
    expect(await controls.count()).toBeGreaterThan(10);
    expect(unseen).toEqual([]);
    const edges = await page
      .locator('#topics li')
      .evaluateAll((all) => all.map((one) => getComputedStyle(one).borderTopColor));
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

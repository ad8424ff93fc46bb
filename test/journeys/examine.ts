import type { Page } from 'playwright-core';
import { beforeEach } from 'vitest';
import { sql } from '#server/db/drizzle.ts';
import { buy } from '#test/buy.ts';
import { checkout, teamOfTen } from '#test/factories.ts';
import type { World } from '#test/world.ts';
import { colorFaultsOf, faultsOf } from './axe.ts';
import {
  findBadTargets,
  findBrokenWords,
  findColumns,
  findOverhang,
  restoreTexts,
  stretchTexts,
} from './misfits.ts';
import type { Stage } from './stage.ts';

export const PHONE = 390;
const SMALLEST = 320;
const DESK = 1280;
/** Journeys arrive with a phone's width or a desk's. */
const WIDTHS = [PHONE, SMALLEST, 768, DESK];
/** No style of the public pages differs between the smallest phone and others. */
export const PUBLIC_WIDTHS = [SMALLEST, 768, DESK];
/** A dialog fills any phone. */
const DIALOG_WIDTHS = [SMALLEST, 768, DESK];
const SMALLEST_TARGET = 24;

interface Look {
  /**
   * Which layout axe examines: by default a desk's; each where a phone shows other parts, such as cards for rows; none
   * where it has examined the same parts elsewhere.
   */
  readonly axe?: 'none' | 'desk' | 'phone' | 'each';
  /** A selector of what axe examines, where it has examined the rest of the page in another state. */
  readonly within?: string | undefined;
  /** Staff work here, so too small targets and elements outside the screen are faults. */
  readonly targets?: boolean;
  /** The desk follows the system's theme, so both are examined. */
  readonly night?: boolean;
  /** No ordinary word is split, at any width, nor in large text. */
  readonly words?: boolean;
  /** On a phone with text of twice the size the page fits, and these texts are not columns of single letters. */
  readonly large?: readonly string[];
}

/** Examines pages and their states, and collects all faults. */
interface Examiner {
  /** WCAG 2.2 A and AA violations, once, and sideways scrolling at every width. */
  examine(page: Page, state: string, look?: Look): Promise<void>;
  /** Only sideways scrolling, with the long word in place of every text. */
  stretch(page: Page, state: string): Promise<void>;
  /** A new page at that path, once its heading is visible. */
  open(path: string, heading: string | RegExp, expected?: RegExp[]): Promise<Page>;
  goTo(page: Page, path: string, heading: string | RegExp): Promise<void>;
  /** The faults since the test started, by state. Empty if there are none. */
  faults(): Record<string, string[]>;
}

export function setExaminer(stage: Stage, widths: readonly number[] = WIDTHS): Examiner {
  let faults: Record<string, string[]>;
  beforeEach(() => {
    faults = {};
  });

  async function goTo(page: Page, path: string, heading: string | RegExp): Promise<void> {
    await page.goto(stage.world.siteUrl + path);
    await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
  }

  async function examine(page: Page, state: string, look: Look = {}): Promise<void> {
    const found = await findFaults(page, look, widths);
    if (found.length > 0) faults[state] = found;
  }

  return {
    examine,
    async stretch(page, state) {
      await page.evaluate(stretchTexts, WORD);
      await examine(page, `${state}, with long words`, { axe: 'none' });
      await page.evaluate(restoreTexts);
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

/** Longer than the forms allow. */
export const WORD = 'm'.repeat(120);
export const ADDRESS = `${'m'.repeat(100)}@${'m'.repeat(15)}.org`;

/** The paid orders of a team and of one person, with long names. */
export async function buyForBoth(world: World) {
  const team = await buy(
    world,
    teamOfTen({ firstName: 'Maximiliane-Charlotte', lastName: 'Featherstone', email: 'max@example.org' }),
  );
  const email = `${'long.name.'.repeat(4)}end@example.org`;
  const single = await buy(world, checkout({ firstName: 'Zoe', lastName: 'Alpha', email }));
  return { team, single };
}

/** Makes what was typed into all orders longer than the forms allow. Names keep their beginnings. */
export async function lengthenOrders({ database: { db } }: World): Promise<void> {
  await db.execute(sql`UPDATE orders SET organizer_first_name = organizer_first_name || ${WORD}::text,
    organizer_last_name = organizer_last_name || ${WORD}::text, organizer_email = ${ADDRESS},
    organizer_phone = ${WORD}, organization = ${WORD}, job_title = ${WORD}, applied_coupon_code = ${WORD},
    discount_amount = 5, billing_address_line1 = ${WORD}, billing_address_line2 = ${WORD}, billing_city = ${WORD},
    billing_state = ${WORD}, billing_postal_code = ${WORD}`);
  await db.execute(sql`UPDATE registrations SET first_name = first_name || ${WORD}::text,
    last_name = last_name || ${WORD}::text, email = ${ADDRESS}, dietary_restrictions = ${WORD}`);
}

async function findFaults(page: Page, look: Look, usual: readonly number[]): Promise<string[]> {
  const { axe = 'desk', targets = false, night = false, words = false, large = [], within } = look;
  const hasDialog = (await page.locator('[role=dialog], [role=alertdialog]').count()) > 0;
  const widths = large.length > 0 ? WIDTHS : hasDialog ? DIALOG_WIDTHS : usual;
  const phone = widths.includes(PHONE) ? PHONE : SMALLEST;
  const axeAt: number[] = { none: [], desk: [DESK], phone: [phone], each: [phone, DESK] }[axe];
  const found: string[] = [];
  for (const width of widths) {
    await setWidth(page, width);
    const hasTargets = targets && (width === phone || width === DESK);
    const faults = [
      ...(await page.evaluate(findOverhang)),
      ...(hasTargets ? await page.evaluate(findBadTargets, SMALLEST_TARGET) : []),
      ...(words ? await page.evaluate(findBrokenWords) : []),
      ...(axeAt.includes(width) ? await faultsOf(page, within) : []),
      ...(width === PHONE && large.length > 0 ? await findLargeFaults(page, large, words) : []),
    ];
    found.push(...faults.map((fault) => `${width} px: ${fault}`));
  }
  if (night) {
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.locator('body.night').waitFor();
    found.push(...(await colorFaultsOf(page, within)).map((fault) => `at night: ${fault}`));
    await page.emulateMedia({ colorScheme: 'light' });
  }
  return found;
}

async function findLargeFaults(page: Page, texts: readonly string[], words: boolean): Promise<string[]> {
  const setSize = (size: string) =>
    page.evaluate((fontSize) => {
      document.documentElement.style.fontSize = fontSize;
    }, size);
  await setSize('200%');
  const found = [
    ...(await page.evaluate(findOverhang)),
    ...(await page.evaluate(findColumns, texts)),
    ...(words ? await page.evaluate(findBrokenWords) : []),
  ];
  await setSize('');
  return found.map((fault) => `at twice the size: ${fault}`);
}

/** Once a frame of that width is drawn, so that changes of width do not overtake each other. */
async function setWidth(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width === DESK ? 900 : 844 });
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
}

import type { StructureElement } from 'pdfkit';
import { paint } from '#content/art/palette.ts';
import { guide } from '#content/guide.ts';
import { formatDay, formatWallTime } from '#domain/calendar.ts';
import { hasConcluded } from '#domain/event-phase.ts';
import type { ScheduleItem } from '#domain/program.ts';
import { heightOf, ornament, PAGE, say, styles, WIDTH, within } from '../pdf/sheet.ts';
import type { Sheet } from '../pdf/style.ts';
import { drawCorner, drawDome } from './arcs.ts';
import type { GuideFacts } from './facts.ts';

const RAIL = 196;
const TEXT = { x: RAIL + 24, width: PAGE.right - RAIL - 24 };

const MARKERS: Record<ScheduleItem['kind'], string> = {
  arrival: paint.sea,
  keynote: paint.beacon,
  breakout: paint.harbor,
  panel: paint.dawn,
  break: paint.lilac,
  plenary: paint.sea,
};

/** The conference day on a rail of arcs; continues on the next page if it must. */
export function drawSchedule(sheet: Sheet, { content: { event, schedule } }: GuideFacts, now: Date): void {
  let y = turnPage(sheet);
  y = say(sheet, sheet.root, 'H2', 'Schedule', styles.heading, { x: PAGE.left, y, width: WIDTH });
  const isTentative = schedule.tentative && !hasConcluded(event, now);
  const day = `${formatDay(schedule.day, 'weekday')}${isTentative ? ', tentative' : ''}`;
  y = say(sheet, sheet.root, 'P', day, styles.text, { x: PAGE.left, y: y + 2, width: WIDTH }) + 18;
  within(sheet, sheet.root, 'L', (list) => {
    schedule.items.forEach((item, index) => {
      const height = rowHeight(sheet, item);
      if (y + height > PAGE.bottom) y = turnPage(sheet);
      drawRow(sheet, list, item, { y, height, isLast: index === schedule.items.length - 1 });
      y += height;
    });
  });
}

/** Adds a page and returns the y at which its text begins. */
export function turnPage(sheet: Sheet): number {
  sheet.doc.addPage();
  ornament(sheet, drawCorner);
  return PAGE.top;
}

function drawRow(
  sheet: Sheet,
  list: StructureElement,
  item: ScheduleItem,
  { y, height, isLast }: { y: number; height: number; isLast: boolean },
): void {
  ornament(sheet, (doc) => {
    doc.lineCap('round').lineWidth(2);
    if (!isLast) doc.path(`M${RAIL} ${y + 13}V${y + height + 4}`).stroke(paint.foam);
    doc.circle(RAIL, y + 8, 11).fill(paint.white);
    drawDome(doc, RAIL, y + 12, 8, MARKERS[item.kind]);
  });
  within(sheet, list, 'LI', (row) => {
    within(sheet, row, 'LBody', (body) => {
      const time = `${formatWallTime(item.from)} – ${formatWallTime(item.to)}`;
      say(sheet, body, 'P', time, styles.text, { x: PAGE.left, y, width: RAIL - PAGE.left - 16 });
      let below = say(sheet, body, 'P', item.title, styles.strong, { ...TEXT, y });
      for (const line of linesOf(item))
        below = say(sheet, body, 'P', line, styles.text, { ...TEXT, y: below });
    });
  });
}

function rowHeight({ doc }: Sheet, item: ScheduleItem): number {
  const lines = linesOf(item).map((line) => heightOf(doc, line, styles.text, TEXT.width));
  const sum = lines.reduce((a, b) => a + b, heightOf(doc, item.title, styles.strong, TEXT.width));
  return sum + 19;
}

function linesOf({ detail, tracks }: ScheduleItem): string[] {
  return [
    ...(detail ? [detail] : []),
    ...tracks.map(({ track, title }) => `${guide.tracks[track].title}: ${title}`),
  ];
}

import type { StructureElement } from 'pdfkit';
import { paint } from '#content/art/palette.ts';
import { guide } from '#content/guide.ts';
import { formatWallTime } from '#domain/calendar.ts';
import { describeDays, eventDays } from '#domain/event-days.ts';
import { addressLine, mapUrl } from '#domain/venue.ts';
import { heightOf, ornament, PAGE, say, sayLink, styles, WIDTH, within } from '../pdf/sheet.ts';
import type { Box, Sheet, Style } from '../pdf/style.ts';
import { drawDome, drawSunrise } from './arcs.ts';
import type { GuideFacts } from './facts.ts';

const SKY = 336;
const GAP = 16;
const HALF = (WIDTH - GAP) / 2;
const PADDING = 18;

/** The first page: what it is, when and where, and what to bring. */
export function drawCover(sheet: Sheet, facts: GuideFacts): void {
  const { event } = facts.content;
  const { list, line } = describeDays(event.zone, eventDays(event, 'both'));
  ornament(sheet, (doc) => drawSunrise(doc, SKY));
  const onInk = { ...styles.text, size: 13, color: paint.white };
  const left = { x: PAGE.left, width: 300 };
  let y = say(
    sheet,
    sheet.root,
    'P',
    guide.title,
    { ...styles.strong, size: 13, color: paint.beacon },
    { ...left, y: 60 },
  );
  y = say(sheet, sheet.root, 'H1', event.name, styles.title, { ...left, y: y + 6 });
  y = say(sheet, sheet.root, 'P', line, onInk, { ...left, y: y + 14 });
  y = say(sheet, sheet.root, 'P', event.venue.name, onInk, { ...left, y });
  y = say(sheet, sheet.root, 'P', event.venue.organization, onInk, { ...left, y });
  // Narrower, because the arcs widen toward the horizon.
  const intro = { ...left, width: 205, y: y + 8 };
  say(sheet, sheet.root, 'P', guide.intro, { ...styles.text, color: paint.foam }, intro);

  y = drawWhenAndWhere(sheet, facts, list, SKY + 28);
  drawBring(sheet, y + 32);
}

interface Line {
  readonly text: string;
  readonly style: Style;
  /** Points above it. */
  readonly space: number;
}

function drawWhenAndWhere(
  sheet: Sheet,
  { content: { event, schedule } }: GuideFacts,
  days: readonly { title: string; date: string; time: string }[],
  top: number,
): number {
  const doors = schedule.items.find((one) => one.kind === 'arrival');
  const when: Line[] = days.flatMap(({ title, date, time }) => [
    { text: title, style: styles.strong, space: 8 },
    { text: date, style: styles.text, space: 0 },
    { text: time, style: styles.text, space: 0 },
  ]);
  if (doors) {
    const text = `${doors.title} on the conference day from ${formatWallTime(doors.from)}.`;
    when.push({ text, style: styles.text, space: 8 });
  }
  const { venue } = event;
  const where: Line[] = [
    { text: venue.name, style: styles.strong, space: 8 },
    { text: venue.organization, style: styles.text, space: 0 },
    { text: addressLine(venue), style: styles.text, space: 0 },
  ];
  const map = { text: 'Show the address on a map', url: mapUrl(event) };

  const left = { x: PAGE.left + PADDING, y: top + PADDING, width: HALF - 2 * PADDING };
  const right = { ...left, x: left.x + HALF + GAP };
  const linkHeight = 8 + heightOf(sheet.doc, map.text, LINK, right.width);
  const height =
    2 * PADDING +
    Math.max(linesHeight(sheet, when, left.width), linesHeight(sheet, where, right.width) + linkHeight);
  ornament(sheet, (doc) => {
    doc.roundedRect(PAGE.left, top, HALF, height, 14).fill(paint.mist);
    doc.roundedRect(PAGE.left + HALF + GAP, top, HALF, height, 14).fill(paint.mist);
  });
  sayLines(sheet, 'When', when, left);
  const below = sayLines(sheet, 'Where', where, right);
  sayLink(sheet, sheet.root, map, LINK, { ...right, y: below + 8 });
  return top + height;
}

const TITLE_SPACE = 4;

function sayLines(sheet: Sheet, title: string, lines: readonly Line[], box: Box): number {
  let y = say(sheet, sheet.root, 'H2', title, styles.subheading, box) + TITLE_SPACE;
  for (const { text, style, space } of lines) {
    y = say(sheet, sheet.root, 'P', text, style, { ...box, y: y + space });
  }
  return y;
}

function linesHeight({ doc }: Sheet, lines: readonly Line[], width: number): number {
  const title = heightOf(doc, 'When', styles.subheading, width) + TITLE_SPACE;
  return lines.reduce(
    (sum, { text, style, space }) => sum + space + heightOf(doc, text, style, width),
    title,
  );
}

export const LINK = { ...styles.strong, color: paint.violet };

function drawBring(sheet: Sheet, top: number): void {
  const heading = { x: PAGE.left, y: top, width: WIDTH };
  let y = say(sheet, sheet.root, 'H2', 'What to bring', styles.heading, heading) + 14;
  within(sheet, sheet.root, 'L', (list) => {
    for (let row = 0; row < guide.bring.length; row += 2) {
      const bottoms = guide.bring
        .slice(row, row + 2)
        .map((item, column) => drawItem(sheet, list, item, PAGE.left + column * (HALF + GAP), y));
      y = Math.max(...bottoms) + 12;
    }
  });
}

function drawItem(
  sheet: Sheet,
  list: StructureElement,
  { title, text }: { title: string; text: string },
  x: number,
  y: number,
): number {
  ornament(sheet, (doc) => drawDome(doc, x + 9, y + 12, 8, paint.beacon));
  const box = { x: x + 28, width: HALF - 28 };
  within(sheet, list, 'LI', (item) => {
    within(sheet, item, 'LBody', (body) => {
      const below = say(sheet, body, 'P', title, styles.strong, { ...box, y });
      say(sheet, body, 'P', text, styles.text, { ...box, y: below });
    });
  });
  return (
    y +
    heightOf(sheet.doc, title, styles.strong, box.width) +
    heightOf(sheet.doc, text, styles.text, box.width)
  );
}

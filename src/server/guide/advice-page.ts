import { paint } from '#content/art/palette.ts';
import { guide } from '#content/guide.ts';
import { TRACKS } from '#domain/packages.ts';
import { telephoneUrl } from '#domain/telephone.ts';
import { heightOf, ornament, PAGE, say, sayLink, styles, WIDTH, within } from '../pdf/sheet.ts';
import type { Sheet } from '../pdf/style.ts';
import { LINK } from './cover.ts';
import type { GuideFacts } from './facts.ts';
import { turnPage } from './schedule-page.ts';

const GAP = 18;
const PADDING = 20;

/** The tracks, the venue, contacts, and help lines. */
export function drawAdvice(sheet: Sheet, facts: GuideFacts): void {
  let y = turnPage(sheet);
  y = drawColumns(sheet, y, 'Two tracks', trackTexts(facts)) + 24;
  y = drawColumns(sheet, y, 'At the hall', facts.content.venueNotes) + 24;
  y = drawQuestions(sheet, y, facts) + 24;
  drawHelp(sheet, y);
}

function trackTexts({ content }: GuideFacts): { title: string; text: string }[] {
  return TRACKS.map((track) => {
    const sessions = content.schedule.items.flatMap((item) =>
      item.tracks.filter((one) => one.track === track),
    );
    const named = sessions.map(({ title }) => title).join('; ');
    const { title, text } = guide.tracks[track];
    return { title, text: named ? `${text} Breakouts: ${named}.` : text };
  });
}

function drawColumns(
  sheet: Sheet,
  top: number,
  heading: string,
  columns: readonly { title: string; text: string }[],
): number {
  const y =
    say(sheet, sheet.root, 'H2', heading, styles.heading, { x: PAGE.left, y: top, width: WIDTH }) + 10;
  const width = (WIDTH - GAP * (columns.length - 1)) / columns.length;
  const bottoms = columns.map(({ title, text }, index) => {
    const box = { x: PAGE.left + index * (width + GAP), width };
    const below = say(sheet, sheet.root, 'H3', title, styles.subheading, { ...box, y }) + 3;
    return say(sheet, sheet.root, 'P', text, styles.text, { ...box, y: below });
  });
  return Math.max(...bottoms);
}

function drawQuestions(sheet: Sheet, top: number, { contact, publicUrl }: GuideFacts): number {
  const box = { x: PAGE.left, width: WIDTH };
  let y = say(sheet, sheet.root, 'H2', 'Questions', styles.heading, { ...box, y: top }) + 8;
  const text =
    'Accessibility, diet, a name to change or a missing ticket: contact us, and a real person will reply.';
  y = say(sheet, sheet.root, 'P', text, styles.text, { ...box, y }) + 6;
  const links = [
    { text: contact.phone, url: telephoneUrl(contact.phone) },
    { text: contact.email, url: `mailto:${contact.email}` },
    { text: new URL(publicUrl).host, url: publicUrl },
  ];
  const width = WIDTH / links.length;
  const bottoms = links.map((link, index) =>
    sayLink(sheet, sheet.root, link, LINK, { x: PAGE.left + index * width, y, width: width - GAP }),
  );
  return Math.max(...bottoms);
}

function drawHelp(sheet: Sheet, wanted: number): void {
  const { title, text, lines } = guide.help;
  const inner = { x: PAGE.left + PADDING, width: WIDTH - 2 * PADDING };
  // The sun is in the corner beside it.
  const introBox = { ...inner, width: inner.width - 80 };
  const intro = heightOf(sheet.doc, text, styles.text, introBox.width);
  const rows = lines.reduce(
    (sum, line) => sum + heightOf(sheet.doc, line.text, styles.text, inner.width - 160) + 7,
    0,
  );
  const height = 2 * PADDING + 34 + intro + 12 + rows;
  const top = wanted + height > PAGE.bottom ? turnPage(sheet) : wanted;
  ornament(sheet, (doc) => {
    doc.roundedRect(PAGE.left, top, WIDTH, height, 20).clip();
    doc.rect(PAGE.left, top, WIDTH, height).fill(paint.ink);
    for (const [radius, color] of [
      [90, paint.tide],
      [62, paint.harbor],
      [36, paint.dawn],
      [17, paint.beacon],
    ] as const) {
      doc.circle(PAGE.right, top, radius).fill(color);
    }
  });
  const onInk = { ...styles.text, color: paint.foam };
  let y = say(
    sheet,
    sheet.root,
    'H2',
    title,
    { ...styles.heading, color: paint.white },
    { ...inner, y: top + PADDING },
  );
  y = say(sheet, sheet.root, 'P', text, onInk, { ...introBox, y: y + 4 }) + 12;
  within(sheet, sheet.root, 'L', (list) => {
    for (const line of lines) {
      within(sheet, list, 'LI', (item) => {
        within(sheet, item, 'LBody', (body) => {
          const link = { text: line.name, url: line.url };
          const style = { ...styles.strong, color: paint.beacon };
          sayLink(sheet, body, link, style, { x: inner.x, y, width: 150 });
          const box = { x: inner.x + 160, y, width: inner.width - 160 };
          y = say(sheet, body, 'P', line.text, onInk, box) + 7;
        });
      });
    }
  });
}

import { paint } from '#content/art/palette.ts';
import { PRACTICE_WORDS as words } from '#contract/words/door-paper.ts';
import { PRACTICE_TICKETS, PRACTICE_VERDICTS, type PracticeVerdict } from '#domain/practice.ts';
import { closeSheet, openSheet, ornament, PAGE, say, styles, WIDTH, within } from '../pdf/sheet.ts';
import type { Sheet } from '../pdf/style.ts';
import { qrPath } from '../tickets/qr-image.ts';

const COLUMNS = 2;
const GAP = 24;
const CARD = { width: (WIDTH - GAP) / COLUMNS, height: 176 };
const CODE = 128;

/** One page with a code for each verdict. */
export function drawPracticeTickets(info: { event: string; host: string; createdAt: Date }): Promise<Buffer> {
  const sheet = openSheet({
    title: `${words.title} - ${info.event}`,
    author: info.host,
    subject: words.intro,
    createdAt: info.createdAt,
  });
  const top = { x: PAGE.left, y: PAGE.top, width: WIDTH };
  let y = say(sheet, sheet.root, 'H1', words.title, styles.heading, top);
  y = say(sheet, sheet.root, 'P', words.intro, styles.text, { ...top, y: y + 10 }) + 20;
  for (const [index, verdict] of PRACTICE_VERDICTS.entries()) {
    const x = PAGE.left + (index % COLUMNS) * (CARD.width + GAP);
    drawTicket(sheet, verdict, x, y + Math.floor(index / COLUMNS) * (CARD.height + GAP));
  }
  return closeSheet(sheet);
}

function drawTicket(sheet: Sheet, verdict: PracticeVerdict, x: number, y: number): void {
  const [title, text] = words.verdicts[verdict];
  const { path, side } = qrPath(PRACTICE_TICKETS[verdict]);
  ornament(sheet, (doc) => {
    doc.lineWidth(0.8).roundedRect(x, y, CARD.width, CARD.height, 12).stroke(paint.ink);
    doc
      .translate(x + 4, y + (CARD.height - CODE) / 2)
      .scale(CODE / side)
      .lineWidth(1)
      .path(path)
      .stroke('#000000');
  });
  const box = { x: x + CODE + 8, width: CARD.width - CODE - 18 };
  within(sheet, sheet.root, 'Sect', (section) => {
    const under = say(sheet, section, 'H2', title, styles.subheading, { ...box, y: y + 36 });
    say(sheet, section, 'P', text, styles.text, { ...box, y: under + 6 });
  });
}

import { guide } from '#content/guide.ts';
import { closeSheet, openSheet, ornament, PAGE, styles, WIDTH, write } from '../pdf/sheet.ts';
import type { Sheet } from '../pdf/style.ts';
import { drawAdvice } from './advice-page.ts';
import { drawCover } from './cover.ts';
import type { GuideFacts } from './facts.ts';
import { drawSchedule } from './schedule-page.ts';

/** The participant guide as a PDF with a title, a language and a structure that screen readers follow. */
export function makeGuide(facts: GuideFacts, createdAt: Date): Promise<Buffer> {
  const { event } = facts.content;
  const sheet = openSheet(
    {
      title: `${guide.title} - ${event.name}`,
      author: event.host.name,
      subject: guide.intro,
      createdAt,
    },
    { keepsPages: true },
  );
  drawCover(sheet, facts);
  drawSchedule(sheet, facts, createdAt);
  drawAdvice(sheet, facts);
  numberPages(sheet, event.name);
  return closeSheet(sheet);
}

function numberPages(sheet: Sheet, eventName: string): void {
  const { start, count } = sheet.doc.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    sheet.doc.switchToPage(page);
    const text = `${eventName} · ${guide.title} · ${page + 1} of ${count}`;
    const box = { x: PAGE.left, y: 756, width: WIDTH };
    ornament(sheet, (doc) => write(doc, text, styles.small, box), 'Pagination');
  }
}

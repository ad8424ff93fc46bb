import type { StructureElement } from 'pdfkit';
import { paint } from '#content/art/palette.ts';
import { TICKET_PDF_WORDS as words } from '#contract/words/ticket-pdf.ts';
import { codeGroups } from '#domain/codes.ts';
import type { Paper } from '#domain/paper.ts';
import { sayText, setFixedText, setText } from '../../pdf/lines.ts';
import {
  closeSheet,
  openSheet,
  ornament,
  PAPER_SIZES,
  picture,
  sayLink,
  styles,
  within,
} from '../../pdf/sheet.ts';
import type { Sheet, Style } from '../../pdf/style.ts';
import { qrPath } from '../qr-image.ts';

/** The content of a file of tickets, ready to print. */
export interface TicketTexts {
  readonly title: string;
  readonly event: string;
  readonly host: string;
  readonly createdAt: Date;
  /** What it admits to, such as `Conference`. */
  readonly kind: string;
  readonly days: readonly { readonly title: string; readonly date: string; readonly time: string }[];
  readonly doors: string | null;
  /** The first line is the name. */
  readonly place: readonly string[];
  readonly mapUrl: string;
  readonly order: string;
  readonly contact: string;
  readonly tickets: readonly TicketOnPaper[];
}

export interface TicketOnPaper {
  readonly name: string;
  /** Shown below a name that can't be printed in full. */
  readonly nameNote: string | null;
  readonly track: string | null;
  readonly code: string;
}

/** The same on Letter and A4; narrower paper needs another drawing. */
const TICKET_WIDTH = 484;
const TOP = 60;
const PADDING = 28;
const INNER = TICKET_WIDTH - 2 * PADDING;
/** Includes the quiet zone of 4 modules around the code's 25, so the code itself is 53 mm wide. */
const CODE = 200;
const QUIET = (CODE * 4) / 33;
const LEFT = CODE - 2 * QUIET;
const GAP = 32;
const RIGHT = INNER - LEFT - GAP;

const eyebrowStyle = { ...styles.strong, size: 13, color: paint.harbor } as const;
const nameStyle = { font: 'display', size: 34, color: paint.ink } as const;
const LEAST_NAME = 15;
const kindStyle = { ...styles.strong, size: 12 } as const;
const codeStyle = { ...styles.strong, size: 11 } as const;
const linkStyle = { ...styles.strong, color: paint.violet } as const;

/** One page per ticket, tagged for screen readers. */
export function drawTickets(texts: TicketTexts, paper: Paper): Promise<Buffer> {
  const sheet = openSheet(
    { title: texts.title, author: texts.host, subject: texts.event, createdAt: texts.createdAt },
    { size: PAPER_SIZES[paper] },
  );
  for (const [index, ticket] of texts.tickets.entries()) {
    if (index > 0) sheet.doc.addPage();
    within(sheet, sheet.root, 'Sect', (section) => drawTicket(sheet, section, texts, ticket));
  }
  return closeSheet(sheet);
}

function drawTicket(
  sheet: Sheet,
  section: StructureElement,
  texts: TicketTexts,
  ticket: TicketOnPaper,
): void {
  const left = (sheet.doc.page.width - TICKET_WIDTH) / 2;
  const column = columnOf(sheet, section, left + PADDING, INNER);
  let y = column.say('P', texts.event, eyebrowStyle, TOP + PADDING);
  y = column.sayOwn('H1', ticket.name, nameStyle, y + 6, LEAST_NAME);
  if (ticket.nameNote) y = column.say('P', ticket.nameNote, styles.small, y + 2);
  y = column.say('P', texts.kind, kindStyle, y + 6);
  if (ticket.track) y = column.say('P', words.track(ticket.track), kindStyle, y);
  y = drawRule(sheet, left, y + 18) + 20;
  const below = Math.max(
    drawCode(sheet, section, ticket, left + PADDING, y),
    drawFacts(sheet, section, texts, left + PADDING + LEFT + GAP, y),
  );
  y = drawRule(sheet, left, below + 20) + 14;
  y = column.sayOwn('P', texts.order, styles.strong, y);
  y = column.say('P', texts.contact, styles.text, y) + PADDING - 8;
  ornament(sheet, (doc) =>
    doc
      .lineWidth(1)
      .roundedRect(left, TOP, TICKET_WIDTH, y - TOP, 16)
      .stroke(paint.ink),
  );
}

/** Writes texts below each other at the left edge. Texts common to all tickets are laid out once. */
function columnOf(sheet: Sheet, parent: StructureElement, x: number, width: number) {
  const { doc } = sheet;
  return {
    say: (type: string, text: string, style: Style, y: number) =>
      sayText(sheet, parent, type, setFixedText(doc, text, style, width), { x, y }),
    sayOwn: (type: string, text: string, style: Style, y: number, least?: number) =>
      sayText(sheet, parent, type, setText(doc, text, style, { width }, least), { x, y }),
  };
}

function drawRule(sheet: Sheet, left: number, y: number): number {
  ornament(sheet, (doc) => doc.rect(left, y, TICKET_WIDTH, 0.6).fill(paint.ink));
  return y;
}

function drawCode(
  sheet: Sheet,
  section: StructureElement,
  ticket: TicketOnPaper,
  x: number,
  y: number,
): number {
  const { path, side } = qrPath(ticket.code);
  const corner = { x: x - QUIET, y: y - QUIET, width: CODE };
  picture(sheet, section, words.qrCode(ticket.name), corner, (doc) =>
    doc
      .translate(corner.x, corner.y)
      .scale(CODE / side)
      .lineWidth(1)
      .path(path)
      .stroke('#000000'),
  );
  const column = columnOf(sheet, section, x, LEFT);
  const below = column.sayOwn('P', codeGroups(ticket.code).join(' '), codeStyle, y + LEFT + 12);
  return column.say('P', words.showCode, styles.text, below + 4);
}

function drawFacts(
  sheet: Sheet,
  section: StructureElement,
  texts: TicketTexts,
  x: number,
  top: number,
): number {
  const column = columnOf(sheet, section, x, RIGHT);
  let y = column.say('H2', words.when, styles.subheading, top) + 4;
  for (const { title, date, time } of texts.days) {
    y = column.say('P', title, styles.strong, y);
    y = column.say('P', date, styles.text, y);
    y = column.say('P', time, styles.text, y) + 6;
  }
  if (texts.doors) y = column.say('P', texts.doors, styles.text, y) + 6;
  y = column.say('H2', words.where, styles.subheading, y + 8) + 4;
  for (const [index, line] of texts.place.entries())
    y = column.say('P', line, index === 0 ? styles.strong : styles.text, y);
  return sayLink(sheet, section, { text: words.map, url: texts.mapUrl }, linkStyle, {
    x,
    y: y + 6,
    width: RIGHT,
  });
}

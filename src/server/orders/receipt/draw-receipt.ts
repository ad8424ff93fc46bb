import type { StructureElement } from 'pdfkit';
import { paint } from '#content/art/palette.ts';
import { RECEIPT_WORDS } from '#contract/words/receipt.ts';
import { formatUsd } from '#domain/money.ts';
import {
  closeSheet,
  heightOf,
  openSheet,
  ornament,
  PAGE,
  say,
  styles,
  WIDTH,
  within,
} from '../../pdf/sheet.ts';
import type { Sheet } from '../../pdf/style.ts';

/** The content of a receipt. Amounts are in cents; everything else is ready to print. */
export interface ReceiptTexts {
  readonly title: string;
  readonly number: string;
  readonly paidOn: string;
  /** The first line is the name. */
  readonly seller: readonly string[];
  readonly buyer: readonly string[];
  readonly order: Rows;
  /** False for a free order, which has none. */
  readonly payments: Rows | false;
  readonly note: string;
  readonly contact: string;
  readonly createdAt: Date;
}

interface Rows {
  readonly rows: readonly Row[];
  readonly sum: Row;
}

interface Row {
  readonly text: string;
  readonly amount: number;
}

const AMOUNT = 100;
const GAP = 24;
const COLUMN = (WIDTH - GAP) / 2;

/** Draws one page or more, tagged for screen readers. */
export function drawReceipt(texts: ReceiptTexts): Promise<Buffer> {
  const [sellerName = ''] = texts.seller;
  const sheet = openSheet({
    title: `${texts.title} ${texts.number}`,
    author: sellerName,
    subject: texts.order.rows[0]?.text ?? '',
    createdAt: texts.createdAt,
  });
  let y = drawHead(sheet, texts) + 28;
  y = drawLines(sheet, RECEIPT_WORDS.billedTo, texts.buyer, y) + 24;
  y = drawRows(sheet, RECEIPT_WORDS.order, texts.order, y) + 24;
  if (texts.payments) y = drawRows(sheet, RECEIPT_WORDS.payments, texts.payments, y) + 24;
  y = say(sheet, sheet.root, 'P', texts.note, styles.text, at(sheet, y + 8, 40));
  say(sheet, sheet.root, 'P', texts.contact, styles.text, at(sheet, y + 6, 20));
  return closeSheet(sheet);
}

function drawHead(sheet: Sheet, { title, number, paidOn, seller }: ReceiptTexts): number {
  const left = { x: PAGE.left, width: COLUMN };
  let y = say(sheet, sheet.root, 'H1', title, styles.heading, { ...left, y: PAGE.top });
  y = say(sheet, sheet.root, 'P', number, styles.strong, { ...left, y: y + 8 });
  y = say(sheet, sheet.root, 'P', paidOn, styles.text, { ...left, y });
  return Math.max(y, sayLines(sheet, seller, PAGE.left + COLUMN + GAP, PAGE.top + 6, COLUMN));
}

function drawLines(sheet: Sheet, title: string, lines: readonly string[], top: number): number {
  const y = say(sheet, sheet.root, 'H2', title, styles.subheading, at(sheet, top, 60));
  return sayLines(sheet, lines, PAGE.left, y + 6, WIDTH);
}

/** The first line is bold. */
function sayLines(sheet: Sheet, lines: readonly string[], x: number, top: number, width: number): number {
  return lines.reduce(
    (y, line, index) =>
      say(sheet, sheet.root, 'P', line, index === 0 ? styles.strong : styles.text, { x, y, width }),
    top,
  );
}

function drawRows(sheet: Sheet, title: string, { rows, sum }: Rows, top: number): number {
  let y = say(sheet, sheet.root, 'H2', title, styles.subheading, at(sheet, top, 80)) + 8;
  within(sheet, sheet.root, 'Table', (table) => {
    for (const row of rows) y = drawRow(sheet, table, row, styles.text, y);
    y = drawRow(sheet, table, sum, styles.strong, y);
  });
  return y;
}

function drawRow(
  sheet: Sheet,
  table: StructureElement,
  { text, amount }: Row,
  style: typeof styles.text | typeof styles.strong,
  top: number,
): number {
  const width = WIDTH - AMOUNT - GAP;
  const { x, y } = at(sheet, top, heightOf(sheet.doc, text, style, width) + 10);
  ornament(sheet, (doc) => doc.rect(x, y, WIDTH, 0.6).fill(paint.mist));
  let bottom = y;
  within(sheet, table, 'TR', (row) => {
    bottom = say(sheet, row, 'TD', text, style, { x, y: y + 6, width });
    const words = amount < 0 ? `−${formatUsd(-amount)}` : formatUsd(amount);
    const right = { ...style, align: 'right' } as const;
    say(sheet, row, 'TD', words, right, { x: PAGE.right - AMOUNT, y: y + 6, width: AMOUNT });
  });
  return bottom + 4;
}

/** Full width at `y`, or at the top of a new page if `height` does not fit. */
function at(sheet: Sheet, y: number, height: number) {
  const fits = y + height <= PAGE.bottom;
  if (!fits) sheet.doc.addPage();
  return { x: PAGE.left, y: fits ? y : PAGE.top, width: WIDTH };
}

/// <reference path="./pdfkit.d.ts" />
import { buffer } from 'node:stream/consumers';
import PDFDocument, { type StructureElement } from 'pdfkit';
import { paint } from '#content/art/palette.ts';
import type { Paper } from '#domain/paper.ts';
import { chooseFont, fontRuns, needsOtherFamilies } from './fonts.ts';
import { sayText, setText, writeText } from './lines.ts';
import type { Box, Sheet, Style } from './style.ts';

/** In points. */
export const PAPER_SIZES: Record<Paper, readonly [width: number, height: number]> = {
  letter: [612, 792],
  a4: [595.28, 841.89],
};

/** US Letter, in points. */
export const PAGE = { width: 612, height: 792, left: 54, right: 558, top: 60, bottom: 728 } as const;
export const WIDTH = PAGE.right - PAGE.left;

const INK_2 = '#3d4f66';

export const styles = {
  title: { font: 'display', size: 44, color: paint.white, lineGap: -6, tracking: -1 },
  heading: { font: 'display', size: 24, color: paint.ink, tracking: -0.5 },
  subheading: { font: 'display', size: 14, color: paint.ink, tracking: -0.2 },
  text: { font: 'text', size: 10.5, color: INK_2, lineGap: 2.5 },
  strong: { font: 'strong', size: 10.5, color: paint.ink, lineGap: 2.5 },
  small: { font: 'text', size: 9, color: INK_2, lineGap: 2 },
} as const satisfies Record<string, Style>;

/** A file to download or attach. */
export interface PdfFile {
  readonly fileName: string;
  readonly file: Buffer;
}

export interface SheetOptions {
  /** US Letter unless given. */
  readonly size?: readonly [width: number, height: number];
  /**
   * Keeps pages until the end, so that `switchToPage` can return to them. Otherwise a page is written when the next
   * begins.
   */
  readonly keepsPages?: true;
}

export function openSheet(
  info: { title: string; author: string; subject: string; createdAt: Date },
  { size = PAPER_SIZES.letter, keepsPages }: SheetOptions = {},
): Sheet {
  const doc = new PDFDocument({
    size,
    margin: 0,
    bufferPages: keepsPages ?? false,
    pdfVersion: '1.7',
    subset: 'PDF/UA',
    tagged: true,
    displayTitle: true,
    lang: 'en-US',
    // A font given here would be compared with the registered one, name by name, at each font change.
    font: null,
    info: { Title: info.title, Author: info.author, Subject: info.subject, CreationDate: info.createdAt },
  });
  const root = doc.struct('Document');
  doc.addStructure(root);
  // Compresses from the start, because a long document's parts would block everything else at the end.
  return { doc, root, file: buffer(doc) };
}

/** Writes `text` as one element of that type (`H1`, `P`, …) and returns the y below it. */
export function say(
  sheet: Sheet,
  parent: StructureElement,
  type: string,
  text: string,
  style: Style,
  box: Box,
): number {
  const { doc } = sheet;
  if (needsOtherFamilies(style.font, text)) {
    return sayText(sheet, parent, type, setText(doc, text, style, box), box);
  }
  parent.add(doc.struct(type, () => write(doc, text, style, box)));
  return box.y + heightOf(doc, text, style, box.width);
}

/** A one-line link; returns the y below it. */
export function sayLink(
  { doc }: Sheet,
  parent: StructureElement,
  link: { text: string; url: string },
  style: Style,
  box: Box,
): number {
  const element: StructureElement = doc.struct('Link', () => {
    write(doc, link.text, style, box);
    const width = Math.min(doc.widthOfString(link.text), box.width);
    const height = doc.currentLineHeight();
    doc.link(box.x, box.y, width, height, link.url, { structParent: element, Contents: Object(link.text) });
    doc.rect(box.x, box.y + height - 1, width, 0.7).fill(style.color);
  });
  const paragraph = doc.struct('P');
  parent.add(paragraph);
  paragraph.add(element);
  paragraph.end();
  return box.y + heightOf(doc, link.text, style, box.width);
}

/** An element that contains others, written by `fill`. */
export function within(
  { doc }: Sheet,
  parent: StructureElement,
  type: string,
  fill: (element: StructureElement) => void,
) {
  const element = doc.struct(type);
  parent.add(element);
  fill(element);
  element.end();
}

/** A picture that screen readers read as `alt`. */
export function picture(
  { doc }: Sheet,
  parent: StructureElement,
  alt: string,
  { x, y, width }: Box,
  draw: (doc: PDFDocument) => void,
): void {
  const drawn = () => {
    doc.save();
    draw(doc);
    doc.restore();
  };
  parent.add(doc.struct('Figure', { alt, bbox: [x, y, x + width, y + width], placement: 'Block' }, drawn));
}

/** Drawn without meaning, so screen readers skip it. */
export function ornament(
  { doc }: Sheet,
  draw: (doc: PDFDocument) => void,
  type: 'Layout' | 'Pagination' = 'Layout',
) {
  doc.markContent('Artifact', { type });
  doc.save();
  draw(doc);
  doc.restore();
  doc.endMarkedContent();
}

/** The height of a text at that width, in points. */
export function heightOf(doc: PDFDocument, text: string, style: Style, width: number): number {
  if (needsOtherFamilies(style.font, text)) return setText(doc, text, style, { width }).height;
  const [first] = fontRuns(style.font, text);
  chooseFont(doc, first!.font).fontSize(style.size);
  return doc.heightOfString(text, options(style, width));
}

export function write(doc: PDFDocument, text: string, style: Style, { x, y, width }: Box): void {
  if (needsOtherFamilies(style.font, text)) {
    writeText(doc, setText(doc, text, style, { width }), { x, y });
    return;
  }
  doc.fontSize(style.size).fillColor(style.color);
  const runs = fontRuns(style.font, text);
  runs.forEach(({ font, run }, index) => {
    const how = { ...options(style, width), continued: index < runs.length - 1 };
    chooseFont(doc, font);
    if (index === 0) doc.text(run, x, y, how);
    else doc.text(run, how);
  });
}

/** The whole file. */
export function closeSheet({ doc, root, file }: Sheet): Promise<Buffer> {
  root.end();
  doc.end();
  return file;
}

function options(style: Style, width: number) {
  return {
    width,
    lineGap: style.lineGap ?? 0,
    characterSpacing: style.tracking ?? 0,
    ...(style.align && { align: style.align }),
  };
}

import type PDFDocument from 'pdfkit';
import type { StructureElement } from 'pdfkit';
import { ascentOf, chooseFont, fontRuns, mainFont, needsOtherFamilies } from './fonts.ts';
import type { Box, Sheet, Style } from './style.ts';
import { inVisualOrder } from './visual-order.ts';

/** A text in lines, at the size at which it fits. */
export interface SetText {
  readonly lines: readonly string[];
  readonly style: Style;
  /** From one line to the next, in points. */
  readonly leading: number;
  /** Of all lines. */
  readonly height: number;
}

/** The step between sizes to try, in points. */
const STEP = 0.5;

/**
 * Lays out a text at the largest size, from its style's down to `least`, at which it fits without splitting a word.
 * (pdfkit splits words at once, and between letters from different fonts.) A text that doesn't fit at `least` either is
 * split inside words, and may be higher than `room.height`. Keeps line breaks; ignores tracking.
 */
export function setText(
  doc: PDFDocument,
  text: string,
  style: Style,
  room: { readonly width: number; readonly height?: number },
  least: number = style.size,
): SetText {
  const pieces = piecesOf(doc, text, style);
  const widest = Math.max(...pieces.map(({ em }) => em));
  const perEm = lineHeight(doc, style) / style.size;
  for (let size = style.size; ; size = Math.max(least, size - STEP)) {
    const isLeast = size <= least;
    if (widest * size > room.width && !isLeast) continue;
    const lines = fillLines(doc, pieces, { ...style, size }, room.width);
    const leading = perEm * size + (style.lineGap ?? 0);
    const height = leading * lines.length;
    if (isLeast || height <= (room.height ?? Number.POSITIVE_INFINITY)) {
      return { lines, style: { ...style, size }, leading, height };
    }
  }
}

/** The lines that fit into the height, the last with an ellipsis if there are more. */
export function cutLines(set: SetText, height: number): SetText {
  const count = Math.max(1, Math.floor(height / set.leading));
  if (set.lines.length <= count) return set;
  const lines = set.lines.slice(0, count);
  lines.push(`${lettersOf(lines.pop()!).slice(0, -1).join('')}…`);
  return { ...set, lines, height: set.leading * count };
}

const kept = new Map<string, SetText>();

/**
 * The same for text common to many documents, in its style's size and cached. Not for names, whose number is unlimited.
 */
export function setFixedText(doc: PDFDocument, text: string, style: Style, width: number): SetText {
  const key = JSON.stringify([text, style, width]);
  const set = kept.get(key) ?? setText(doc, text, style, { width });
  kept.set(key, set);
  return set;
}

/** Writes the lines as one element of that type and returns the y below them. */
export function sayText(
  { doc }: Sheet,
  parent: StructureElement,
  type: string,
  set: SetText,
  at: Pick<Box, 'x' | 'y'>,
): number {
  const text = set.lines.join(' ');
  const draw = () => writeText(doc, set, at);
  // Some scripts are printed in a different order than they are read.
  parent.add(
    needsOtherFamilies(set.style.font, text)
      ? doc.struct(type, { actual: text }, draw)
      : doc.struct(type, draw),
  );
  return at.y + set.height;
}

export function writeText(
  doc: PDFDocument,
  { lines, style, leading }: SetText,
  { x, y }: Pick<Box, 'x' | 'y'>,
): void {
  doc.fontSize(style.size).fillColor(style.color);
  lines.forEach((line, index) => {
    writeLine(doc, withSpace(line), style, x, y + index * leading);
  });
}

/** The space at a line's end stays for copying the text. pdfkit lays out words together with the following space. */
function withSpace(text: string): string {
  return text.endsWith('-') ? text : `${text} `;
}

/** In points. */
function widthOf(doc: PDFDocument, text: string, style: Style): number {
  return fontRuns(style.font, text).reduce(
    (sum, { font, run }) => sum + chooseFont(doc, font).fontSize(style.size).widthOfString(run),
    0,
  );
}

/** What a line may end after. */
interface Piece {
  readonly text: string;
  /** The width at size 1. */
  readonly em: number;
  readonly followsSpace: boolean;
  /** After a line break of the text itself. */
  readonly startsLine: boolean;
}

function piecesOf(doc: PDFDocument, text: string, style: Style): Piece[] {
  const space = widthOf(doc, ' ', style);
  return text.split('\n').flatMap((line) =>
    line
      .trim()
      .split(/\s+/)
      .flatMap((word, place) =>
        word.split(/(?<=\p{L}-)(?=\p{L})/u).map((piece, index) => ({
          text: piece,
          em: (widthOf(doc, withSpace(piece), style) - (piece.endsWith('-') ? 0 : space)) / style.size,
          followsSpace: index === 0,
          startsLine: place === 0 && index === 0,
        })),
      ),
  );
}

function fillLines(doc: PDFDocument, pieces: readonly Piece[], style: Style, width: number): string[] {
  const space = widthOf(doc, ' ', style);
  const lines: string[] = [];
  let left = 0;
  for (const piece of pieces) {
    const between = piece.followsSpace ? space : 0;
    const needed = piece.em * style.size;
    if (!piece.startsLine && between + needed <= left) {
      lines.push(`${lines.pop()}${piece.followsSpace ? ' ' : ''}${piece.text}`);
      left -= between + needed;
      continue;
    }
    const parts = needed <= width ? [piece.text] : cutWord(doc, piece.text, style, width);
    lines.push(...parts);
    left = width - widthOf(doc, parts.at(-1)!, style);
  }
  return lines;
}

const LETTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Each with its marks: without its vowel sign, a word of some scripts is another word. */
function lettersOf(text: string): string[] {
  return Array.from(LETTERS.segment(text), ({ segment }) => segment);
}

/** Splits a word, as a last resort. Looks for the longest parts in halves, because measuring some scripts takes long. */
function cutWord(doc: PDFDocument, word: string, style: Style, width: number): string[] {
  const letters = lettersOf(word);
  const parts: string[] = [];
  for (let start = 0; start < letters.length; ) {
    const first = (count: number) => letters.slice(start, start + count).join('');
    let [fits, most] = [1, letters.length - start];
    while (fits < most) {
      const middle = Math.ceil((fits + most) / 2);
      if (widthOf(doc, first(middle), style) <= width) fits = middle;
      else most = middle - 1;
    }
    parts.push(first(fits));
    start += fits;
  }
  return parts;
}

function writeLine(doc: PDFDocument, line: string, style: Style, x: number, y: number): void {
  const baseline = -ascentOf(style.font) * style.size;
  let at = x;
  for (const { font, run } of inVisualOrder(fontRuns(style.font, line))) {
    chooseFont(doc, font).text(run, at, y, { lineBreak: false, baseline });
    at += doc.widthOfString(run);
  }
}

function lineHeight(doc: PDFDocument, style: Style): number {
  return chooseFont(doc, mainFont(style.font)).fontSize(style.size).currentLineHeight(true);
}

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font, type Glyph, type GlyphRun } from 'fontkit';
import type PDFDocument from 'pdfkit';
import { sfntFromWoff } from './sfnt-from-woff.ts';

// pdfkit embeds neither WOFF2 nor variable fonts, so these are static ones. The headings' family writes the text, too:
// the pages' text face slashes its zeros, and pdfkit cannot take one glyph from another font.
const WEIGHTS = { display: 700, text: 400, strong: 600 } as const;

export type FontName = keyof typeof WEIGHTS;

/** Each file has other letters. */
const SUBSETS = ['latin', 'latin-ext', 'vietnamese'] as const;

const VIETNAMESE = /^[\u1ea0-\u1ef1]/;
const EXTENDED = /^[\u0100-\u0130\u0132-\u0151\u0154-\u02ba\u1e00-\u1eff]/;

/** Letters that may need another file than the first; most texts have none. */
const BEYOND_LATIN = /[\u0100-\u1ef1]/;

/** What the first file has for sure. */
const PLAIN = /^[\s\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff]*$/;

/** Stands for words that cannot be printed. */
export const UNPRINTED = '…';

function fileOf(name: FontName, subset: (typeof SUBSETS)[number]): string {
  return `@fontsource/bricolage-grotesque/files/bricolage-grotesque-${subset}-${WEIGHTS[name]}-normal.woff`;
}

const { resolve } = createRequire(import.meta.url);
const kept = new Map<string, Font>();

/** Parsed once for all documents: pdfkit would parse the same bytes again for each. */
function read(file: string): Font {
  const font = kept.get(file) ?? keepWords(create(sfntFromWoff(readFileSync(resolve(file)))));
  kept.set(file, font);
  return font;
}

/** Several times the words that all documents have in common. */
const WORDS = 2_000;

/**
 * Sets each word once for all documents, which is a third of the work for one. Each word has glyphs of its own, because the
 * first use of one decides which letters it stands for when text is copied.
 */
function keepWords(font: Font): Font {
  const words = new Map<string, GlyphRun>();
  return Object.assign(Object.create(font) as Font, {
    getGlyph(id: number, codePoints?: readonly number[]): Glyph {
      return keepOutline(font.getGlyph(id, codePoints));
    },
    layout(word: string): GlyphRun {
      const run =
        words.get(word) ?? (Object.assign(Object.create(font), { _glyphs: {} }) as Font).layout(word);
      // What all documents say is soon back; names and codes, which fill it, never are.
      if (words.size >= WORDS) words.clear();
      words.set(word, run);
      // pdfkit scales the positions in place.
      const positions = run.positions.map((one) => ({ ...one }));
      return Object.assign(Object.create(run) as GlyphRun, { positions });
    },
  });
}

/** Cutting the letters of a document out of a font parses each of them, only to see whether it has parts. */
function keepOutline(glyph: Glyph): Glyph {
  if (Object.hasOwn(glyph, '_decode')) return glyph;
  const outline = glyph._decode();
  return Object.assign(glyph, { _decode: () => outline });
}

export function registerFonts(doc: PDFDocument): void {
  for (const name of Object.keys(WEIGHTS) as FontName[]) {
    for (const subset of SUBSETS) doc.registerFont(fileOf(name, subset), read(fileOf(name, subset)));
  }
}

/** The text in runs that each need one registered font. */
export function fontRuns(name: FontName, text: string): { font: string; run: string }[] {
  const letters = printable(name, text);
  if (!BEYOND_LATIN.test(letters)) return [{ font: fileOf(name, 'latin'), run: letters }];
  const runs: { font: string; run: string }[] = [];
  for (const letter of letters) {
    const font = fileOf(name, subsetOf(letter));
    const last = runs.at(-1);
    if (last?.font === font) last.run += letter;
    else runs.push({ font, run: letter });
  }
  return runs;
}

/** Whether the fonts have all its letters. */
export function canWrite(name: FontName, text: string): boolean {
  return printable(name, text) === written(text);
}

/**
 * The text as it is printed: words with letters that the fonts lack, such as Greek, Arabic or Chinese ones, become an ellipsis
 * instead of boxes. Signs that they lack, such as emoji, are left out.
 */
export function printable(name: FontName, text: string): string {
  const letters = written(text);
  if (PLAIN.test(letters)) return letters;
  const words = letters.split(/(\s+)/).map((part) => printableWord(name, part));
  const isWhole = words.join('') === letters;
  return isWhole
    ? letters
    : words
        .join('')
        .replaceAll(/…(\s+…)+/g, UNPRINTED)
        .replaceAll(/ {2,}/g, ' ')
        .trim();
}

function printableWord(name: FontName, word: string): string {
  const has = (letter: string) =>
    /\s/.test(letter) || read(fileOf(name, subsetOf(letter))).hasGlyphForCodePoint(letter.codePointAt(0)!);
  const lacked = [...word].filter((letter) => !has(letter));
  if (lacked.some((letter) => /[\p{L}\p{M}\p{N}]/u.test(letter) && !isSelector(letter))) return UNPRINTED;
  return [...word].filter(has).join('');
}

/** Says how the sign before it looks; a mark to Unicode, though no letter's. */
function isSelector(letter: string): boolean {
  return /[\ufe00-\ufe0f\u20e3]/.test(letter);
}

/** Romanian has a comma below; older keyboards type a cedilla, which the fonts lack. */
function written(text: string): string {
  return text.normalize('NFC').replaceAll('\u0162', '\u021a').replaceAll('\u0163', '\u021b');
}

function subsetOf(letter: string): (typeof SUBSETS)[number] {
  if (VIETNAMESE.test(letter)) return 'vietnamese';
  return EXTENDED.test(letter) ? 'latin-ext' : 'latin';
}

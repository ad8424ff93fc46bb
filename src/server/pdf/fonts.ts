import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { create, type Font, type Glyph, type GlyphRun } from 'fontkit';
import type PDFDocument from 'pdfkit';
import { filesFor } from './more-scripts.ts';
import { sfntFromWoff } from './sfnt-from-woff.ts';
import type { FontName } from './style.ts';

// pdfkit embeds neither WOFF2 nor variable fonts, so these are static ones. The headings' family writes the text, too:
// the pages' text face slashes its zeros, and pdfkit cannot take one glyph from another font.
const WEIGHTS: Readonly<Record<FontName, number>> = { display: 700, text: 400, strong: 600 };

const FAMILY = 'bricolage-grotesque';

/** Each file covers different letters. */
const SUBSETS = ['latin', 'latin-ext', 'vietnamese'] as const;

const VIETNAMESE = /^[\u1ea0-\u1ef1]/;
const EXTENDED = /^[\u0100-\u0130\u0132-\u0151\u0154-\u02ba\u1e00-\u1eff]/;

/** What other families are asked for. Signs, such as emoji, are left out where the first family lacks them. */
const OF_SCRIPTS = /[\p{L}\p{M}\p{N}\p{P}№]/u;

/** Characters that belong to the preceding letter: marks and joiners. */
const CLINGS = /[\p{M}\u200c\u200d]/u;

/** Characters certain to be in the first file, which is all that most texts need. */
const PLAIN = /^[\s\u0020-\u007e\u00a1-\u00ac\u00ae-\u00ff–—‘’“”•…−]*$/;

/** Replaces words that can't be printed. */
export const UNPRINTED = '…';

function fileOf(name: FontName, subset: (typeof SUBSETS)[number]): string {
  return `@fontsource/${FAMILY}/files/${FAMILY}-${subset}-${WEIGHTS[name]}-normal.woff`;
}

const { resolve } = createRequire(import.meta.url);
const kept = new Map<string, Font>();

/** Parsed once for all documents: pdfkit would parse the same bytes again for each. */
function read(file: string): Font {
  const font = kept.get(file) ?? keepWords(create(sfntFromWoff(readFileSync(resolve(file)))));
  kept.set(file, font);
  return font;
}

/** For the dots of Arabic letters, which are separate glyphs, so that copied text has no extra characters. */
const PART_OF_LETTER = [0x200d];

/** Several times the number of words common to all documents. */
const WORDS = 2_000;

/**
 * Lays out each word once for all documents, which is a third of a document's work. Each word gets its own glyphs,
 * because a glyph's first use decides which letters it copies as.
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
      // Common words soon return to the cache; names and codes, which fill it, don't.
      if (words.size >= WORDS) words.clear();
      words.set(word, run);
      for (const glyph of run.glyphs) if (glyph.codePoints.length === 0) glyph.codePoints = PART_OF_LETTER;
      // pdfkit scales the positions in place.
      const positions = run.positions.map((one) => ({ ...one }));
      return Object.assign(Object.create(run) as GlyphRun, { positions });
    },
  });
}

/** Subsetting a font parses each glyph, only to see whether it is composite. */
function keepOutline(glyph: Glyph): Glyph {
  if (Object.hasOwn(glyph, '_decode')) return glyph;
  const outline = glyph._decode();
  return Object.assign(glyph, { _decode: () => outline });
}

/** Switches to this font. */
export function chooseFont(doc: PDFDocument, font: string): PDFDocument {
  return doc.registerFont(font, read(font)).font(font);
}

/** The font that sets a line's height and baseline, whatever other fonts the line uses. */
export function mainFont(name: FontName): string {
  return fileOf(name, 'latin');
}

/** From the top of a line to its baseline at size 1. */
export function ascentOf(name: FontName): number {
  const { ascent, unitsPerEm } = read(mainFont(name));
  return ascent / unitsPerEm;
}

/** A part of a text that one font has all letters of. */
export interface FontRun {
  readonly font: string;
  readonly run: string;
}

/** The text in runs that each need one font. */
export function fontRuns(name: FontName, text: string): FontRun[] {
  const letters = printable(name, text);
  if (PLAIN.test(letters)) return [{ font: mainFont(name), run: letters }];
  const runs: { font: string; run: string }[] = [];
  for (const { letter, font = mainFont(name) } of fontsOf(name, letters)) {
    const last = runs.at(-1);
    if (last?.font === font) last.run += letter;
    else runs.push({ font, run: letter });
  }
  return runs;
}

/** Whether it has letters that the first family lacks. Their lines are for `setText`: pdfkit would set each font's on its own. */
export function needsOtherFamilies(name: FontName, text: string): boolean {
  return !PLAIN.test(text) && fontRuns(name, text).some(({ font }) => !font.includes(FAMILY));
}

/** Whether the fonts have all its letters. Missing symbols are no loss, unless nothing else is left. */
export function canWrite(name: FontName, text: string): boolean {
  const letters = written(text);
  if (PLAIN.test(letters)) return true;
  return !fontsOf(name, letters).some(isLackedLetter) && printable(name, text) !== '';
}

/**
 * The text as printed: words with letters that all fonts lack become an ellipsis instead of boxes. Missing symbols,
 * such as emoji, are dropped.
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
  const letters = fontsOf(name, word);
  if (letters.some(isLackedLetter)) return UNPRINTED;
  return letters
    .filter(({ font }) => font)
    .map(({ letter }) => letter)
    .join('');
}

function isLackedLetter({ letter, font }: Letter): boolean {
  return !font && /[\p{L}\p{M}\p{N}]/u.test(letter) && !isSelector(letter);
}

interface Letter {
  readonly letter: string;
  /** Undefined if none has it. */
  readonly font: string | undefined;
}

function fontsOf(name: FontName, text: string): Letter[] {
  const letters: Letter[] = [];
  for (const letter of text) {
    const before = CLINGS.test(letter) ? letters.at(-1)?.font : undefined;
    letters.push({ letter, font: before && has(before, letter) ? before : fontWith(name, letter) });
  }
  return letters;
}

const found = new Map<string, string | undefined>();

function fontWith(name: FontName, letter: string): string | undefined {
  const first = fileOf(name, subsetOf(letter));
  if (/\s/.test(letter) || has(first, letter)) return first;
  if (!OF_SCRIPTS.test(letter)) return;
  const key = `${name} ${letter}`;
  if (!found.has(key)) {
    found.set(
      key,
      filesFor(name, letter.codePointAt(0)!).find((font) => has(font, letter)),
    );
  }
  return found.get(key);
}

function has(font: string, letter: string): boolean {
  return read(font).hasGlyphForCodePoint(letter.codePointAt(0)!);
}

/** Variation selectors style the preceding character; Unicode classifies them as marks. */
function isSelector(letter: string): boolean {
  return /[\ufe00-\ufe0f\u20e3]/.test(letter);
}

/** Romanian has a comma below; older keyboards type a cedilla, which the fonts lack, as they lack Japan's middle dot. */
function written(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll('\u0162', '\u021a')
    .replaceAll('\u0163', '\u021b')
    .replaceAll('\u30fb', '\u00b7');
}

function subsetOf(letter: string): (typeof SUBSETS)[number] {
  if (VIETNAMESE.test(letter)) return 'vietnamese';
  return EXTENDED.test(letter) ? 'latin-ext' : 'latin';
}

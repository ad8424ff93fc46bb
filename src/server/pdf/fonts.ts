import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type PDFDocument from 'pdfkit';
import { sfntFromWoff } from './sfnt-from-woff.ts';

// pdfkit embeds neither WOFF2 nor variable fonts, so these are static ones. The first of each has the letters of
// Western Europe, the second only the rest of the Latin alphabet.
const FILES = {
  display: [
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff',
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-ext-700-normal.woff',
  ],
  text: [
    '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-400-normal.woff',
    '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-400-normal.woff',
  ],
  strong: [
    '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-600-normal.woff',
    '@fontsource/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-600-normal.woff',
  ],
} as const;

export type FontName = keyof typeof FILES;

/** The letters in the second file of each. */
const MORE_LETTERS = /([\u0100-\u0130\u0132-\u0151\u0154-\u02ba\u1e00-\u1eff]+)/;

const { resolve } = createRequire(import.meta.url);
const kept = new Map<string, Buffer>();

function read(file: string): Buffer {
  const font = kept.get(file) ?? sfntFromWoff(readFileSync(resolve(file)));
  kept.set(file, font);
  return font;
}

/** Every document starts with one. */
export function plainFont(): Buffer {
  return read(FILES.text[0]);
}

export function registerFonts(doc: PDFDocument): void {
  for (const files of Object.values(FILES)) {
    for (const file of files) doc.registerFont(file, read(file));
  }
}

/** The text in runs that each need one registered font. */
export function fontRuns(name: FontName, text: string): { font: string; run: string }[] {
  return (
    text
      .normalize('NFC')
      // Every second run is other letters; the first may be empty.
      .split(MORE_LETTERS)
      .map((run, index) => ({ font: FILES[name][index % 2]!, run }))
  );
}

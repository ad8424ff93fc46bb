/// <reference path="./fontkit.d.ts" />

import { createRequire } from 'node:module';
import { openSync } from 'fontkit';
import { num } from './svg.ts';

const { resolve } = createRequire(import.meta.url);
const font = openSync(
  resolve('@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff'),
);

interface Setting {
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly size: number;
  readonly fill: string;
  /** Added after each letter, as a fraction of the size. */
  readonly tracking?: number;
}

/** Letter spacing of headlines, in ems. */
const TRACKING = -0.015;

/** One line of text as shapes, so that it looks the same where the font is not installed. */
export function lettering(text: string, { x, y, size, fill, tracking = TRACKING }: Setting): string {
  const scale = size / font.unitsPerEm;
  const { glyphs, positions } = font.layout(drawable(text));
  let pen = 0;
  const shapes = glyphs.map(({ path }, index) => {
    const { xAdvance, xOffset, yOffset } = positions[index]!;
    const at = pen + xOffset;
    pen += xAdvance + tracking * font.unitsPerEm;
    const outline = path.toSVG();
    return outline && `<path transform="translate(${num(at)} ${num(yOffset)})" d="${outline}"/>`;
  });
  // In a font, y points up.
  const place = `translate(${num(x)} ${num(y)}) scale(${scale} ${-scale})`;
  return `<g fill="${fill}" transform="${place}">${shapes.join('')}</g>`;
}

/** The width of a line in picture units. */
export function lineWidth(text: string, size: number): number {
  const { positions, advanceWidth } = font.layout(drawable(text));
  return (advanceWidth / font.unitsPerEm + positions.length * TRACKING) * size;
}

/** Breaks a text into lines no wider than `width`; a longer word keeps a line of its own. */
export function breakLines(text: string, size: number, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && lineWidth(longer, size) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A letter that the font lacks loses its accent, or becomes a gap. */
function drawable(text: string): string {
  const letters = [...text].map((letter) => [letter, letter.normalize('NFD')[0]!].find(isInFont) ?? ' ');
  return letters.join('');
}

function isInFont(letter: string): boolean {
  return font.hasGlyphForCodePoint(letter.codePointAt(0)!);
}

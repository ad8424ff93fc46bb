import { num } from '../svg.ts';
import font from './bricolage-bold.json' with { type: 'json' };

interface Glyph {
  readonly advance: number;
  readonly outline: string;
}

const glyphs: Readonly<Record<string, Glyph>> = font.glyphs;
const kerning: Readonly<Record<string, number>> = font.kerning;

interface Setting {
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly size: number;
  readonly fill: string;
  /** Added after each letter, as a fraction of the size. */
  readonly tracking?: number;
}

/** One line of text as shapes, so that it looks the same where the font is not installed. */
export function lettering(text: string, { x, y, size, fill, tracking = -0.015 }: Setting): string {
  const scale = size / font.unitsPerEm;
  let pen = 0;
  const shapes = [...text].map((letter, index, letters) => {
    const at = pen;
    pen += advance(letter, letters[index + 1], tracking);
    const { outline } = glyphOf(letter);
    return outline && `<path transform="translate(${num(at)} 0)" d="${outline}"/>`;
  });
  return `<g fill="${fill}" transform="translate(${num(x)} ${num(y)}) scale(${scale})">${shapes.join('')}</g>`;
}

/** The width of a line in picture units. */
export function lineWidth(text: string, size: number, tracking = -0.015): number {
  const letters = [...text];
  const units = letters.reduce(
    (sum, letter, index) => sum + advance(letter, letters[index + 1], tracking),
    0,
  );
  return (units * size) / font.unitsPerEm;
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

function advance(letter: string, next: string | undefined, tracking: number): number {
  return glyphOf(letter).advance + (kerning[letter + (next ?? '')] ?? 0) + tracking * font.unitsPerEm;
}

/** A letter outside the set is drawn without its accent, or left out as a gap. */
function glyphOf(letter: string): Glyph {
  return glyphs[letter] ?? glyphs[letter.normalize('NFD')[0] ?? ' '] ?? { advance: 300, outline: '' };
}

/** The part of fontkit that draws letters; it has no types. */
declare module 'fontkit' {
  interface DrawnFont {
    readonly unitsPerEm: number;
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): DrawnLine;
  }

  interface DrawnLine {
    readonly glyphs: readonly { readonly path: { toSVG(): string } }[];
    readonly positions: readonly Readonly<Record<'xAdvance' | 'xOffset' | 'yOffset', number>>[];
    readonly advanceWidth: number;
  }

  export function openSync(file: string): DrawnFont;
}

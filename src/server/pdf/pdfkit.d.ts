/** The part of pdfkit that our documents use. The package has no types, and the published ones lack PDF/UA. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream';
  import type { Font } from 'fontkit';

  type Child = StructureElement | (() => void);

  export interface StructureElement {
    add(child: Child): StructureElement;
    end(): void;
  }

  export interface StructureOptions {
    /** Read aloud in place of a picture. */
    readonly alt?: string;
    /** Read aloud and copied in place of what is drawn. */
    readonly actual?: string;
    /** The picture's place: left, top, right, bottom. */
    readonly bbox?: readonly [number, number, number, number];
    readonly placement?: 'Block';
  }

  export interface TextOptions {
    /** Wraps lines at this width, unless `lineBreak` is false. */
    readonly width?: number;
    readonly lineBreak?: false;
    /** Minus the distance of the baseline from y, in points. The font's own ascent unless given. */
    readonly baseline?: number;
    readonly lineGap?: number;
    readonly characterSpacing?: number;
    readonly align?: 'right';
    /** The next text continues the same paragraph. */
    readonly continued?: boolean;
  }

  export interface DocumentOptions {
    readonly size: readonly [width: number, height: number];
    readonly margin: number;
    readonly bufferPages: boolean;
    readonly pdfVersion: '1.7';
    readonly subset: 'PDF/UA';
    readonly tagged: boolean;
    readonly displayTitle: boolean;
    readonly lang: string;
    readonly font: null;
    readonly info: Readonly<Record<'Title' | 'Author' | 'Subject', string> & Record<'CreationDate', Date>>;
  }

  export default class PDFDocument extends Readable {
    constructor(options: DocumentOptions);
    /** The current page's size, in points. */
    readonly page: { readonly width: number; readonly height: number };
    addPage(): this;
    bufferedPageRange(): { readonly start: number; readonly count: number };
    switchToPage(page: number): this;
    end(): void;

    struct(type: string, children?: Child | readonly Child[]): StructureElement;
    struct(type: string, options: StructureOptions, children: Child): StructureElement;
    addStructure(element: StructureElement): this;
    markContent(tag: 'Artifact', options: { readonly type: 'Layout' | 'Pagination' }): this;
    endMarkedContent(): this;

    registerFont(name: string, font: Font): this;
    font(name: string): this;
    fontSize(size: number): this;
    text(text: string, x: number, y: number, options: TextOptions): this;
    text(text: string, options: TextOptions): this;
    heightOfString(text: string, options: TextOptions): number;
    widthOfString(text: string, options?: TextOptions): number;
    currentLineHeight(includeGap?: true): number;
    /** `Contents` must be a String object: pdfkit writes plain strings as names. */
    link(
      x: number,
      y: number,
      width: number,
      height: number,
      url: string,
      options: { readonly structParent: StructureElement; readonly Contents: object },
    ): this;

    save(): this;
    restore(): this;
    translate(x: number, y: number): this;
    scale(factor: number): this;
    rect(x: number, y: number, width: number, height: number): this;
    roundedRect(x: number, y: number, width: number, height: number, radius: number): this;
    circle(x: number, y: number, radius: number): this;
    path(d: string): this;
    clip(): this;
    lineWidth(width: number): this;
    lineCap(cap: 'round'): this;
    fillColor(color: string): this;
    fill(color: string): this;
    stroke(color: string): this;
  }
}

/** The part of fontkit that we use ourselves; it has no types. */
declare module 'fontkit' {
  /** A parsed font, which pdfkit takes in place of a file's bytes. */
  export interface Font {
    readonly postscriptName: string;
    readonly ascent: number;
    readonly unitsPerEm: number;
    layout(text: string): GlyphRun;
    getGlyph(id: number, codePoints?: readonly number[]): Glyph;
    hasGlyphForCodePoint(codePoint: number): boolean;
  }

  export interface Glyph {
    /** What it stands for when text is copied. */
    codePoints: readonly number[];
    /** Parses its outline. */
    _decode(): unknown;
  }

  /** Text as glyphs and their positions. */
  export interface GlyphRun {
    readonly glyphs: readonly Glyph[];
    readonly positions: readonly object[];
  }

  export function create(file: Buffer): Font;
}

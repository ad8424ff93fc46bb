import type PDFDocument from 'pdfkit';
import type { StructureElement } from 'pdfkit';

/** A weight of the text, in whichever family has its letters. */
export type FontName = 'display' | 'text' | 'strong';

export interface Style {
  readonly font: FontName;
  readonly size: number;
  readonly color: string;
  readonly lineGap?: number;
  readonly tracking?: number;
  readonly align?: 'right';
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** A document being drawn: text goes into the structure that screen readers follow, the rest is ornament. */
export interface Sheet {
  readonly doc: PDFDocument;
  /** The element that the page's next text goes into. */
  readonly root: StructureElement;
  /** Done once the sheet is closed. */
  readonly file: Promise<Buffer>;
}

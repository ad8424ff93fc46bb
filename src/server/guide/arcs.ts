import type PDFDocument from 'pdfkit';
import { paint } from '#content/art/palette.ts';
import { wave } from '#content/art/svg.ts';
import { PAGE } from '../pdf/sheet.ts';

/** The sun's x; there is room for text to its left. */
const SUN = 500;

/** The sunrise over the harbor, as wide as the page, from the top down to `height`. */
export function drawSunrise(doc: PDFDocument, height: number): void {
  const water = height - 44;
  doc.rect(0, 0, PAGE.width, height).fill(paint.ink);
  doc.save().rect(0, 0, PAGE.width, water).clip();
  const suns = [
    [236, paint.tide],
    [180, paint.harbor],
    [132, paint.lilac],
    [90, paint.dawn],
    [50, paint.beacon],
  ] as const;
  for (const [radius, color] of suns) doc.circle(SUN, water, radius).fill(color);
  doc.restore();
  doc.save().rect(0, water, PAGE.width, 44).clip();
  doc.lineCap('round').lineWidth(2);
  doc.path(wave(SUN - 585, PAGE.width + 60, water + 15, 90, 5)).stroke(paint.sea);
  doc.path(wave(-20, PAGE.width + 60, water + 31, 90, 5)).stroke(paint.harbor);
  doc.path(wave(SUN - 45, SUN + 45, water + 15, 90, 5)).stroke(paint.beacon);
  doc.restore();
}

/** Quarter circles in the upper right corner of a page. */
export function drawCorner(doc: PDFDocument): void {
  for (const [radius, color] of [
    [96, paint.foam],
    [66, paint.lilac],
    [36, paint.dawn],
    [16, paint.beacon],
  ] as const) {
    doc.circle(PAGE.width, 0, radius).fill(color);
  }
}

/** A half disc standing on `y`: the bullet of lists, and the marker on the time rail. */
export function drawDome(doc: PDFDocument, x: number, y: number, radius: number, color: string): void {
  doc.path(`M${x - radius} ${y}a${radius} ${radius} 0 0 1 ${2 * radius} 0Z`).fill(color);
}

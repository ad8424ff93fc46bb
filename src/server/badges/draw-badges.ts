import type PDFDocument from 'pdfkit';
import { paint } from '#content/art/palette.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { fullName } from '#domain/attendee.ts';
import type { BadgeSheet } from '#domain/badges.ts';
import type { Track } from '#domain/packages.ts';
import { canWrite } from '../pdf/fonts.ts';
import { cutLines, type SetText, setFixedText, setText, writeText } from '../pdf/lines.ts';
import { pauses } from '../pdf/pauses.ts';
import { closeSheet, openSheet, ornament } from '../pdf/sheet.ts';
import type { Sheet } from '../pdf/style.ts';
import { qrPath } from '../tickets/qr-image.ts';

export interface Badge {
  readonly firstName: string;
  readonly lastName: string;
  readonly organization: string | null;
  readonly track: Track | null;
  /** The content of the QR code. */
  readonly token: string;
}

export interface BadgeTexts {
  readonly title: string;
  readonly event: string;
  readonly host: string;
  readonly createdAt: Date;
}

const POINTS = 72 / 25.4;

/** In points, like everything below. */
const PADDING = 3 * POINTS;
const BAND = 17;
/** The code's modules; a sixth of its width stays white on each side. */
const CODE = 18 * POINTS;
const QUIET = (CODE * 4) / 25;
const GAP = 7;

/** The colors also differ in lightness, and the track's name is always next to them. */
const BANDS: Record<Track | 'none', { readonly band: string; readonly ink: string }> = {
  caregivers: { band: paint.beacon, ink: paint.ink },
  professionals: { band: paint.harbor, ink: paint.white },
  none: { band: paint.mist, ink: paint.ink },
};

const name = { font: 'display', size: 34, color: paint.ink } as const;
const LEAST_NAME = 8;
const organization = { font: 'text', size: 11, color: paint.ink } as const;
const LEAST_ORGANIZATION = 7;

/** Pages of badges, each filled with as many as the sheet holds. */
export async function drawBadges(
  texts: BadgeTexts,
  sheetOfLabels: BadgeSheet,
  badges: readonly Badge[],
): Promise<Buffer> {
  const [width, height] = sheetOfLabels.page;
  const sheet = openSheet(
    { title: texts.title, author: texts.host, subject: texts.event, createdAt: texts.createdAt },
    { size: [width * POINTS, height * POINTS] },
  );
  const pause = pauses();
  const perPage = sheetOfLabels.columns * sheetOfLabels.rows;
  for (const [index, badge] of badges.entries()) {
    await pause();
    if (index > 0 && index % perPage === 0) sheet.doc.addPage();
    drawBadge(sheet, texts, badge, placeOf(sheetOfLabels, index % perPage));
  }
  return closeSheet(sheet);
}

/** Names that can only be written by hand. */
export function isByHand(badge: Pick<Badge, 'firstName' | 'lastName'>): boolean {
  return !canWrite(name.font, fullName(badge));
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Row by row, within the padding. */
function placeOf({ badge, columns, first, step }: BadgeSheet, index: number): Place {
  const [column, row] = [index % columns, Math.floor(index / columns)];
  return {
    x: (first[0] + column * step[0]) * POINTS + PADDING,
    y: (first[1] + row * step[1]) * POINTS + PADDING,
    width: badge[0] * POINTS - 2 * PADDING,
    height: badge[1] * POINTS - 2 * PADDING,
  };
}

function drawBadge(sheet: Sheet, texts: BadgeTexts, badge: Badge, place: Place): void {
  const { doc } = sheet;
  const look = BANDS[badge.track ?? 'none'];
  ornament(sheet, () => {
    doc.roundedRect(place.x, place.y, place.width, BAND, 4).fill(look.band);
    drawCode(doc, badge.token, place);
  });
  sheet.root.add(
    doc.struct('P', () => {
      drawBand(doc, texts.event, badge.track && TRACK_NAMES[badge.track], look.ink, place);
      drawName(doc, badge, place);
    }),
  );
}

/** The track on the left, and the event where there is room. */
function drawBand(doc: PDFDocument, event: string, track: string | null, ink: string, place: Place): void {
  const inner = { x: place.x + 7, width: place.width - 14 };
  const bold = { font: 'strong', size: 11, color: ink } as const;
  const left = setFixedText(doc, track ?? event, bold, inner.width);
  writeText(doc, cutLines(left, left.leading), { x: inner.x, y: middle(left, place.y, BAND) });
}

/** Beside the code or above it, whichever allows the larger name. The organization is at the bottom. */
function drawName(doc: PDFDocument, badge: Badge, place: Place): void {
  const top = place.y + BAND + GAP;
  const bottom = place.y + place.height;
  const narrow = place.width - CODE - QUIET;
  const below = cutLines(
    setText(doc, badge.organization ?? '', organization, { width: narrow, height: 26 }, LEAST_ORGANIZATION),
    27,
  );
  const footer = badge.organization ? below.height + 3 : 0;
  const rooms = [
    { width: narrow, height: bottom - top - footer },
    { width: place.width, height: bottom - top - CODE - QUIET },
  ];
  if (isByHand(badge)) drawLine(doc, place.x, top + rooms[0]!.height - 6, narrow);
  else {
    const [set] = rooms
      .map((room) =>
        cutLines(setText(doc, `${badge.firstName}\n${badge.lastName}`, name, room, LEAST_NAME), room.height),
      )
      .toSorted((one, other) => other.style.size - one.style.size);
    writeText(doc, set!, { x: place.x, y: top });
  }
  if (badge.organization) writeText(doc, below, { x: place.x, y: bottom - below.height });
}

/** The line to write the name on. */
function drawLine(doc: PDFDocument, x: number, y: number, width: number): void {
  doc.rect(x, y, width, 0.8).fill(paint.ink);
}

function drawCode(doc: PDFDocument, token: string, place: Place): void {
  const { path, side } = qrPath(token);
  const all = CODE + 2 * QUIET;
  doc
    .save()
    .translate(place.x + place.width - CODE - QUIET, place.y + place.height - CODE - QUIET)
    .scale(all / side)
    .lineWidth(1)
    .path(path)
    .stroke('#000000')
    .restore();
}

function middle({ leading }: SetText, y: number, height: number): number {
  return y + (height - leading) / 2;
}

import type { StructureElement } from 'pdfkit';
import { paint } from '#content/art/palette.ts';
import { DOOR_LIST_WORDS as words } from '#contract/words/door-paper.ts';
import { type Day, formatDay } from '#domain/calendar.ts';
import type { Track } from '#domain/packages.ts';
import { canWrite } from '../pdf/fonts.ts';
import { pauses } from '../pdf/pauses.ts';
import {
  closeSheet,
  heightOf,
  openSheet,
  ornament,
  PAGE,
  say,
  styles,
  WIDTH,
  within,
  write,
} from '../pdf/sheet.ts';
import type { Box, Sheet } from '../pdf/style.ts';
import { letterRange } from './letter-range.ts';

export interface DoorListRow {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  /** The order's. */
  readonly number: string;
  readonly organization: string | null;
  readonly packageLabel: string;
  readonly track: Track | null;
  readonly shortCode: string;
  /** Days on which the ticket is valid. */
  readonly days: readonly Day[];
  /** Days on which the person has been admitted. */
  readonly inOn: readonly Day[];
}

export interface TeamWithSeats {
  readonly name: string;
  readonly number: string;
  readonly freeSeats: number;
  /** Days on which the team's tickets are valid. */
  readonly days: readonly Day[];
}

export interface DoorListTexts {
  readonly event: string;
  readonly host: string;
  /** Each gets a column of boxes. */
  readonly days: readonly Day[];
  /** For people to read. */
  readonly asOf: string;
  readonly createdAt: Date;
  readonly people: readonly DoorListRow[];
  readonly teams: readonly TeamWithSeats[];
}

const BOX = 12;
const BOX_COLUMN = 40;
const CODE_COLUMN = 52;
const GAP = 10;
const HEAD = 64;
const ROW_PADDING = 8;
const LINE = 24;
const FOOT_Y = 744;

const codeStyle = { ...styles.strong, size: 12 } as const;
const small = { ...styles.small, lineGap: 1 } as const;
const headStyle = { ...small, font: 'strong' } as const;
const onRight = { ...small, align: 'right' } as const;

/** Sheets for a door without a network: alphabetical, with a checkbox per day. */
export async function drawDoorList(texts: DoorListTexts): Promise<Buffer> {
  const sheet = openSheet({
    title: `${words.title} - ${texts.event}`,
    author: texts.host,
    subject: texts.asOf,
    createdAt: texts.createdAt,
  });
  const pause = pauses();
  const people = await intoPages(texts.people, (one) => heightOfRow(sheet, texts, one), pause);
  const seats = await intoPages(
    seatLines(texts),
    (line, isFirst) => heightOfLine(sheet, line, isFirst),
    pause,
  );
  const pages = [
    ...(people.length > 0
      ? people.map((page) => () => drawPage(sheet, texts, page))
      : [() => say(sheet, sheet.root, 'P', words.nobody, styles.text, at(PAGE.left, PAGE.top, WIDTH))]),
    ...seats.map((page) => () => drawFreeSeats(sheet, texts, page)),
  ];
  for (const [index, draw] of pages.entries()) {
    await pause();
    if (index > 0) sheet.doc.addPage();
    draw();
    drawFoot(sheet, words.page(index + 1, pages.length));
  }
  return closeSheet(sheet);
}

/** Fills each page with whole rows. `isFirst`: the row starts a page. */
async function intoPages<T>(
  rows: readonly T[],
  heightOfOne: (row: T, isFirst: boolean) => number,
  pause: () => Promise<void>,
): Promise<T[][]> {
  const pages: T[][] = [];
  let left = 0;
  for (const row of rows) {
    await pause();
    const isFirst = pages.length === 0 || heightOfOne(row, false) > left;
    if (isFirst) {
      pages.push([]);
      left = PAGE.bottom - PAGE.top - HEAD;
    }
    pages.at(-1)!.push(row);
    left -= heightOfOne(row, isFirst);
  }
  return pages;
}

function columnsOf({ days }: DoorListTexts) {
  const codeX = PAGE.left + days.length * BOX_COLUMN;
  const nameX = codeX + CODE_COLUMN + GAP;
  const rest = PAGE.right - nameX - 2 * GAP;
  const [name, organization] = [rest * 0.37, rest * 0.31];
  const ticket = rest - name - organization;
  return {
    boxes: days.map((day, index) => ({ day, x: PAGE.left + index * BOX_COLUMN })),
    code: { x: codeX, width: CODE_COLUMN },
    name: { x: nameX, width: name },
    organization: { x: nameX + name + GAP, width: organization },
    ticket: { x: nameX + name + organization + 2 * GAP, width: ticket },
  };
}

const nameOf = ({ firstName, lastName }: DoorListRow) => `${lastName}, ${firstName}`;
/** Goes below a name that the fonts can't write in full; without it, no one could find the person. */
const nameNoteOf = (one: DoorListRow) =>
  canWrite('strong', nameOf(one)) ? null : `${one.email}, ${one.number}`;
/** Drops the word that ends every label, because there is no room for it. */
const ticketOf = ({ packageLabel, track }: DoorListRow) =>
  [packageLabel.replace(/ Package$/, ''), ...(track ? [track] : [])].join(', ');

function heightOfRow({ doc }: Sheet, texts: DoorListTexts, one: DoorListRow): number {
  const columns = columnsOf(texts);
  const note = nameNoteOf(one);
  return (
    ROW_PADDING +
    Math.max(
      heightOf(doc, nameOf(one), styles.strong, columns.name.width) +
        (note ? heightOf(doc, note, small, columns.name.width) : 0),
      heightOf(doc, one.organization ?? '', small, columns.organization.width),
      heightOf(doc, ticketOf(one), small, columns.ticket.width),
    )
  );
}

function drawPage(sheet: Sheet, texts: DoorListTexts, people: readonly DoorListRow[]): void {
  const [first, last] = [people[0]!, people.at(-1)!];
  drawHead(sheet, texts, letterRange(first.lastName, last.lastName));
  within(sheet, sheet.root, 'Table', (table) => {
    drawColumnHeads(sheet, table, texts);
    people.reduce((y, one) => drawRow(sheet, table, texts, one, y), PAGE.top + HEAD);
  });
}

/** Returns where its text ends. */
function drawHead(sheet: Sheet, texts: DoorListTexts, title: string): number {
  say(sheet, sheet.root, 'H1', title, styles.heading, at(PAGE.left, PAGE.top - 12, WIDTH * 0.4));
  const right = at(PAGE.left + WIDTH * 0.4, PAGE.top - 8, WIDTH * 0.6);
  const y = say(sheet, sheet.root, 'P', `${words.title}, ${texts.event}`, onRight, right);
  return say(sheet, sheet.root, 'P', words.asOf(texts.asOf), onRight, { ...right, y });
}

function drawColumnHeads(sheet: Sheet, table: StructureElement, texts: DoorListTexts): void {
  const columns = columnsOf(texts);
  const y = PAGE.top + HEAD - 20;
  within(sheet, table, 'TR', (row) => {
    for (const { day, x } of columns.boxes)
      say(sheet, row, 'TH', formatDay(day, 'brief'), headStyle, at(x, y, BOX_COLUMN));
    for (const column of ['code', 'name', 'organization', 'ticket'] as const)
      say(sheet, row, 'TH', words[column], headStyle, { ...columns[column], y });
  });
}

function drawRow(
  sheet: Sheet,
  table: StructureElement,
  texts: DoorListTexts,
  one: DoorListRow,
  top: number,
): number {
  const columns = columnsOf(texts);
  const y = top + ROW_PADDING / 2;
  ornament(sheet, (doc) => doc.rect(PAGE.left, top, WIDTH, 0.6).fill('#9fb0b4'));
  within(sheet, table, 'TR', (row) => {
    for (const { day, x } of columns.boxes) {
      const isIn = one.inOn.includes(day);
      if (one.days.includes(day)) drawBox(sheet, x, y + 1, isIn);
      say(sheet, row, 'TD', isIn ? words.isIn : ' ', small, at(x + BOX + 4, y + 2, BOX_COLUMN - BOX - 4));
    }
    say(sheet, row, 'TD', one.shortCode, codeStyle, { ...columns.code, y });
    drawName(sheet, row, one, { ...columns.name, y });
    say(sheet, row, 'TD', one.organization ?? ' ', small, { ...columns.organization, y: y + 1 });
    say(sheet, row, 'TD', ticketOf(one), small, { ...columns.ticket, y: y + 1 });
  });
  return top + heightOfRow(sheet, texts, one);
}

function drawName(sheet: Sheet, row: StructureElement, one: DoorListRow, box: Box): void {
  const note = nameNoteOf(one);
  within(sheet, row, 'TD', (cell) => {
    const y = say(sheet, cell, 'P', nameOf(one), styles.strong, box);
    if (note) say(sheet, cell, 'P', note, small, { ...box, y });
  });
}

function drawBox(sheet: Sheet, x: number, y: number, isChecked: boolean): void {
  ornament(sheet, (doc) => {
    doc.lineWidth(1.2).rect(x, y, BOX, BOX).stroke(paint.ink);
    if (isChecked)
      doc
        .lineWidth(1.8)
        .path(`M${x + 2.5} ${y + 6}l3 3.5l4.5 -7`)
        .stroke(paint.ink);
  });
}

/** A line to write on for each unnamed seat. */
interface SeatLine {
  readonly team: TeamWithSeats;
  readonly isFirst: boolean;
}

const TEAM_WIDTH = 190;

function seatLines({ teams }: DoorListTexts): SeatLine[] {
  return teams.flatMap((team) =>
    Array.from({ length: team.freeSeats }, (_, index) => ({ team, isFirst: index === 0 })),
  );
}

/** A page repeats the team's name on its first line. */
function heightOfLine(sheet: Sheet, { team, isFirst }: SeatLine, startsPage: boolean): number {
  if (!isFirst && !startsPage) return LINE;
  return Math.max(LINE, heightOf(sheet.doc, team.name, styles.strong, TEAM_WIDTH) + 16 + ROW_PADDING);
}

function drawFreeSeats(sheet: Sheet, texts: DoorListTexts, lines: readonly SeatLine[]): void {
  const { boxes } = columnsOf(texts);
  const teamX = PAGE.left + boxes.length * BOX_COLUMN;
  const nameX = teamX + TEAM_WIDTH + GAP;
  const noteY = Math.max(drawHead(sheet, texts, words.freeSeats), PAGE.top + HEAD - 40);
  say(sheet, sheet.root, 'P', words.freeSeatsNote, small, at(PAGE.left, noteY, WIDTH));
  for (const { day, x } of boxes)
    say(sheet, sheet.root, 'P', formatDay(day, 'brief'), headStyle, at(x, PAGE.top + HEAD - 20, BOX_COLUMN));
  let y = PAGE.top + HEAD;
  for (const [index, line] of lines.entries()) {
    if (line.isFirst || index === 0) {
      ornament(sheet, (doc) => doc.rect(PAGE.left, y, WIDTH, 0.6).fill('#9fb0b4'));
      const under = say(sheet, sheet.root, 'P', line.team.name, styles.strong, at(teamX, y + 5, TEAM_WIDTH));
      const continued = line.isFirst ? [] : [words.continued];
      const seats = [line.team.number, words.seatsLeft(line.team.freeSeats), ...continued].join(', ');
      say(sheet, sheet.root, 'P', seats, small, at(teamX, under, TEAM_WIDTH));
    }
    for (const { day, x } of boxes) if (line.team.days.includes(day)) drawBox(sheet, x, y + 7, false);
    ornament(sheet, (doc) => doc.rect(nameX, y + LINE - 3, PAGE.right - nameX, 0.6).fill(paint.ink));
    y += heightOfLine(sheet, line, index === 0);
  }
}

function drawFoot(sheet: Sheet, page: string): void {
  ornament(
    sheet,
    (doc) => {
      write(doc, words.foot, small, at(PAGE.left, FOOT_Y, WIDTH * 0.75));
      write(doc, page, onRight, at(PAGE.left + WIDTH * 0.75, FOOT_Y, WIDTH / 4));
    },
    'Pagination',
  );
}

function at(x: number, y: number, width: number) {
  return { x, y, width };
}

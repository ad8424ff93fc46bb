import { getDocumentProxy } from 'unpdf';
import { expect, test } from 'vitest';
import { content } from '#content/content.ts';
import { CODE_BYTES, codeGroups, qrTokenFrom } from '#domain/codes.ts';
import type { EventType } from '#domain/packages.ts';
import type { Paper } from '#domain/paper.ts';
import { codesOf, structureOf, textOfPages } from '#test/read-pdf.ts';
import type { Context } from '../../context.ts';
import { makeTicketPdf, type TicketHolder } from './make-ticket-pdf.ts';

const contact = { phone: '(303) 555-0142', email: 'hello@example.org' };
const ctx = { content, settings: { contact }, now: new Date('2025-08-01T16:00:00Z') } as unknown as Context;
const token = (seed: number) =>
  qrTokenFrom(Uint8Array.from({ length: CODE_BYTES }, (_, index) => (index * 37 + seed * 91) % 256));
const jane: TicketHolder = { firstName: 'Jane', lastName: 'Sample', track: 'caregivers', token: token(1) };

const make = (
  people: readonly TicketHolder[],
  { eventType = 'conference', paper = 'letter' }: { eventType?: EventType; paper?: Paper } = {},
) => makeTicketPdf(ctx, { id: 42, eventType }, people, paper);

test('a ticket shows person, time, place, order, and how to use it', async () => {
  const { fileName, file } = await make([jane]);
  expect(fileName).toBe('digital-safety-summit-ticket.pdf');
  const pages = await textOfPages(file);
  expect(pages).toHaveLength(1);
  for (const words of [
    'Digital Safety Summit Jane Sample Conference Track: Caregivers',
    `${codeGroups(token(1)).join(' ')} Show this code at the door, on your phone or on paper.`,
    'When Digital Safety Summit Saturday, September 20, 2025 9:00 AM – 5:00 PM',
    'Doors and check-in from 8:00 AM Where Sturm Hall - Davis Auditorium University of Denver 2130 S High St, Denver, CO 80210',
    'Show the address on a map',
    'Registration ID DSS000042 Questions? hello@example.org, (303) 555-0142',
  ]) {
    expect(pages[0]).toContain(words);
  }
});

test('a training ticket has no track and no conference doors; a ticket for both has both days', async () => {
  const [training] = await textOfPages(
    (await make([{ ...jane, track: null }], { eventType: 'trainer' })).file,
  );
  expect(training).toContain('Jane Sample Training T');
  expect(training).not.toContain('Track');
  expect(training).not.toContain('Doors');
  const [both] = await textOfPages((await make([jane], { eventType: 'both' })).file);
  expect(both).toContain('Friday, September 19, 2025 9:00 AM');
  expect(both).toContain('Saturday, September 20, 2025 9:00 AM');
  expect(both).toContain('Doors and check-in from 8:00 AM on the conference day');
});

test('a scanner reads each code from its page, and it is at least 45 mm wide', async () => {
  const team = [1, 2, 3].map((seed) => ({ ...jane, firstName: `Jane ${seed}`, token: token(seed) }));
  const { fileName, file } = await make(team, { paper: 'a4' });
  expect(fileName).toBe('digital-safety-summit-tickets.pdf');
  const codes = await codesOf(file);
  expect(codes.map(({ page, text }) => [page, text])).toEqual([1, 2, 3].map((seed) => [seed, token(seed)]));
  expect(Math.min(...codes.map(({ millimeters }) => millimeters))).toBeGreaterThanOrEqual(45);
});

test.each([
  ['letter', [0, 0, 612, 792]],
  ['a4', [0, 0, 595.28, 841.89]],
] as const)('a page has the size of %s paper', async (paper, view) => {
  const document = await getDocumentProxy(Uint8Array.from((await make([jane], { paper })).file));
  expect((await document.getPage(1)).view).toEqual(view);
});

test('a screen reader hears the name as a heading and words in place of the QR code', async () => {
  const { file } = await make([jane]);
  const document = await getDocumentProxy(Uint8Array.from(file));
  const { info, metadata } = await document.getMetadata();
  expect((info as { Title: string }).Title).toBe('Ticket: Jane Sample - Digital Safety Summit');
  expect((info as { Language: string }).Language).toBe('en-US');
  expect(metadata!.getRaw()).toContain('pdfuaid:part');
  expect((await structureOf(file, 1)).join(' ')).toBe(
    'Root Document Sect P H1 P P Figure: QR code for Jane Sample’s ticket. The code is also printed below. ' +
      'P P H2 P P P P H2 P P P P Link P P',
  );
});

test('one ticket and ten are small enough to attach: at most 120 kB', async () => {
  const team = Array.from({ length: 10 }, (_, index) => ({
    ...jane,
    firstName: 'Żaneta Nguyễn',
    lastName: `Wojciechowska-Brzęczyszczykiewiczówna ${index}`,
    token: token(index),
  }));
  expect((await make([jane])).file.length).toBeLessThanOrEqual(120_000);
  expect((await make(team, { eventType: 'both' })).file.length).toBeLessThanOrEqual(120_000);
});

test.each([
  ['রহিম', 'খান', 'DSS000042 Some letters in'],
  ['রহিম', 'Smith', '… Smith Some letters in'],
])(
  'a name that the fonts lack, %s %s, is printed without boxes and with a note where to find it in full',
  async (firstName, lastName, says) => {
    const [page] = await textOfPages((await make([{ ...jane, firstName, lastName }])).file);
    expect(page).toContain(`Digital Safety Summit ${says} the name cannot be printed here.`);
  },
);

test.each([
  ['Ελένη', 'Παππά-Γεωργίου'],
  ['Мария', 'Щукина'],
  ['አበበ', 'ተስፋዬ'],
  ['김민준', '박서연'],
  ['王小明', '欧阳娜娜'],
  ['さくら', '佐藤'],
])('a name in another script, %s %s, is on the ticket in full', async (firstName, lastName) => {
  const [page] = await textOfPages((await make([{ ...jane, firstName, lastName }])).file);
  expect(page).toContain(`Digital Safety Summit ${firstName} ${lastName} Conference`);
});

test('the dots of Arabic letters, which are drawn on their own, add nothing to text that is copied', async () => {
  const [page] = await textOfPages((await make([{ ...jane, firstName: 'مريم', lastName: 'Smith' }])).file);
  expect(page!.replaceAll('\u200d', '')).toContain('Digital Safety Summit مريم');
});

test('a name from right to left has its first word on the right, and is one text to screen readers', async () => {
  const { file } = await make([{ ...jane, firstName: 'אברהם', lastName: 'כהן' }]);
  const document = await getDocumentProxy(Uint8Array.from(file));
  const { items } = await (await document.getPage(1)).getTextContent();
  const leftOf = (word: string) => {
    const item = items.find((one) => 'str' in one && one.str === word);
    return (item as { transform: number[] }).transform[4]!;
  };
  expect(leftOf('כהן')).toBeLessThan(leftOf('אברהם'));
  expect(file.includes(utf16('אברהם כהן'))).toBe(true);
});

test.each([
  ['accents of all kinds', 'Łucja Ștefănia', 'Nguyễn-Żółć'],
  ['the longest names that a form takes', 'W'.repeat(100), 'Ł'.repeat(100)],
])('%s appear in full, on one page', async (_, firstName, lastName) => {
  const pages = await textOfPages((await make([{ ...jane, firstName, lastName }])).file);
  expect(pages).toHaveLength(1);
  expect(pages[0]!.replaceAll(' ', '')).toContain(`${firstName}${lastName}`.replaceAll(' ', ''));
});

/** As PDF stores texts that are not ASCII. */
function utf16(text: string): Buffer {
  return Buffer.from(`\ufeff${text}`, 'utf16le').swap16();
}

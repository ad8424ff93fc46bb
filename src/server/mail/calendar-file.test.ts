import { expect, test } from 'vitest';
import { event } from '#content/event.ts';
import { calendarFile } from './calendar-file.ts';

const settings = {
  publicUrl: 'https://summit.example.org',
  contact: { email: 'hello@example.org', phone: '(303) 555-0100' },
};
const site = { content: { event }, settings };

test('a conference ticket is one entry, from 9 AM to 5 PM in Denver', () => {
  const file = calendarFile(site, { id: 42, eventType: 'conference' });
  expect(file.contentType).toBe('text/calendar; charset=utf-8; method=PUBLISH');
  expect(file.filename).toBe('digital-safety-summit.ics');
  const lines = unfold(file.content);
  expect(lines.filter((line) => line.startsWith('METHOD'))).toEqual(['METHOD:PUBLISH']);
  expect(times(lines)).toEqual([
    'UID:order-42-conference@summit.example.org',
    'DTSTART:20250920T150000Z',
    'DTEND:20250920T230000Z',
  ]);
  expect(lines).toContain(
    'LOCATION:Sturm Hall - Davis Auditorium\\, University of Denver\\, 2130 S High St\\, Denver\\, CO 80210',
  );
});

test('a trainer ticket for both days is two entries', () => {
  const lines = unfold(calendarFile(site, { id: 42, eventType: 'both' }).content);
  expect(times(lines)).toEqual([
    'UID:order-42-training@summit.example.org',
    'DTSTART:20250919T150000Z',
    'DTEND:20250919T230000Z',
    'UID:order-42-conference@summit.example.org',
    'DTSTART:20250920T150000Z',
    'DTEND:20250920T230000Z',
  ]);
  expect(lines.filter((line) => line.startsWith('SUMMARY'))).toEqual([
    'SUMMARY:Certified Digital Safety Educator',
    'SUMMARY:Digital Safety Summit',
  ]);
});

test('the training keeps its wall time when the clocks change in the night between', () => {
  const autumn = {
    ...event,
    day: '2025-11-03',
    startsAt: '2025-11-03T09:00:00-07:00',
    endsAt: '2025-11-03T17:00:00-07:00',
    training: { ...event.training, day: '2025-11-01' },
  };
  const file = calendarFile({ content: { event: autumn }, settings }, { id: 42, eventType: 'trainer' });
  expect(times(unfold(file.content))).toEqual([
    'UID:order-42-training@summit.example.org',
    'DTSTART:20251101T150000Z',
    'DTEND:20251101T230000Z',
  ]);
});

test("a moved event keeps its entries' ids", () => {
  const moved = {
    ...event,
    day: '2025-10-18',
    startsAt: '2025-10-18T09:00:00-06:00',
    endsAt: '2025-10-18T17:00:00-06:00',
    training: { ...event.training, day: '2025-10-17' },
  };
  const ids = [event, moved].map((one) =>
    unfold(calendarFile({ content: { event: one }, settings }, { id: 42, eventType: 'both' }).content).filter(
      (line) => line.startsWith('UID'),
    ),
  );
  expect(ids[1]).toEqual(ids[0]);
});

function times(lines: string[]): string[] {
  return lines.filter((line) => /^(UID|DTSTART|DTEND)/.test(line));
}

function unfold(file: string | Buffer): string[] {
  return String(file)
    .replaceAll(/\r\n[ \t]/g, '')
    .split('\r\n');
}

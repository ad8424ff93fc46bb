import { expect, test } from 'vitest';
import { event } from '#content/event.ts';
import { calendarLinks } from './calendar-links.ts';

const fields = (link: string) => Object.fromEntries(new URL(link).searchParams);

test('each day has an entry for Google and for Outlook, at the hours of the event', () => {
  const links = calendarLinks(event, 'both', 'https://summit.example/');
  expect(links.map(({ day }) => day)).toEqual(['2025-09-19', '2025-09-20']);
  expect(fields(links[1]!.google)).toEqual({
    action: 'TEMPLATE',
    text: 'Digital Safety Summit',
    dates: '20250920T150000Z/20250920T230000Z',
    details: 'Bring your QR code, on your phone or on paper.\nhttps://summit.example/',
    location: 'Sturm Hall - Davis Auditorium, University of Denver, 2130 S High St, Denver, CO 80210',
  });
  expect(fields(links[0]!.outlook)).toMatchObject({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: 'Certified Digital Safety Educator',
    startdt: '2025-09-19T15:00:00Z',
    enddt: '2025-09-19T23:00:00Z',
  });
});

test('spaces are not encoded as plus signs', () => {
  for (const { google, outlook } of calendarLinks(event, 'conference', 'https://summit.example/')) {
    expect(google + outlook).not.toContain('+');
  }
});

import { orderTexts } from '#content/order-texts.ts';
import { eventDays } from '#domain/event-days.ts';
import type { EventInfo } from '#domain/event-phase.ts';
import type { EventType } from '#domain/packages.ts';
import { venueLine } from '#domain/venue.ts';

/** Links to online calendars with a prefilled entry, one per day, because they accept one entry at a time. */
export function calendarLinks(event: EventInfo, eventType: EventType, siteUrl: string) {
  const details = `${orderTexts.calendarNote}\n${siteUrl}`;
  const location = venueLine(event);
  return eventDays(event, eventType).map(({ day, title, startsAt, endsAt }) => ({
    day,
    google: withQuery('https://calendar.google.com/calendar/render', {
      action: 'TEMPLATE',
      text: title,
      dates: `${compact(startsAt)}/${compact(endsAt)}`,
      details,
      location,
    }),
    outlook: withQuery('https://outlook.live.com/calendar/0/deeplink/compose', {
      path: '/calendar/action/compose',
      rru: 'addevent',
      subject: title,
      startdt: inSeconds(startsAt),
      enddt: inSeconds(endsAt),
      body: details,
      location,
    }),
  }));
}

/** `2025-09-20T15:00:00Z` */
function inSeconds(at: Date): string {
  return at.toISOString().replace(/\.\d{3}/, '');
}

/** `20250920T150000Z` */
function compact(at: Date): string {
  return inSeconds(at).replaceAll(/[-:]/g, '');
}

/** A plus sign means a space only in forms; Outlook shows it as a plus. */
function withQuery(page: string, query: Record<string, string>): string {
  return `${page}?${new URLSearchParams(query).toString().replaceAll('+', '%20')}`;
}

import { createEvents, type DateArray, type EventAttributes } from 'ics';
import { orderTexts } from '#content/order-texts.ts';
import { type EventDay, eventDays } from '#domain/event-days.ts';
import type { EventInfo } from '#domain/event-phase.ts';
import type { EventType } from '#domain/packages.ts';
import { venueLine } from '#domain/venue.ts';
import type { MailAttachment } from './transport.ts';

/**
 * A ticket's days for the recipient's calendar. `owner` (`order-42`, `registration-7`) determines the entries' ids,
 * so that a second mail about the same thing updates the entries instead of duplicating them.
 */
export function calendarFile(
  event: EventInfo,
  eventType: EventType,
  { owner, publicUrl, contactEmail }: { owner: string; publicUrl: string; contactEmail: string },
): MailAttachment {
  const host = new URL(publicUrl).hostname;
  const entries = eventDays(event, eventType).map(
    (day): EventAttributes => ({
      uid: `${owner}-${day.day}@${host}`,
      title: day.title,
      description: orderTexts.calendarNote,
      location: venueLine(event),
      url: publicUrl,
      status: 'CONFIRMED',
      busyStatus: 'BUSY',
      organizer: { name: event.host.name, email: contactEmail },
      ...hours(day),
    }),
  );
  const { error, value } = createEvents(entries, {
    productId: `-//${event.host.name}//${event.name}//EN`,
    method: 'PUBLISH',
    calName: event.name,
  });
  if (error || !value) throw new Error('The calendar file could not be made.', { cause: error });
  return {
    filename: `${event.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}.ics`,
    content: value,
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
  };
}

function hours({ startsAt, endsAt }: EventDay) {
  return {
    start: utc(startsAt),
    startInputType: 'utc',
    startOutputType: 'utc',
    end: utc(endsAt),
    endInputType: 'utc',
    endOutputType: 'utc',
  } as const;
}

function utc(at: Date): DateArray {
  return [at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate(), at.getUTCHours(), at.getUTCMinutes()];
}

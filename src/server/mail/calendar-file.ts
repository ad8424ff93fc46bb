import { createEvents, type EventAttributes } from 'ics';
import { orderTexts } from '#content/order-texts.ts';
import { eventDays } from '#domain/event-days.ts';
import type { EventInfo } from '#domain/event-phase.ts';
import { fileNameOf } from '#domain/file-name.ts';
import type { EventType } from '#domain/packages.ts';
import { venueLine } from '#domain/venue.ts';
import type { Settings } from '../settings.ts';
import type { MailAttachment } from './transport.ts';

type Sender = Pick<Settings, 'publicUrl' | 'contact'>;

/**
 * A ticket's days for a calendar: that of the order's buyer or, with `holder`, of one person, who may be the buyer. Each
 * calendar gets the same entries' ids every time, even after the event has moved to another day, so that a second file
 * updates the entries instead of duplicating them.
 */
export function calendarFile(
  { content: { event }, settings }: { content: { event: EventInfo }; settings: Sender },
  { id, eventType }: { readonly id: number; readonly eventType: EventType },
  holder?: { readonly id: number; readonly isOrganizer: boolean },
): MailAttachment {
  const owner = holder && !holder.isOrganizer ? `registration-${holder.id}` : `order-${id}`;
  const host = new URL(settings.publicUrl).hostname;
  const ids = eventDays(event, eventType).map(({ day }) => {
    const part = day === event.training.day ? 'training' : 'conference';
    return `${owner}-${part}@${host}`;
  });
  const content = entriesOf(event, eventType, settings).replaceAll(ID, () => fold(`UID:${ids.shift()}`));
  return {
    filename: `${fileNameOf(event.name)}.ics`,
    content,
    contentType: 'text/calendar; charset=utf-8; method=PUBLISH',
  };
}

/** An entry's UID line. */
const ID = /^UID:.*$/gm;

/** RFC 5545: a line has at most 75 bytes, and one that begins with a space continues the one before. */
function fold(line: string): string {
  return line.match(/^.{1,75}|.{1,74}/g)!.join('\r\n ');
}

const kept = new WeakMap<EventInfo, Map<string, string>>();

/** The file without ids. Cached, because the package validates its input each time. */
function entriesOf(event: EventInfo, eventType: EventType, sender: Sender): string {
  const files = kept.get(event) ?? new Map<string, string>();
  kept.set(event, files);
  const key = JSON.stringify([eventType, sender.publicUrl, sender.contact.email]);
  const file = files.get(key) ?? makeEntries(event, eventType, sender);
  files.set(key, file);
  return file;
}

function makeEntries(event: EventInfo, eventType: EventType, { publicUrl, contact }: Sender): string {
  const entries = eventDays(event, eventType).map(
    (day): EventAttributes => ({
      uid: day.day,
      title: day.title,
      description: orderTexts.calendarNote,
      location: venueLine(event),
      url: publicUrl,
      status: 'CONFIRMED',
      busyStatus: 'BUSY',
      organizer: { name: event.host.name, email: contact.email },
      start: day.startsAt.getTime(),
      end: day.endsAt.getTime(),
    }),
  );
  const { error, value } = createEvents(entries, {
    productId: `-//${event.host.name}//${event.name}//EN`,
    method: 'PUBLISH',
    calName: event.name,
  });
  if (error || !value) throw new Error('The calendar file could not be created.', { cause: error });
  return value;
}

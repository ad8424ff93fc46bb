import { createHash } from 'node:crypto';
import type { EventContent } from '#contract/content.ts';
import { PASS_WORDS } from '#contract/words/wallets.ts';
import { formatDay, formatDays, formatTime, instantOf } from '#domain/calendar.ts';
import { eventDays } from '#domain/event-days.ts';
import type { EventType } from '#domain/packages.ts';
import { addressLine, mapUrl } from '#domain/venue.ts';

/** What a pass says about the event, from the content. Instants are on the ticket's days. */
export interface EventFacts {
  readonly title: string;
  readonly host: string;
  /** `September 20` or `September 19–20`. */
  readonly dayLine: string;
  /** Earliest first. The training's doors open when it starts, because the content has no other time. */
  readonly days: readonly { readonly doorsAt: Date; readonly startsAt: Date; readonly endsAt: Date }[];
  /** `8:00 AM`, or for both days the conference's, `8:00 AM on Sep 20`; short, because passes cut long texts. */
  readonly doorsTime: string;
  readonly startsTime: string;
  readonly place: string;
  /** Organization and address. */
  readonly address: string;
  readonly entrances: string;
  readonly map: string;
}

export function eventFacts({ event, schedule }: EventContent, eventType: EventType): EventFacts {
  const covered = eventDays(event, eventType);
  const arrival = schedule.items.find((one) => one.kind === 'arrival');
  const days = covered.map(({ day, startsAt, endsAt }) => ({
    day,
    doorsAt: arrival && day === schedule.day ? instantOf(event.zone, day, arrival.from) : startsAt,
    startsAt,
    endsAt,
  }));
  const [first] = days;
  const doors = days.find(({ day }) => day === schedule.day) ?? first!;
  const doorsTime = formatTime(event.zone, doors.doorsAt);
  const { venue } = event;
  return {
    title: covered.length === 1 ? covered[0]!.title : event.name,
    host: event.host.name,
    dayLine: formatDays(
      covered.map(({ day }) => day),
      'short',
    ),
    days,
    doorsTime: days.length > 1 ? PASS_WORDS.doorsOn(doorsTime, formatDay(doors.day, 'brief')) : doorsTime,
    startsTime: formatTime(event.zone, first!.startsAt),
    place: venue.name,
    address: `${venue.organization}, ${addressLine(venue)}`,
    entrances: venue.doors.join(', '),
    map: mapUrl(event),
  };
}

/** A fingerprint of what passes say about the event. */
export function contentMark({ event, schedule }: EventContent): string {
  return createHash('sha256')
    .update(JSON.stringify([event, schedule]))
    .digest('hex')
    .slice(0, 12);
}

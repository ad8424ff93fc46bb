import { createHash } from 'node:crypto';
import type { EventContent } from '#contract/content.ts';
import { PASS_WORDS } from '#contract/words/wallets.ts';
import { formatDay, formatDays, formatTime, instantOf } from '#domain/calendar.ts';
import { eventDays, titleOf } from '#domain/event-days.ts';
import { findArrival } from '#domain/find-arrival.ts';
import type { EventType } from '#domain/packages.ts';
import { addressLine, mapUrl } from '#domain/venue.ts';

/** What a pass says about the event, from the content. Instants are on the ticket's days. */
export interface EventFacts {
  readonly title: string;
  readonly host: string;
  /** `September 20` or `September 19–20`. */
  readonly dayLine: string;
  /** Earliest first. The content doesn't say when the training's doors open. */
  readonly days: readonly { readonly doorsAt: Date | null; readonly startsAt: Date; readonly endsAt: Date }[];
  /**
   * `8:00 AM`, or for both days the conference's, `8:00 AM on Sep 20`; short, because passes cut long texts. Null for the
   * training alone.
   */
  readonly doorsTime: string | null;
  readonly startsTime: string;
  readonly place: string;
  /** Organization and address. */
  readonly address: string;
  readonly entrances: string;
  readonly map: string;
}

export function eventFacts({ event, schedule }: EventContent, eventType: EventType): EventFacts {
  const covered = eventDays(event, eventType);
  const arrival = findArrival(schedule, covered);
  const doorsAt = arrival && instantOf(event.zone, schedule.day, arrival.from);
  const days = covered.map(({ day, startsAt, endsAt }) => ({
    doorsAt: day === schedule.day ? doorsAt : null,
    startsAt,
    endsAt,
  }));
  const doorsTime = doorsAt && formatTime(event.zone, doorsAt);
  const { venue } = event;
  return {
    title: titleOf(event, covered),
    host: event.host.name,
    dayLine: formatDays(
      covered.map(({ day }) => day),
      'short',
    ),
    days,
    doorsTime:
      doorsTime && days.length > 1
        ? PASS_WORDS.doorsOn(doorsTime, formatDay(schedule.day, 'brief'))
        : doorsTime,
    startsTime: formatTime(event.zone, days[0]!.startsAt),
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

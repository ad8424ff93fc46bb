import { event } from './event.ts';

/** How the texts name the event's days, such as `September 20`, and the year of the next event. */
export const conferenceDay = written(event.day);
export const trainingDay = written(event.training.day);
export const nextYear = String(Number(event.day.slice(0, 4)) + 1);

/** `September 20th`. */
export const conferenceDayOrdinal = `${conferenceDay}${suffixOf(Number(event.day.slice(8)))}`;

function written(day: string): string {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
  return format.format(new Date(`${day}T12:00:00Z`));
}

function suffixOf(date: number): string {
  const suffixes: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' };
  return suffixes[new Intl.PluralRules('en', { type: 'ordinal' }).select(date)] ?? 'th';
}

import { event } from '#content/event.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { type Day, dayIn, formatDay } from '#domain/calendar.ts';
import { bareTime } from '../../clock-time.ts';
import type { Match, Person, Team } from '../engine/door-engine.ts';

/** `8:42`, in the event's zone. Without AM or PM, because everything happens within a shift. */
export function doorTime(at: number): string {
  return bareTime(event.zone, at);
}

/** In the event's zone. */
export function doorDay(at: number): Day {
  return dayIn(event.zone, new Date(at));
}

interface Admission {
  readonly at: number;
  readonly door: string | null;
  readonly by: string;
}

/** `at 8:42`, or `on September 20 at 8:42` if that is not today. */
export function dayAndTime(at: number, today: Day): string {
  const day = doorDay(at);
  return `${day === today ? '' : `on ${formatDay(day, 'short')} `}at ${doorTime(at)}`;
}

/** `at 8:42, Main entrance, by Maria`, or `on September 20 at 8:42, …` if that is not the day given as `today`. */
export function whenWhereWho({ at, door, by }: Admission, today = doorDay(at)): string {
  return [dayAndTime(at, today), door, `by ${by}`].filter(Boolean).join(', ');
}

/** `Conference · Caregivers`. */
export function ticketWords({ packageLabel, track }: Pick<Person, 'packageLabel' | 'track'>): string {
  return [packageLabel, track && TRACK_NAMES[track]].filter(Boolean).join(' · ');
}

/** `Sample School, team of 10 · 4 inside`. */
export function teamWords({ organization, number, size, in: inside }: Team): string {
  return `${organization ?? number}, team of ${size} · ${inside} inside`;
}

/** Why a ticket admits no one today; null if it is valid, also for somebody already admitted. */
export function whyNotValid({ verdict }: Pick<Match, 'verdict'>): string | null {
  if (verdict === 'admit' || verdict === 'already_in') return null;
  return verdict === 'wrong_day' ? 'Other day' : 'Not valid';
}

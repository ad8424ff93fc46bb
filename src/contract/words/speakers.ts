import { type Day, monthOf } from '#domain/calendar.ts';

/** The text on an unannounced speaker's blurred tile, on the day `today`. */
export function mysteryWords(announcedBy: Day, today: Day): string {
  return today <= announcedBy ? `Coming ${monthOf(announcedBy)}` : 'Coming soon';
}

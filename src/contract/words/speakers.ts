import { type Day, monthOf } from '#domain/calendar.ts';

/** The blurred tile of an unannounced speaker, on the day `today`. */
export function mysteryWords(announcedBy: Day, today: Day): string {
  return today <= announcedBy ? `Coming ${monthOf(announcedBy)}` : 'Coming soon';
}

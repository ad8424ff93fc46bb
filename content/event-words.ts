import { event } from './event.ts';

/** How the texts name the event's days, such as `September 20`, and the year of the next event. */
export const conferenceDay = written(event.day);
export const trainingDay = written(event.training.day);
export const nextYear = Number(event.day.slice(0, 4)) + 1;

function written(day: string): string {
  return new Date(day).toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });
}

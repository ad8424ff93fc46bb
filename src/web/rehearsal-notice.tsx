import { event } from '#content/event.ts';
import { isEventDay } from '#domain/admission.ts';
import { dayIn } from '#domain/calendar.ts';
import { now } from './clock.ts';
import { Notice } from './ui/notice.tsx';

/** A rehearsal admits every paid ticket, so staff who start the evening before would not notice that nothing counts. */
export function RehearsalNotice() {
  if (isEventDay(event, dayIn(event.zone, now()))) return null;
  return <Notice tone="info">Rehearsal: today is not an event day, so check-ins don’t count.</Notice>;
}

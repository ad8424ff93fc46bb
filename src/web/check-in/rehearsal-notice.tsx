import { event } from '#content/event.ts';
import { isEventDay } from '#domain/admission.ts';
import { dayIn } from '#domain/calendar.ts';
import { now } from '../clock.ts';
import { Notice } from '../ui/notice.tsx';

/** Staff who begin on the eve, or whose clock is wrong, would notice nothing: a rehearsal admits every paid ticket. */
export function RehearsalNotice() {
  if (isEventDay(event, dayIn(event.zone, now()))) return null;
  return <Notice tone="info">Rehearsal: today is not a day of the event, so nothing counts for it.</Notice>;
}

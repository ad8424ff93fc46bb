import { event } from '#content/event.ts';
import { REHEARSAL } from '#contract/words/rehearsal.ts';
import { isEventDay } from '#domain/admission.ts';
import { dayIn } from '#domain/calendar.ts';
import { Notice } from './ui/notice.tsx';
import { useNow } from './use-now.ts';

/** A rehearsal admits every paid ticket, so staff who start the evening before would not notice that nothing counts. */
export function RehearsalNotice() {
  if (isEventDay(event, dayIn(event.zone, useNow()))) return null;
  return <Notice tone="info">{`${REHEARSAL.title}. ${REHEARSAL.text}`}</Notice>;
}

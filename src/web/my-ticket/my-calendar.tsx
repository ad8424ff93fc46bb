import { useMutation } from '@tanstack/react-query';
import { getMyCalendarFile } from '#contract/my-ticket.ts';
import type { EventType } from '#domain/packages.ts';
import { ApiError } from '../api.ts';
import { downloadFile } from '../download-file.ts';
import { AddToCalendar, CALENDAR_ENTRY, CALENDAR_FILE } from '../order/add-to-calendar.tsx';

/** The calendar's file comes by a call with the key in its body, so that no address contains it. */
export function MyCalendar({ pageKey, eventType }: { pageKey: string; eventType: EventType }) {
  const download = useMutation({ mutationFn: () => downloadFile(getMyCalendarFile, { key: pageKey }) });
  const file = (
    <>
      <button type="button" className={`${CALENDAR_ENTRY} text-left`} onClick={() => download.mutate()}>
        {CALENDAR_FILE}
      </button>
      <span role="alert" className="block text-dense text-error">
        {download.error instanceof ApiError && download.error.sentence}
      </span>
    </>
  );
  return <AddToCalendar eventType={eventType} variant="beacon" file={file} />;
}

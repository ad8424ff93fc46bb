import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { event } from '#content/event.ts';
import { listCheckedIn, type RecentCheckIn } from '#contract/check-in.ts';
import { TICKET_NAMES } from '#contract/words/tickets.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { fullName } from '#domain/attendee.ts';
import { queryOf } from '../api.ts';
import { LoadFailure } from '../load-failure.tsx';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useNow } from '../use-now.ts';
import { CheckInNotes } from './check-in-notes.tsx';
import { POLLED } from './polled.ts';
import { UndoCheckIn } from './undo-check-in.tsx';
import { whenSaid } from './when-said.ts';

/** Today's latest check-ins, each with an undo. */
export function RecentCheckIns({ onUndone }: { onUndone: (one: RecentCheckIn) => void }) {
  const recent = useQuery({ ...queryOf(listCheckedIn), ...POLLED });
  const heading = useRef<HTMLHeadingElement>(null);
  const now = useNow();
  const afterUndo = (one: RecentCheckIn) => {
    heading.current?.focus();
    onUndone(one);
  };
  return (
    <Card className="max-sm:p-4!">
      <h2 ref={heading} tabIndex={-1} className="text-lg">
        Recent Check-ins
      </h2>
      <LoadFailure query={recent} title="The check-ins could not be loaded" className="mb-4" />
      {recent.isPending && <Spinner label="Loading check-ins" className="mt-4" />}
      {recent.data?.length === 0 && <p className="mt-3 text-md text-fg-2">No check-ins yet</p>}
      <ul className="mt-2">
        {recent.data?.map((one) => (
          <RecentRow key={one.id} one={one} now={now} onUndone={() => afterUndo(one)} />
        ))}
      </ul>
    </Card>
  );
}

function RecentRow({ one, now, onUndone }: { one: RecentCheckIn; now: Date; onUndone: () => void }) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2.5 last:border-b-0">
      <div className="min-w-0 flex-1 basis-40">
        <p className="text-md font-semibold">{fullName(one)}</p>
        <p className="text-sm text-fg-2">
          {TICKET_NAMES[one.eventType]}
          {one.checkedInDoor && `, ${one.checkedInDoor}`}
          {one.checkedInBy && `, by ${one.checkedInBy}`}
        </p>
        {one.refusal && <p className="text-sm font-semibold">{one.refusal}</p>}
        <CheckInNotes notes={one.notes} />
      </div>
      {one.track && <Badge className="max-sm:hidden">{TRACK_NAMES[one.track]}</Badge>}
      {one.checkedInAt && (
        <time dateTime={one.checkedInAt} className="text-md text-fg-2">
          {whenSaid(event.zone, new Date(one.checkedInAt), now)}
        </time>
      )}
      <UndoCheckIn one={one} onUndone={onUndone} />
    </li>
  );
}

import { useMutation, useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { event } from '#content/event.ts';
import { type DoorRegistration, listCheckedIn, undoCheckIn } from '#contract/check-in.ts';
import { TICKET_NAMES } from '#contract/words/tickets.ts';
import { call, queryOf, sentenceOf } from '../api.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { useNow } from '../use-now.ts';
import { CheckInNotes } from './check-in-notes.tsx';
import { POLLED, PollFailure } from './poll-failure.tsx';
import { DOOR_TIME_LIMIT_MS } from './use-admission.ts';
import { whenSaid } from './when.ts';

/** Today's latest check-ins, each with an undo. */
export function RecentCheckIns({ onUndone }: { onUndone: () => void }) {
  const recent = useQuery({ ...queryOf(listCheckedIn), ...POLLED });
  const heading = useRef<HTMLHeadingElement>(null);
  const [undone, setUndone] = useState('');
  const now = useNow();
  const afterUndo = (one: DoorRegistration) => {
    setUndone(`The check-in of ${nameOf(one)} was undone.`);
    heading.current?.focus();
    onUndone();
  };
  return (
    <Card className="max-sm:p-4!">
      <h2 ref={heading} tabIndex={-1} className="text-lg">
        Recent Check-ins
      </h2>
      <p role="status" className={undone ? 'mt-2 text-fg-2' : 'sr-only'}>
        {undone}
      </p>
      {recent.error && (
        <PollFailure what="This list" error={recent.error} onRetry={() => void recent.refetch()} />
      )}
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

function RecentRow({ one, now, onUndone }: { one: DoorRegistration; now: Date; onUndone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const [wasKept, setKept] = useState(false);
  return (
    <li className="border-b border-line py-2.5 last:border-b-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <div className="min-w-0 flex-1 basis-40">
          <p className="text-md font-semibold">{nameOf(one)}</p>
          <p className="text-sm text-fg-2">
            {TICKET_NAMES[one.eventType]}
            {one.checkedInBy && `, by ${one.checkedInBy}`}
          </p>
          <CheckInNotes notes={one.notes} />
        </div>
        {one.track && <Badge className="capitalize max-sm:hidden">{one.track}</Badge>}
        {one.checkedInAt && (
          <time dateTime={one.checkedInAt} className="text-md text-fg-2">
            {whenSaid(event.zone, new Date(one.checkedInAt), now)}
          </time>
        )}
        {!isAsking && (
          <Button
            variant="quiet"
            size="sm"
            className="min-h-11"
            autoFocus={wasKept}
            onClick={() => setAsking(true)}
          >
            <Undo2 aria-hidden="true" />
            Undo
            <span className="sr-only"> the check-in of {nameOf(one)}</span>
          </Button>
        )}
      </div>
      {isAsking && (
        <UndoQuestion
          one={one}
          onUndone={onUndone}
          onClose={() => {
            setAsking(false);
            setKept(true);
          }}
        />
      )}
    </li>
  );
}

function UndoQuestion({
  one,
  onUndone,
  onClose,
}: {
  one: DoorRegistration;
  onUndone: () => void;
  onClose: () => void;
}) {
  const undo = useMutation({
    mutationFn: () =>
      call(undoCheckIn, { params: { registrationId: String(one.id) }, timeLimitMs: DOOR_TIME_LIMIT_MS }),
    onSuccess: onUndone,
  });
  return (
    <div className="mt-2 rounded-input bg-sunken/60 p-3">
      <p className="text-md">Undo the check-in of {nameOf(one)}? The ticket can then be used again today.</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button
          variant="danger"
          size="sm"
          className="min-h-11"
          autoFocus
          busy={undo.isPending}
          busyLabel="Undoing"
          onClick={() => undo.mutate()}
        >
          Undo check-in
        </Button>
        <Button variant="secondary" size="sm" className="min-h-11" onClick={onClose}>
          Keep
        </Button>
      </div>
      {undo.error && (
        <Notice tone="error" className="mt-3">
          {sentenceOf(undo.error)}
        </Notice>
      )}
    </div>
  );
}

function nameOf({ firstName, lastName }: DoorRegistration): string {
  return `${firstName} ${lastName}`;
}

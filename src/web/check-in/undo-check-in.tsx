import { useMutation } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useState } from 'react';
import { type DoorRegistration, undoCheckIn } from '#contract/check-in.ts';
import { fullName } from '#domain/attendee.ts';
import { ApiError, call, sentenceOf } from '../api.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { DESK_TIME_LIMIT_MS, useRefresh } from './use-admission.ts';

interface Props {
  /** As shown: if another admission counts by now, the server refuses. */
  readonly one: Pick<DoorRegistration, 'id' | 'firstName' | 'lastName' | 'checkedInAt'>;
  readonly onUndone: () => void;
}

/** The button, and in its place the question before it acts. The question is as wide as the parent. */
export function UndoCheckIn({ one, onUndone }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [wasKept, setKept] = useState(false);
  if (isAsking) {
    const close = () => {
      setAsking(false);
      setKept(true);
    };
    return <UndoQuestion one={one} onUndone={onUndone} onClose={close} />;
  }
  return (
    <Button
      variant="quiet"
      size="sm"
      className="min-h-11 self-center"
      autoFocus={wasKept}
      onClick={() => setAsking(true)}
    >
      <Undo2 aria-hidden="true" />
      Undo
      <span className="sr-only"> the check-in of {fullName(one)}</span>
    </Button>
  );
}

function UndoQuestion({ one, onUndone, onClose }: Props & { onClose: () => void }) {
  const refresh = useRefresh();
  const undo = useMutation({
    mutationFn: () =>
      call(undoCheckIn, {
        params: { registrationId: String(one.id) },
        body: { seen: one.checkedInAt ?? undefined },
        timeLimitMs: DESK_TIME_LIMIT_MS,
      }),
    onSuccess: onUndone,
    onError: (error) => wasUndone(error) && onUndone(),
    onSettled: () => void refresh(),
  });
  return (
    <div className="w-full rounded-input bg-sunken/60 p-3">
      <p className="text-md">
        Undo the check-in of {fullName(one)}? The ticket can then be used again today.
      </p>
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

/** Whether somebody else has undone it meanwhile. */
function wasUndone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_checked_in';
}

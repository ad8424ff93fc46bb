import { Check, StickyNote } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextareaField } from '../ui/textarea-field.tsx';
import { UnsavedWork } from '../ui/unsaved-work.tsx';
import type { BandState } from './band-state.ts';
import { ResultPanel } from './result-panel.tsx';
import { UndoCheckIn } from './undo-check-in.tsx';
import type { CheckIn } from './use-check-in.ts';

interface FormProps {
  readonly checkIn: CheckIn;
  /** Why nobody can be checked in now; null if somebody can. */
  readonly whyNot: string | null;
  /** With a keyboard, the focus is on the button, so that Enter checks in. */
  readonly isEnterEnough?: boolean;
  readonly onCheckIn: () => void;
}

/**
 * Camera or list on the left, verdict and button on the right, both at full height. On a phone, the verdict comes
 * first.
 */
export function DeskLayout({
  waiting,
  children,
  ...form
}: FormProps & {
  /** What to do while nobody is shown. */
  waiting: ReactNode;
  children: ReactNode;
}) {
  const result = useRef<HTMLElement>(null);
  const { band, afterUndo, missed, dropMissed } = form.checkIn;
  const used = band.kind === 'used' ? band.person : null;
  return (
    <div className="grid gap-x-6 gap-y-3 max-lg:flex max-lg:flex-col max-lg:[reading-flow:flex-visual] lg:min-h-[calc(100dvh-5.5rem)] lg:grid-cols-2">
      <div className="flex min-w-0 flex-col gap-3 max-lg:order-2">{children}</div>
      <div className="flex min-w-0 flex-col gap-3 max-lg:order-1">
        {missed.size > 0 && (
          <Notice
            tone="error"
            title="Check-in Failed"
            action={
              <Button variant="secondary" size="sm" className="min-h-11" onClick={dropMissed}>
                OK
              </Button>
            }
          >
            {[...missed].map(([one, sentence]) => (
              <p key={one}>{sentence}</p>
            ))}
          </Notice>
        )}
        <ResultPanel box={result} band={band} waiting={waiting} />
        {used?.checkedInAt && (
          <UndoCheckIn
            one={used}
            // The pressed button is gone.
            onUndone={() => afterUndo(used) && result.current?.focus({ preventScroll: true })}
          />
        )}
        <CheckInForm {...form} />
      </div>
    </div>
  );
}

/** The button below the verdict, with an optional note. */
function CheckInForm({
  checkIn: { band, notes, setNotes, hasUnsentNotes, failure, isAdmitting },
  whyNot,
  isEnterEnough = false,
  onCheckIn,
}: FormProps) {
  /** What was shown when the note was begun: after it, an empty note closes. */
  const [noted, setNoted] = useState<BandState | null>(null);
  const isNoting = noted === band;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!whyNot && !isAdmitting) onCheckIn();
  };
  return (
    <form onSubmit={submit} className="grid gap-2">
      <UnsavedWork when={hasUnsentNotes} />
      <Button
        type="submit"
        variant={whyNot ? 'secondary' : 'primary'}
        size="lg"
        className="min-h-16! w-full"
        aria-disabled={whyNot !== null}
        aria-describedby="check-in-why"
        busy={isAdmitting}
        busyLabel="Checking in"
      >
        <Check aria-hidden="true" />
        Check In Registration
      </Button>
      <p id="check-in-why" className="text-center text-dense text-fg-2 empty:hidden">
        {whyNot}
      </p>
      {isEnterEnough && !whyNot && (
        <p className="hidden text-center text-dense text-fg-2 pointer-fine:block">Press Enter to check in.</p>
      )}
      {failure && (
        <Notice tone="error" title="Check-in Failed">
          {failure}
        </Notice>
      )}
      {isNoting || notes !== '' ? (
        <TextareaField
          label="Notes"
          optional
          id="check-in-notes"
          autoFocus={isNoting}
          rows={2}
          maxLength={1000}
          value={notes}
          onChange={(event) => {
            // So that it stays when all is deleted.
            setNoted(band);
            setNotes(event.target.value);
          }}
          inputClassName="min-h-16!"
        />
      ) : (
        !whyNot && (
          <Button variant="quiet" className="justify-self-center" onClick={() => setNoted(band)}>
            <StickyNote aria-hidden="true" />
            Add a note
          </Button>
        )
      )}
    </form>
  );
}

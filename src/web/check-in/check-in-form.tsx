import { Check } from 'lucide-react';
import type { FormEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Notice } from '../ui/notice.tsx';
import { TextareaField } from '../ui/textarea-field.tsx';
import { UnsavedWork } from '../ui/unsaved-work.tsx';

const FORM = 'check-in-form';

/** Notes and the button, which stays visible while there is somebody to check in. */
export function CheckInForm({
  notes,
  onNotesChange,
  whyNot,
  failure,
  busy,
  isEnterEnough = false,
  onCheckIn,
}: {
  notes: string;
  onNotesChange: (notes: string) => void;
  /** Why nobody can be checked in now; null if somebody can. */
  whyNot: string | null;
  failure: string | null;
  busy: boolean;
  /** With a keyboard, the focus is where Enter checks in. */
  isEnterEnough?: boolean;
  onCheckIn: () => void;
}) {
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!whyNot && !busy) onCheckIn();
  };
  return (
    <>
      <form id={FORM} onSubmit={submit} className="max-lg:order-4">
        <UnsavedWork when={notes.trim() !== ''} />
        <TextareaField
          label="Notes"
          optional
          id="check-in-notes"
          rows={2}
          maxLength={1000}
          value={notes}
          onChange={(event) => onNotesChange(event.target.value)}
          inputClassName="min-h-16!"
        />
      </form>
      <div
        className={cx(
          'z-20 grid gap-2 max-lg:order-5',
          !whyNot && 'sticky bottom-0 bg-page py-3 max-lg:-mx-4 max-lg:px-4',
        )}
      >
        {failure && (
          <Notice tone="error" title="Check-in Failed">
            {failure}
          </Notice>
        )}
        <Button
          type="submit"
          form={FORM}
          variant={whyNot ? 'secondary' : 'beacon'}
          size="lg"
          className="min-h-16! w-full"
          aria-disabled={whyNot !== null}
          aria-describedby="check-in-why"
          busy={busy}
          busyLabel="Checking in"
        >
          <Check aria-hidden="true" />
          Check In Registration
        </Button>
        <p id="check-in-why" className="text-center text-dense text-fg-2 empty:hidden">
          {whyNot}
        </p>
        {isEnterEnough && !whyNot && (
          <p className="hidden text-center text-dense text-fg-2 pointer-fine:block">
            Press Enter to check in.
          </p>
        )}
      </div>
    </>
  );
}

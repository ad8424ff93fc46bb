import { type FormEvent, useEffect, useRef, useState } from 'react';
import { fullName } from '#domain/attendee.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { PersonKey, Team } from '../engine/door-engine.ts';
import type { DoorProps } from './screen.tsx';

const MISSING = { first: 'Please enter the first name', last: 'Please enter the last name' };
const FIELD = { autoComplete: 'off', autoCapitalize: 'words', maxLength: 100, inputClassName: 'h-14!' };

/**
 * Names a free seat in ten seconds, for somebody at the door who isn't on the list. In practice, nobody gets the seat,
 * so `onNamed` isn't called. What was typed stays if others take the last seat.
 */
export function NameSeat({
  engine,
  state,
  team,
  onNamed,
}: DoorProps & { team: Team; onNamed: (key: PersonKey) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [practiced, setPracticed] = useState<string | null>(null);
  if (isOpen) {
    return (
      <NameForm
        isFull={team.freeSeats === 0}
        onSubmit={async (firstName, lastName) => {
          const key = await engine.nameSeat(team.order, firstName, lastName);
          if (state.practice) setPracticed(fullName({ firstName, lastName }));
          else onNamed(key);
          setOpen(false);
        }}
      />
    );
  }
  if (team.freeSeats === 0) return null;
  return (
    <>
      {practiced && (
        <Notice title="Practice" id="practiced">
          {practiced} is not on the list, because a name given in practice does not count.
        </Notice>
      )}
      <Button
        variant="secondary"
        size="lg"
        className="min-h-16!"
        // The form with the focus is gone.
        autoFocus={practiced !== null}
        aria-describedby={practiced === null ? undefined : 'practiced'}
        onClick={() => setOpen(true)}
      >
        Name a free seat ({team.freeSeats} left)
      </Button>
    </>
  );
}

function NameForm({
  isFull,
  onSubmit,
}: {
  isFull: boolean;
  onSubmit: (firstName: string, lastName: string) => Promise<void>;
}) {
  const form = useRef<HTMLFormElement>(null);
  // Scrolls so that all of it is visible above the buttons.
  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const [first, setFirst] = useState('');
  const [last, setLast] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isBroken, setBroken] = useState(false);
  // While this name is being stored, it may itself have taken the last seat.
  const isTooLate = isFull && !isBusy;
  const give = async (submit: FormEvent) => {
    submit.preventDefault();
    if (isBusy || isTooLate) return;
    setTried(true);
    if (!first.trim() || !last.trim()) {
      document.getElementById(first.trim() ? 'seat-last' : 'seat-first')?.focus();
      return;
    }
    setBusy(true);
    setBroken(false);
    try {
      await onSubmit(first.trim(), last.trim());
    } catch {
      setBusy(false);
      setBroken(true);
    }
  };
  return (
    <form
      ref={form}
      onSubmit={give}
      noValidate
      aria-label="Name a free seat"
      className="grid gap-4 rounded-card border border-line bg-surface p-4"
    >
      <TextField
        id="seat-first"
        label="First name"
        error={isTried && !first.trim() ? MISSING.first : undefined}
        value={first}
        onChange={(change) => setFirst(change.target.value)}
        enterKeyHint="next"
        autoFocus
        {...FIELD}
      />
      <TextField
        id="seat-last"
        label="Last name"
        error={isTried && !last.trim() ? MISSING.last : undefined}
        value={last}
        onChange={(change) => setLast(change.target.value)}
        enterKeyHint="done"
        {...FIELD}
      />
      {isBroken && (
        <Notice tone="error" title="Not saved">
          The name could not be saved on this phone. Please try again.
        </Notice>
      )}
      {isTooLate && (
        <Notice tone="error" title="The last seat has just been taken">
          Send this person to the help desk.
        </Notice>
      )}
      <Button type="submit" size="lg" className="min-h-16!" busy={isBusy} aria-disabled={isTooLate}>
        Give this person the seat
      </Button>
    </form>
  );
}

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { DoorEngine, PersonKey, Team } from '../engine/engine.ts';

const MISSING = { first: 'Please enter the first name', last: 'Please enter the last name' };

/** Names a free seat in ten seconds, for somebody at the door who isn't on the list. */
export function NameSeat({
  engine,
  team,
  onNamed,
}: {
  engine: DoorEngine;
  team: Team;
  onNamed: (key: PersonKey) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) {
    return (
      <NameForm
        onSubmit={async (firstName, lastName) => {
          onNamed(await engine.nameSeat(team.order, firstName, lastName));
          setOpen(false);
        }}
      />
    );
  }
  return (
    <Button variant="secondary" size="lg" className="min-h-16!" onClick={() => setOpen(true)}>
      Name a free seat ({team.freeSeats} left)
    </Button>
  );
}

function NameForm({ onSubmit }: { onSubmit: (firstName: string, lastName: string) => Promise<void> }) {
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
  const give = async (submit: FormEvent) => {
    submit.preventDefault();
    if (isBusy) return;
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
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="next"
        maxLength={100}
        autoFocus
        inputClassName="h-14!"
      />
      <TextField
        id="seat-last"
        label="Last name"
        error={isTried && !last.trim() ? MISSING.last : undefined}
        value={last}
        onChange={(change) => setLast(change.target.value)}
        autoComplete="off"
        autoCapitalize="words"
        enterKeyHint="done"
        maxLength={100}
        inputClassName="h-14!"
      />
      {isBroken && (
        <Notice tone="error" title="Not stored">
          The name could not be stored on this phone. Please try again.
        </Notice>
      )}
      <Button type="submit" size="lg" className="min-h-16!" busy={isBusy}>
        Give this person the seat
      </Button>
    </form>
  );
}

import { type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { DoorEngine, Match, Person, PersonKey, Team } from '../engine/engine.ts';
import { BigName } from './big-name.tsx';
import { count, doorTime, fullName, teamWords, ticketWords } from './door-words.ts';
import { Screen } from './screen.tsx';
import { isSameKey, nameOfKey, type Question } from './verdict-flow.ts';

/** A team's ticket: this person, or more of the team. */
export function TeamScreen({
  engine,
  question,
  team,
  onAdmit,
  onBack,
}: {
  engine: DoorEngine;
  question: Question;
  team: Team;
  onAdmit: (people: readonly Person[]) => void;
  onBack: () => void;
}) {
  const { person, isIn } = question;
  const [isOpen, setOpen] = useState(isIn);
  const [chosen, setChosen] = useState<readonly PersonKey[]>(isIn ? [] : [person.key]);
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  const isChosen = (key: PersonKey) => chosen.some((one) => isSameKey(one, key));
  const toggle = (key: PersonKey) =>
    setChosen(isChosen(key) ? chosen.filter((one) => !isSameKey(one, key)) : [...chosen, key]);
  const people = team.people.map((one) => one.person).filter(({ key }) => isChosen(key));
  return (
    <Screen
      title={teamWords(team)}
      onBack={onBack}
      footer={
        isOpen ? (
          <Button
            variant="beacon"
            size="lg"
            className="min-h-16! text-lg!"
            aria-disabled={people.length === 0}
            onClick={() => onAdmit(people)}
          >
            {people.length === 0
              ? 'Choose who comes in'
              : `Admit ${count(people.length, 'person', 'people')}`}
          </Button>
        ) : (
          <>
            <Button
              ref={first}
              variant="beacon"
              size="lg"
              className="min-h-16! text-lg!"
              onClick={() => onAdmit([person])}
            >
              Admit this person
            </Button>
            <Button
              variant="secondary"
              size="lg"
              className="min-h-16! text-lg!"
              onClick={() => setOpen(true)}
            >
              Admit more of the team
            </Button>
          </>
        )
      }
    >
      {question.isPressing && (
        <Notice tone="error" title="Answer first">
          The ticket that was scanned now was not taken. Scan it again afterwards.
        </Notice>
      )}
      {isOpen ? (
        <>
          <fieldset className="grid gap-2">
            <legend className="mb-2 text-lg font-semibold">Who comes in?</legend>
            {team.people.map((one) => (
              <Member
                key={nameOfKey(one.person.key)}
                one={one}
                isChosen={isChosen(one.person.key)}
                onToggle={() => toggle(one.person.key)}
              />
            ))}
          </fieldset>
          {team.freeSeats > 0 && (
            <NameSeat
              engine={engine}
              team={team}
              onNamed={(key) => setChosen((before) => [...before, key])}
            />
          )}
        </>
      ) : (
        <div className="grid gap-2 py-6">
          <BigName name={fullName(person)} />
          <p className="text-lg">{ticketWords(person)}</p>
        </div>
      )}
    </Screen>
  );
}

function Member({ one, isChosen, onToggle }: { one: Match; isChosen: boolean; onToggle: () => void }) {
  const why = one.inSince !== null ? `In since ${doorTime(one.inSince)}` : !one.isValid && 'Not valid';
  return (
    <label className="flex min-h-16 items-center gap-4 rounded-button border-[1.5px] border-input bg-surface px-4 py-2 has-checked:border-accent has-checked:bg-sunken has-disabled:border-line has-disabled:text-fg-2 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring">
      <input
        type="checkbox"
        checked={isChosen}
        disabled={Boolean(why)}
        onChange={onToggle}
        className="size-7 shrink-0 accent-accent outline-none"
      />
      <span className="min-w-0 flex-1 text-lg leading-tight font-semibold">{fullName(one.person)}</span>
      {why && <span className="shrink-0 text-dense">{why}</span>}
    </label>
  );
}

const MISSING = { first: 'Please enter the first name', last: 'Please enter the last name' };

/** Ten seconds for somebody who stands there and is not on the list. */
function NameSeat({
  engine,
  team,
  onNamed,
}: {
  engine: DoorEngine;
  team: Team;
  onNamed: (key: PersonKey) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [first, setFirst] = useState('');
  const [last, setLast] = useState('');
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [isBroken, setBroken] = useState(false);
  if (!isOpen) {
    return (
      <Button variant="secondary" size="lg" className="min-h-16!" onClick={() => setOpen(true)}>
        Name a free seat ({team.freeSeats} left)
      </Button>
    );
  }
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
      onNamed(await engine.nameSeat(team.order, first.trim(), last.trim()));
      setFirst('');
      setLast('');
      setTried(false);
      setOpen(false);
    } catch {
      setBroken(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
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

import { useEffect, useRef, useState } from 'react';
import { counted } from '#contract/words/counted.ts';
import { fullName } from '#domain/attendee.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { Match, Person, PersonKey, Team } from '../engine/door-engine.ts';
import { BigName } from './big-name.tsx';
import { doorTime, teamWords, ticketWords, whyNotValid } from './door-words.ts';
import { NameSeat } from './name-seat.tsx';
import { BigButton, Screen, type ScreenProps } from './screen.tsx';
import { isSameKey, nameOfKey, type Question } from './verdict-flow.ts';

/** A team's ticket: this person, or more of the team. */
export function TeamScreen({
  engine,
  state,
  question,
  team,
  onAdmit,
  onBack,
}: ScreenProps & {
  question: Question;
  team: Team;
  onAdmit: (people: readonly Person[]) => void;
}) {
  const { person, isIn } = question;
  const [isOpen, setOpen] = useState(isIn);
  const [chosen, setChosen] = useState<readonly PersonKey[]>(isIn ? [] : [person.key]);
  const [named, setNamed] = useState<PersonKey | null>(null);
  const first = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const admit = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (named) document.getElementById(boxOf(named))?.focus();
  }, [named]);
  const isChosen = (key: PersonKey) => chosen.some((one) => isSameKey(one, key));
  const toggle = (key: PersonKey) =>
    setChosen(isChosen(key) ? chosen.filter((one) => !isSameKey(one, key)) : [...chosen, key]);
  // Another door may have admitted somebody whose box is checked.
  const expected = team.people.filter((one) => one.verdict === 'admit').map((one) => one.person);
  const people = expected.filter(({ key }) => isChosen(key));
  // The focus goes on, because these buttons disappear.
  const openList = () => {
    setOpen(true);
    heading.current?.focus();
  };
  const chooseAll = () => {
    setChosen(expected.map(({ key }) => key));
    admit.current?.focus();
  };
  return (
    <Screen
      title={teamWords(team)}
      heading={heading}
      onBack={onBack}
      footer={
        isOpen ? (
          <BigButton
            ref={admit}
            variant="beacon"
            aria-disabled={people.length === 0}
            onClick={() => onAdmit(people)}
          >
            {people.length === 0
              ? 'Choose who is coming in'
              : `Admit ${counted(people.length, 'person', 'people')}`}
          </BigButton>
        ) : (
          <>
            <BigButton ref={first} variant="beacon" onClick={() => onAdmit([person])}>
              Admit this person
            </BigButton>
            <BigButton variant="secondary" onClick={openList}>
              Admit more of the team
            </BigButton>
          </>
        )
      }
    >
      {question.isPressing && (
        <Notice tone="error" title="Answer the question first">
          The ticket that you just scanned was ignored. Scan it again afterward.
        </Notice>
      )}
      {isOpen ? (
        <>
          <fieldset className="grid gap-2">
            <legend className="mb-2 text-lg font-semibold">Who is coming in?</legend>
            {expected.length > 2 && people.length < expected.length && (
              <Button variant="secondary" className="min-h-14!" onClick={chooseAll}>
                Select all {expected.length}
              </Button>
            )}
            {team.people.map((one) => (
              <Member
                key={nameOfKey(one.person.key)}
                one={one}
                isChosen={isChosen(one.person.key)}
                onToggle={() => toggle(one.person.key)}
              />
            ))}
          </fieldset>
          <NameSeat
            engine={engine}
            team={team}
            state={state}
            onNamed={(key) => {
              setChosen((before) => [...before, key]);
              setNamed(key);
            }}
          />
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

/** The id of a person's check box. */
function boxOf(key: PersonKey): string {
  return `member-${nameOfKey(key)}`;
}

function Member({ one, isChosen, onToggle }: { one: Match; isChosen: boolean; onToggle: () => void }) {
  const why = one.inSince !== null ? `Admitted at ${doorTime(one.inSince)}` : whyNotValid(one);
  return (
    <label className="flex min-h-16 items-center gap-4 rounded-button border-[1.5px] border-input bg-surface px-4 py-2 has-checked:border-accent has-checked:bg-sunken has-disabled:border-line has-disabled:text-fg-2 has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring">
      <input
        id={boxOf(one.person.key)}
        type="checkbox"
        checked={isChosen}
        disabled={Boolean(why)}
        onChange={onToggle}
        className="size-7 shrink-0 outline-none"
      />
      <span className="min-w-0 flex-1 text-lg leading-tight font-semibold">{fullName(one.person)}</span>
      {why && <span className="shrink-0 text-dense">{why}</span>}
    </label>
  );
}

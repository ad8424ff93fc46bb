import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';
import { counted } from '#contract/words/counted.ts';
import { fullName } from '#domain/attendee.ts';
import { MOST_FOUND } from '#domain/find-people.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { Match, PersonKey } from '../engine/door-engine.ts';
import { doorTime, whyNotValid } from './door-words.ts';
import { Screen, type ScreenProps } from './screen.tsx';
import { nameOfKey } from './verdict-flow.ts';

/** A search field with results at each keystroke. */
export function FindScreen({
  engine,
  state,
  onChoose,
  onBack,
}: ScreenProps & { onChoose: (key: PersonKey) => void }) {
  const [query, setQuery] = useState('');
  const asked = query.trim();
  // Somebody may be admitted at another door while this is open.
  // biome-ignore lint/correctness/useExhaustiveDependencies: results depend on the engine's `state`
  const matches = useMemo(() => (asked ? engine.find(asked) : []), [engine, asked, state]);
  // The search forgives wrong words, so a single match may be somebody else: Enter only hides the phone's keyboard.
  const hideKeyboard = ({ key, nativeEvent, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key === 'Enter' && !nativeEvent.isComposing) currentTarget.blur();
  };
  return (
    <Screen title="Find by name" onBack={onBack}>
      <div className="sticky top-0 z-10 -mx-4 -mt-4 grid gap-2 bg-page p-4 pb-2 low:static">
        <SearchField
          id="find"
          label="Name, organization, number or short code"
          labelHidden={false}
          value={query}
          onValueChange={setQuery}
          onKeyDown={hideKeyboard}
          autoFocus
          autoCapitalize="none"
          autoCorrect="off"
          enterKeyHint="search"
          className="[&_input]:h-14! [&_input]:text-lg"
        />
        <p role="status" className="min-h-[1.35em] text-dense text-fg-2">
          {asked ? (
            <FoundWords found={matches.length} />
          ) : (
            'Typos, initials and the last four digits of the phone number work, too.'
          )}
        </p>
      </div>
      <ul className="grid gap-2">
        {matches.map((one) => (
          <Row key={nameOfKey(one.person.key)} one={one} onChoose={() => onChoose(one.person.key)} />
        ))}
      </ul>
    </Screen>
  );
}

/** A separate component, so that its delayed announcement doesn't rerender the rows. */
function FoundWords({ found }: { found: number }) {
  const said = useDeferredValue(found);
  if (said === 0) return 'No one found. Send the guest to the help desk.';
  return said === MOST_FOUND
    ? `The ${MOST_FOUND} best matches. Type more to narrow them down.`
    : counted(said, 'person', 'people');
}

function Row({ one, onChoose }: { one: Match; onChoose: () => void }) {
  const { person, inSince, verdict } = one;
  const whyNot = whyNotValid(one);
  const facts = [person.organization, person.packageLabel, person.number, person.shortCode];
  const name = fullName(person);
  const canAdmit = verdict === 'admit';
  return (
    <li className="flex min-h-18 flex-wrap items-center gap-3 rounded-button border border-line bg-surface py-2 pr-2 pl-4">
      <div className="min-w-0 flex-1 basis-32">
        <p className="text-lg leading-tight font-semibold">{name}</p>
        <p className="mt-1 text-dense text-fg-2">{facts.filter(Boolean).join('\u00a0· ')}</p>
        {inSince !== null && (
          <Badge tone="ok" className="mt-1">
            Admitted at {doorTime(inSince)}
          </Badge>
        )}
        {whyNot && (
          <Badge tone="warn" className="mt-1">
            {whyNot}
          </Badge>
        )}
      </div>
      <Button
        variant={canAdmit ? 'primary' : 'secondary'}
        className="ml-auto min-h-14! scroll-mt-44 px-4!"
        aria-label={canAdmit ? `Admit ${name}` : `Details of ${name}`}
        onClick={onChoose}
      >
        {canAdmit ? 'Admit' : 'Details'}
      </Button>
    </li>
  );
}

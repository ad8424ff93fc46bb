import { Undo2, X } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { event } from '#content/event.ts';
import { getCheckInStats, listCheckedIn } from '#contract/check-in.ts';
import { getDoorList, undoScan } from '#contract/door-day.ts';
import { PAGES, paths } from '#contract/paths.ts';
import { counted } from '#contract/words/counted.ts';
import { call, sentenceOf } from '../../api.ts';
import { now } from '../../clock.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { useAction } from '../actions/use-action.ts';
import { BadgesCard } from '../badges/badges-card.tsx';
import { AdminSubpage } from '../frame/admin-subpage.tsx';
import { faultOfTime, type PaperEntry, type Typed } from './paper-entries.ts';
import { SheetButton } from './sheet-button.tsx';
import { typedInstant } from './typed-instant.ts';
import { usePaperList } from './use-paper-list.ts';

/** Prints badges and the door list, and records what was checked off on it. */
export function PaperPage() {
  return (
    <AdminSubpage title="Badges and door list">
      {() => (
        <div className="grid gap-6">
          <PaperDesk />
          <BadgesCard id={BADGES} />
        </div>
      )}
    </AdminSubpage>
  );
}

const BADGES = paths.adminBadges.split('#')[1]!;

function PaperDesk() {
  const list = usePaperList();
  const [door, setDoor] = useState(event.venue.doors[0] ?? '');
  // Blank, because sheets are often typed on the next day, and nobody would notice that the day is wrong.
  const [collected, setCollected] = useState('');
  const [isTried, setTried] = useState(false);
  const [code, setCode] = useState('');
  const [last, setLast] = useState<Typed | null>(null);
  const timeId = useId();
  const codeId = useId();
  const toCode = () => document.getElementById(codeId)?.focus();
  const collectedAt = typedInstant(event.zone, collected);
  const timeFault = faultOfTime(collectedAt, now());
  const add = (submit: FormEvent) => {
    submit.preventDefault();
    setTried(true);
    if (!collectedAt || timeFault) return document.getElementById(timeId)?.focus();
    if (code.trim() === '') return;
    setLast(list.type(code, { door, collectedAt }));
    setCode('');
  };
  return (
    <div className="grid items-start gap-6 lg:grid-cols-2">
      <Card className="max-sm:p-4!">
        <UnsavedWork when={list.entries.some(({ state }) => state === 'waiting' || state === 'refused')} />
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h3>Enter a door list</h3>
          <SheetButton sheet={getDoorList} label="Print the door list" size="sm" className="min-h-11" />
        </div>
        <form noValidate onSubmit={add} className="grid gap-4">
          <SelectField
            label="Door"
            options={event.venue.doors.map((one) => ({ value: one, label: one }))}
            value={door}
            onChange={(change) => setDoor(change.target.value)}
          />
          <TextField
            id={timeId}
            label="Collected at"
            hint={`When the sheet was taken from the door, in ${event.venue.city} time.`}
            type="datetime-local"
            value={collected}
            error={isTried || collected ? timeFault : undefined}
            onChange={(change) => setCollected(change.target.value)}
          />
          <TextField
            id={codeId}
            label="Code"
            hint="The four-character code of each person who is checked off. Press Enter after each."
            value={code}
            onChange={(change) => setCode(change.target.value)}
            // Doesn't take the focus from a visitor who came for the badges.
            autoFocus={window.location.hash !== `#${BADGES}`}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            enterKeyHint="enter"
            inputClassName="code text-xl! uppercase"
          />
          <Button type="submit" className="w-full">
            Add
          </Button>
        </form>
        <p className="mt-3 text-md text-fg-2">
          Names written under Free seats have no code yet. Add each person to the team’s order under Orders;
          the order then shows the code to type here.
        </p>
        <p role="status" className="mt-3 min-h-6 text-md">
          {last && wordsOf(last)}
        </p>
        {list.error && (
          <Notice
            tone="error"
            className="mt-3"
            title={`${counted(list.waiting, 'code')} not saved yet`}
            action={
              <Button
                variant="secondary"
                size="sm"
                onClick={() => {
                  list.retry();
                  toCode();
                }}
              >
                Try again
              </Button>
            }
          >
            {sentenceOf(list.error)} You can keep typing.
          </Notice>
        )}
      </Card>
      <Entries list={list} onWithdrawn={toCode} />
    </div>
  );
}

function wordsOf(typed: Typed): string {
  switch (typed.kind) {
    case 'added':
      return `${typed.entry.code} added.`;
    case 'typed_before':
      return `${typed.code} was already typed, so it counts once.`;
    case 'no_code':
      return `“${typed.text}” is not a code. A code has four letters or digits, never 0, O, 1, I or L.`;
  }
}

function Entries({ list, onWithdrawn }: { list: ReturnType<typeof usePaperList>; onWithdrawn: () => void }) {
  const { entries } = list;
  const stored = entries.filter(({ state }) => state === 'stored');
  const unknown = entries.filter(({ state }) => state === 'unknown');
  const refused = entries.filter(({ state }) => state === 'refused');
  return (
    <Card className="max-sm:p-4!">
      <h3>
        {counted(stored.length, 'person', 'people')} saved
        {list.waiting > 0 && `, ${list.waiting} being sent`}
      </h3>
      {unknown.length > 0 && (
        <Notice tone="warn" className="mt-3" title="No one has these codes">
          {unknown.map(({ code }) => code).join(', ')}. Check the sheet, remove these codes, and type the
          right ones.
        </Notice>
      )}
      {refused.length > 0 && (
        <Notice tone="error" className="mt-3" title={`${counted(refused.length, 'code')} not accepted`}>
          Check the door and the time, remove these codes, and type them again.
        </Notice>
      )}
      {stored.some((one) => !one.isExpected) && (
        <Notice tone="warn" className="mt-3" title="Some of these people are not counted">
          Their ticket was canceled or refunded, now belongs to someone else, or is not for the day of this
          sheet. If the day is wrong, undo these entries, correct the day, and type the codes again.
        </Notice>
      )}
      {entries.some((one) => one.isDuplicate && one.state === 'stored') && (
        <p className="mt-3 text-md text-fg-2">
          People who had already been admitted are listed under “To settle” on the{' '}
          <a href={PAGES.adminLive} className="link">
            live board
          </a>
          .
        </p>
      )}
      <ul aria-label="Codes typed, latest first" className="mt-2 divide-y divide-line">
        {entries.toReversed().map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            onUndone={() => {
              list.markUndone(entry.id);
              onWithdrawn();
            }}
            onRemove={() => {
              list.remove(entry.id);
              onWithdrawn();
            }}
          />
        ))}
      </ul>
    </Card>
  );
}

interface EntryRowProps {
  readonly entry: PaperEntry;
  readonly onUndone: () => void;
  readonly onRemove: () => void;
}

export function EntryRow({ entry, onUndone, onRemove }: EntryRowProps) {
  const { code, state, name, isDuplicate, isExpected } = entry;
  const undo = useAction({
    run: ({ id }: PaperEntry) => call(undoScan, { params: { id } }),
    refreshes: [getCheckInStats.path, listCheckedIn.path],
    success: () => ({ title: 'Entry Undone', description: `${name}’s entry no longer counts.` }),
    failed: { title: 'Undo Failed', otherwise: 'The entry could not be undone' },
    onDone: onUndone,
  });
  return (
    <li className="flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 py-1">
      <span className="code text-lg">{code}</span>
      <span className="min-w-0 flex-1 text-md">
        {state === 'waiting' && <span className="text-fg-2">On the way</span>}
        {state === 'unknown' && <Badge tone="warn">Unknown code</Badge>}
        {state === 'refused' && <Badge tone="warn">Not accepted</Badge>}
        {name && <strong>{name}</strong>} {state === 'undone' && <Badge>Undone</Badge>}
        {state === 'stored' && isDuplicate && <Badge tone="warn">Already admitted</Badge>}
        {state === 'stored' && !isExpected && <Badge tone="warn">Not counted</Badge>}
      </span>
      {state === 'stored' && (
        <Button
          variant="quiet"
          size="sm"
          className="min-h-11"
          busy={undo.isBusy}
          busyLabel="Undoing"
          onClick={() => undo.start(entry)}
        >
          <Undo2 aria-hidden="true" />
          Undo<span className="sr-only"> {name}</span>
        </Button>
      )}
      {(state === 'refused' || state === 'unknown') && (
        <Button variant="quiet" size="sm" className="min-h-11" onClick={onRemove}>
          <X aria-hidden="true" />
          Remove<span className="sr-only"> {code}</span>
        </Button>
      )}
      {undo.failure && (
        <Notice tone="error" className="w-full">
          {undo.failure}
        </Notice>
      )}
    </li>
  );
}

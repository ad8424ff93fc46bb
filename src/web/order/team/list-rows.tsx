import { useId, useRef, useState } from 'react';
import type { Team } from '#contract/team.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { fullName, needsTrack } from '#domain/attendee.ts';
import type { Track } from '#domain/packages.ts';
import { TrackField } from '../../track-field.tsx';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { ListRow, RowProblem } from './check-list.ts';

/** The people of a list, each with its problem, to correct in place. */
export function ListRows({
  team,
  rows,
  problems,
  onChange,
}: {
  team: Team;
  rows: readonly ListRow[];
  problems: readonly (RowProblem | null)[];
  onChange: (rows: readonly ListRow[]) => void;
}) {
  const list = useRef<HTMLOListElement>(null);
  return (
    <ol ref={list} tabIndex={-1} aria-label="Your list, checked">
      {rows.map((row, index) => (
        <RowOfList
          key={row.key}
          team={team}
          row={row}
          problem={problems[index]!}
          onChange={(changed) => onChange(rows.map((one) => (one === row ? changed : one)))}
          onRemove={() => {
            list.current?.focus();
            onChange(rows.filter((one) => one !== row));
          }}
        />
      ))}
    </ol>
  );
}

function RowOfList({
  team,
  row,
  problem,
  onChange,
  onRemove,
}: {
  team: Team;
  row: ListRow;
  problem: RowProblem | null;
  onChange: (row: ListRow) => void;
  onRemove: () => void;
}) {
  const id = useId();
  const edit = useRef<HTMLButtonElement>(null);
  // A row opened for its error stays open during the correction.
  const [isOpen, setOpen] = useState(problem?.kind === 'field');
  const name = fullName(row).trim() || row.email || 'No name';
  const field = (key: 'firstName' | 'lastName' | 'email') => ({
    id: `${id}-${key}`,
    value: row[key],
    error: problem?.field === key ? problem.sentence : undefined,
    autoComplete: 'off',
    // The row may be somebody else of the team by now.
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...row, [key]: event.target.value, isSecondPerson: false }),
  });
  return (
    <li className="border-t border-line py-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p className="min-w-0 flex-1 basis-60 text-md wrap-anywhere">
          <span className="font-semibold">{name}</span>{' '}
          <span className="text-dense text-fg-2">
            {[row.email, row.track && TRACK_NAMES[row.track]].filter(Boolean).join(' · ')}
          </span>
          <span role="status" className="block text-dense font-semibold text-warn">
            {/* An open row says it at the field. */}
            {!(isOpen && problem?.field) && problem?.sentence}
          </span>
        </p>
        {problem?.kind === 'second' && (
          <Button
            variant="quiet"
            onClick={() => {
              edit.current?.focus();
              onChange({ ...row, isSecondPerson: true });
            }}
          >
            It’s a different person
          </Button>
        )}
        <Button ref={edit} variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Edit<span className="sr-only">{` ${name}`}</span>
        </Button>
        <Button variant="quiet" onClick={onRemove}>
          Remove<span className="sr-only">{` ${name}`}</span>
        </Button>
      </div>
      {isOpen && (
        <div className="grid gap-4 pt-2 pb-3 sm:grid-cols-2">
          <TextField label="First name" {...field('firstName')} />
          <TextField label="Last name" {...field('lastName')} />
          <TextField label="Email" type="email" inputMode="email" spellCheck={false} {...field('email')} />
          {needsTrack(team.order.eventType) && (
            <TrackField
              id={`${id}-track`}
              value={row.track}
              onChange={(event) => onChange({ ...row, track: event.target.value as Track | '' })}
            />
          )}
        </div>
      )}
    </li>
  );
}

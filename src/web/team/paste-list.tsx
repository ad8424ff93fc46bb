import { useState } from 'react';
import { teamMember } from '#contract/checkout.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { fullName } from '#domain/attendee.ts';
import type { ListedPerson } from '#domain/team-list.ts';
import { Button } from '../ui/button.tsx';
import { TextareaField } from '../ui/textarea-field.tsx';
import { type Placed, placePeople } from './place-people.ts';
import { seatOfRow, type Team, useTeamForm } from './team-form.ts';
import { READER_FAILED, useReader } from './use-reader.ts';

/** Fills the blank seats from a list, after a preview. */
export function PasteList() {
  const form = useTeamForm();
  const { list } = form;
  const [isOpened, setOpen] = useState(list !== '');
  const error = form.errorOf('pastedList');
  const isOpen = isOpened || error !== undefined;
  const [filled, setFilled] = useState(0);
  const { read, hasFailed } = useReader(isOpen);
  const placed = placePeople(form, read?.(list) ?? []);
  const seated = placed.filter(({ row }) => typeof row === 'number');

  const fill = () => {
    for (const { person, row } of seated)
      for (const key of ['firstName', 'lastName', 'email', 'track'] as const)
        form.change(`others.${row as number}.${key}`, person[key]);
    setFilled(seated.length);
    // People without a seat stay listed.
    if (placed.some(({ row }) => row === 'no_seat')) return;
    form.change('pastedList', '');
    setOpen(false);
    document.getElementById('paste-list')?.focus();
  };

  return (
    <div className="mt-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Button
          id="paste-list"
          variant="secondary"
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
            setFilled(0);
          }}
        >
          Paste a list
        </Button>
        <p role="status" className="text-dense font-semibold text-ok">
          {filled > 0 && (filled === 1 ? '1 seat is filled.' : `${filled} seats are filled.`)}
        </p>
      </div>
      {isOpen && (
        <div className="mt-3 flex flex-col gap-3 rounded-card bg-sunken p-4">
          <TextareaField
            name="pastedList"
            label="Your list"
            hint="One person per line, such as: Ana Núñez, ana@example.org. You can also paste spreadsheet columns."
            autoCapitalize="none"
            spellCheck={false}
            value={list}
            onChange={(event) => form.change('pastedList', event.target.value)}
            // Opened for its error, it stays open during the correction.
            onFocus={() => setOpen(true)}
            error={hasFailed ? READER_FAILED : error}
          />
          <ol aria-label="Preview" className="text-dense empty:hidden">
            {placed.map((one, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place in the list
              <PreviewRow key={index} team={form} placed={one} />
            ))}
          </ol>
          <Button onClick={fill} aria-disabled={seated.length === 0} className="self-start">
            {seated.length === 1 ? 'Fill 1 seat' : `Fill ${seated.length || ''} seats`}
          </Button>
        </div>
      )}
    </div>
  );
}

function PreviewRow({ team, placed: { person, row } }: { team: Team; placed: Placed }) {
  const { email, track } = person;
  const name = fullName(person).trim();
  const problem = problemOf(person, row);
  return (
    <li className="border-t border-line py-1.5 first:border-t-0">
      <span className="font-semibold">
        {typeof row === 'number' ? `Seat ${seatOfRow(team, row)} · ${name}` : name}
      </span>{' '}
      <span>{[email, track && TRACK_NAMES[track]].filter(Boolean).join(' · ')}</span>
      {problem && <span className="block font-semibold text-warn">{problem}</span>}
    </li>
  );
}

/** The same sentences as the form's. */
function problemOf(person: ListedPerson, row: Placed['row']): string | undefined {
  if (row === 'in_team') return 'Already on your team';
  if (row === 'no_seat') return 'No seat left';
  return teamMember.safeParse(person).error?.issues[0]?.message;
}

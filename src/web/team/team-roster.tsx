import { ChevronDown } from 'lucide-react';
import { type FocusEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { TrackField } from '../track-field.tsx';
import { Button } from '../ui/button.tsx';
import { Fieldset } from '../ui/fieldset.tsx';
import { TextField } from '../ui/text-field.tsx';
import { EmailField } from './email-field.tsx';
import { findTwin } from './find-twin.ts';
import { PasteList } from './paste-list.tsx';
import { seatOfRow, useRowField, useTeamForm } from './team-form.ts';

/** A row per seat: a table on wide screens, otherwise rows that unfold one at a time. */
export function TeamRoster({
  asksTrack = true,
  leader,
}: {
  asksTrack?: boolean;
  /** The row of the person filling in the form, above the others. */
  leader?: ReactNode;
}) {
  const form = useTeamForm();
  const [openRow, setOpenRow] = useState<number | null>(null);
  const last = form.rows.length - 1;
  const goTo = (row: number) => {
    const isPast = row > last;
    flushSync(() => setOpenRow(isPast ? null : row));
    document.getElementById(isPast ? `seat-${seatOfRow(form, last)}` : `others.${row}.firstName`)?.focus();
  };
  return (
    <>
      <PasteList />
      <div className="roster mt-4 rounded-card border-[1.5px] border-line bg-surface p-3">
        <div aria-hidden="true" className="seat wide text-fg-2">
          <span />
          <span>First name</span>
          <span>Last name</span>
          <span>Email</span>
          {asksTrack && <span>Track (optional)</span>}
        </div>
        <ol>
          {leader}
          {form.rows.map((_, row) => (
            <SeatFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place in the list
              key={row}
              row={row}
              asksTrack={asksTrack}
              isLast={row === last}
              isOpen={openRow === row}
              setOpen={(isOpen) => setOpenRow(isOpen ? row : null)}
              onNext={() => goTo(row + 1)}
            />
          ))}
        </ol>
      </div>
    </>
  );
}

/** One seat. Where rows are folded, a row with an error stays open, so that it is visible and reachable. */
function SeatFields({
  row,
  asksTrack,
  isLast,
  isOpen,
  setOpen,
  onNext,
}: {
  row: number;
  asksTrack: boolean;
  isLast: boolean;
  isOpen: boolean;
  setOpen: (isOpen: boolean) => void;
  onNext: () => void;
}) {
  const firstName = useRowField(row, 'firstName');
  const lastName = useRowField(row, 'lastName');
  const email = useRowField(row, 'email');
  const track = useRowField(row, 'track');
  const form = useTeamForm();
  const seat = seatOfRow(form, row);
  const name = `${firstName.value} ${lastName.value}`.trim();
  const section = `section-m${row + 1}`;
  const twin = findTwin(form, row);
  const isShown = isOpen || [firstName.error, lastName.error, email.error, track.error].some(Boolean);
  // A row opened for its error stays open during the correction.
  const keepOpen = ({ target }: FocusEvent) => {
    if (!isOpen && target.matches('input, select')) setOpen(true);
  };
  return (
    <li>
      <Fieldset legend={`Seat ${seat}`} legendStyle="hidden" onFocus={keepOpen}>
        <button
          type="button"
          id={`seat-${seat}`}
          aria-expanded={isShown}
          aria-controls={`seat-${seat}-fields`}
          onClick={() => setOpen(!isOpen)}
          className="seat w-full text-left"
        >
          <span>Seat {seat} ·</span>
          <span className={`min-w-0 flex-1 truncate ${name ? 'font-semibold' : 'text-accent'}`}>
            {name || 'Add name'}
          </span>
          <ChevronDown aria-hidden="true" className={`size-4.5 shrink-0 ${isShown ? 'rotate-180' : ''}`} />
        </button>
        <div id={`seat-${seat}-fields`} data-open={isShown || undefined} className="seat-fields">
          <span aria-hidden="true" className="wide self-center text-dense">
            {seat}
          </span>
          <TextField
            {...firstName}
            label="First name"
            autoComplete={`${section} given-name`}
            enterKeyHint="next"
          />
          <TextField
            {...lastName}
            label="Last name"
            autoComplete={`${section} family-name`}
            enterKeyHint="next"
          />
          <EmailField
            {...email}
            onTake={(address) => form.change(email.name, address)}
            label="Email"
            autoComplete={`${section} email`}
            className="min-w-0"
          />
          {asksTrack && <TrackField {...track} />}
          <Button variant="secondary" onClick={onNext}>
            {isLast ? 'Done' : 'Next seat'}
          </Button>
        </div>
        <p role="status" className="font-semibold text-warn not-empty:pb-3">
          {form.noteOf?.(row) ??
            (twin && `Is this a different person? Seat ${twin} has the same name and email.`)}
        </p>
      </Fieldset>
    </li>
  );
}

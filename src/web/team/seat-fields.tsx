import { ChevronDown } from 'lucide-react';
import type { FocusEvent } from 'react';
import { TrackField } from '../track-field.tsx';
import { Button } from '../ui/button.tsx';
import { Fieldset } from '../ui/fieldset.tsx';
import { TextField } from '../ui/text-field.tsx';
import { EmailField } from './email-field.tsx';
import { findTwin } from './find-twin.ts';
import { seatOfRow, useRowField, useTeamForm } from './team-form.ts';

/** One seat. Where rows are folded, a row with an error stays open, so that it is visible and reachable. */
export function SeatFields({
  row,
  asksTrack,
  isLast,
  isOpen,
  onOpen,
  onFold,
  onNext,
}: {
  row: number;
  asksTrack: boolean;
  isLast: boolean;
  isOpen: boolean;
  onOpen: () => void;
  onFold: () => void;
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
    if (!isOpen && target.matches('input, select')) onOpen();
  };
  return (
    <li>
      <Fieldset legend={`Seat ${seat}`} legendStyle="hidden" onFocus={keepOpen}>
        <button
          type="button"
          id={`seat-${seat}`}
          aria-expanded={isShown}
          aria-controls={`seat-${seat}-fields`}
          onClick={isOpen ? onFold : onOpen}
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
          {twin && `Is this a second person? Seat ${twin} has the same name and email.`}
        </p>
      </Fieldset>
    </li>
  );
}

import { useState } from 'react';
import { flushSync } from 'react-dom';
import { TRACK_WORDS } from './details-fields.tsx';
import { useForm } from './form-field.ts';
import { PasteList } from './paste-list.tsx';
import { SeatFields } from './seat-fields.tsx';

/** A row for each seat: a table where there is room for one, else rows that unfold one at a time. */
export function TeamRoster({ seats }: { seats: number }) {
  const [openRow, setOpenRow] = useState<number | null>(null);
  const goTo = (row: number) => {
    const isLast = row >= seats - 1;
    flushSync(() => setOpenRow(isLast ? null : row));
    document.getElementById(isLast ? `seat-${seats}` : `others.${row}.firstName`)?.focus();
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
          <span>Track (optional)</span>
        </div>
        <ol>
          <LeaderRow />
          {Array.from({ length: seats - 1 }, (_, row) => (
            <SeatFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a seat is its place in the list
              key={row}
              row={row}
              isLast={row === seats - 2}
              isOpen={openRow === row}
              onOpen={() => setOpenRow(row)}
              onFold={() => setOpenRow(null)}
              onNext={() => goTo(row + 1)}
            />
          ))}
        </ol>
      </div>
    </>
  );
}

/** Copied from the fields above as they are typed. */
function LeaderRow() {
  const { firstName, lastName, email, track } = useForm().values;
  const name = `${firstName} ${lastName}`.trim();
  const rest = [email.trim(), track && TRACK_WORDS[track].label].filter(Boolean).join(' · ');
  return (
    <li className="seat">
      <span className="shrink-0">
        <span className="narrow">Seat </span>1<span className="narrow"> ·</span>
      </span>
      <span className="col-span-4 flex min-w-0 gap-2">
        <span className="min-w-0 truncate font-semibold">{name || 'Your name, from above'}</span>
        <span className="shrink-0 text-fg-2">you, the leader</span>
        <span className="wide min-w-0 truncate text-fg-2">{rest}</span>
      </span>
    </li>
  );
}

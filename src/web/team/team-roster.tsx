import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { PasteList } from './paste-list.tsx';
import { SeatFields } from './seat-fields.tsx';
import { seatOfRow, useTeamForm } from './team-form.ts';

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

import { type ReactNode, useState } from 'react';
import { unlockSound } from '../scanning/signals.ts';
import { useKeyBurst } from '../scanning/use-key-burst.ts';
import { CheckInForm } from './check-in-form.tsx';
import { DeskLayout } from './desk-layout.tsx';
import { ManualLookup } from './manual-lookup.tsx';
import { ResultPanel, Waiting } from './result-panel.tsx';
import type { Door } from './use-door.ts';

/** For people without a ticket at hand. */
export function ManualDesk({ door, methods }: { door: Door; methods: ReactNode }) {
  const [search, setSearch] = useState('');
  const { band } = door;
  const chosenId = band.kind === 'chosen' ? band.registrationId : null;
  // The person has found the ticket after all.
  useKeyBurst((text) => {
    unlockSound();
    if (band.kind !== 'checking' && !door.isAdmitting) void door.validate(text);
  });
  const checkIn = async () => {
    unlockSound();
    if (await door.admitShown()) setSearch('');
  };
  return (
    <DeskLayout
      left={
        <>
          {methods}
          <ManualLookup
            search={search}
            onSearchChange={setSearch}
            chosenId={chosenId}
            onChoose={(registrationId, person) => door.show({ kind: 'chosen', registrationId, person })}
          />
        </>
      }
      right={
        <>
          <ResultPanel band={band} waiting={<Waiting>Choose the person from the list.</Waiting>} />
          <CheckInForm
            notes={door.notes}
            onNotesChange={door.setNotes}
            whyNot={
              band.kind === 'chosen' || band.kind === 'valid' ? null : 'Choose a person from the list first.'
            }
            failure={door.failure}
            busy={door.isAdmitting}
            onCheckIn={() => void checkIn()}
          />
        </>
      }
    />
  );
}

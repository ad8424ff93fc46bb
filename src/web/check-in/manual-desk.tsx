import { type ReactNode, useState } from 'react';
import { unlockSound } from '../scanning/signals.ts';
import { useKeyBurst } from '../scanning/use-key-burst.ts';
import { CheckInForm } from './check-in-form.tsx';
import { DeskLayout } from './desk-layout.tsx';
import { ManualLookup } from './manual-lookup.tsx';
import { ResultPanel, Waiting } from './result-panel.tsx';
import type { CheckIn } from './use-check-in.ts';

/** For people without a ticket at hand. */
export function ManualDesk({ checkIn, methods }: { checkIn: CheckIn; methods: ReactNode }) {
  const [search, setSearch] = useState('');
  const { band } = checkIn;
  const chosenId = band.kind === 'chosen' ? band.registrationId : null;
  // The person has found the ticket after all.
  useKeyBurst((text) => {
    unlockSound();
    if (band.kind !== 'checking' && !checkIn.isAdmitting) void checkIn.validate(text);
  });
  const admit = async () => {
    unlockSound();
    if (await checkIn.admitShown()) setSearch('');
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
            onChoose={(registrationId, person) => checkIn.show({ kind: 'chosen', registrationId, person })}
          />
        </>
      }
      right={
        <>
          <ResultPanel band={band} waiting={<Waiting>Choose the person from the list.</Waiting>} />
          <CheckInForm
            notes={checkIn.notes}
            onNotesChange={checkIn.setNotes}
            whyNot={
              band.kind === 'chosen' || band.kind === 'valid' ? null : 'Choose a person from the list first.'
            }
            failure={checkIn.failure}
            busy={checkIn.isAdmitting}
            onCheckIn={() => void admit()}
          />
        </>
      }
    />
  );
}

import { type ReactNode, useState } from 'react';
import { unlockSound } from '../scanning/signals.ts';
import { useKeyBurst } from '../scanning/use-key-burst.ts';
import { DeskLayout } from './desk-layout.tsx';
import { ManualLookup } from './manual-lookup.tsx';
import type { CheckIn } from './use-check-in.ts';

/** For people without a ticket at hand. */
export function ManualDesk({ checkIn, methods }: { checkIn: CheckIn; methods: ReactNode }) {
  const [search, setSearch] = useState('');
  const { band } = checkIn;
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
      checkIn={checkIn}
      waiting="Choose the person from the list."
      whyNot={band.kind === 'chosen' || band.kind === 'valid' ? null : 'Choose a person from the list first.'}
      onCheckIn={() => void admit()}
    >
      {methods}
      <ManualLookup
        search={search}
        onSearchChange={setSearch}
        chosenId={band.kind === 'chosen' ? band.registrationId : null}
        onChoose={(registrationId, person) => checkIn.show({ kind: 'chosen', registrationId, person })}
      />
    </DeskLayout>
  );
}

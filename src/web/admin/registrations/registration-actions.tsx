import { IdCard, Mail, Pencil, Trash2, UserX } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { RowActions, RowButton } from '../lists/row-actions.tsx';
import type { ListedRegistration } from './listed-registration.ts';
import type { RegistrationAction } from './registration-question.tsx';

/** Loaded on demand: with its form it is as large as the list. */
const RegistrationQuestion = lazy(() =>
  import('./registration-question.tsx').then((file) => ({ default: file.RegistrationQuestion })),
);

export function RegistrationActions({ person }: { person: ListedRegistration }) {
  const [asked, setAsked] = useState<RegistrationAction | null>(null);
  const name = `${person.firstName} ${person.lastName}`;
  return (
    <RowActions>
      <RowButton label={`Correct ${name}`} tip="Correct" onClick={() => setAsked('correct')}>
        <Pencil aria-hidden="true" />
      </RowButton>
      <RowButton label={`Resend ticket to ${name}`} tip="Resend Ticket" onClick={() => setAsked('resend')}>
        <Mail aria-hidden="true" />
      </RowButton>
      <RowButton label={`Badge for ${name}`} tip="Badge" onClick={() => setAsked('badge')}>
        <IdCard aria-hidden="true" />
      </RowButton>
      <RowButton label={`Free the seat of ${name}`} tip="Cannot Come" onClick={() => setAsked('free')}>
        <UserX aria-hidden="true" />
      </RowButton>
      <RowButton label={`Delete ${name}`} tip="Delete" onClick={() => setAsked('delete')}>
        <Trash2 aria-hidden="true" />
      </RowButton>
      {asked && (
        <Suspense>
          <RegistrationQuestion asked={asked} person={person} onClose={() => setAsked(null)} />
        </Suspense>
      )}
    </RowActions>
  );
}

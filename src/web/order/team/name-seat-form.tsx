import type { ReactNode } from 'react';
import { nameSeats, type Team } from '#contract/team.ts';
import { call } from '../../api.ts';
import { asksForSecond } from '../../api-errors.ts';
import { type CheckedPerson, useAsksForSecond, usePersonForm } from '../../person-form.tsx';
import { SecondPersonQuestion } from '../../second-person-question.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SeatForm } from './seat-form.tsx';
import { useTeamCall } from './use-team-call.ts';

/** Names one seat; the ticket is mailed at once. `insteadOf` is the invitation that this withdraws. */
export function NameSeatForm({
  team,
  label,
  action: actionLabel = 'Name this seat',
  insteadOf = [],
  onNamed,
}: {
  team: Team;
  label: string;
  action?: ReactNode;
  insteadOf?: string[];
  onNamed: () => void;
}) {
  const { transactionId, eventType } = team.order;
  const action = useTeamCall({
    transactionId,
    run: (person: CheckedPerson & { isSecondPerson?: true }) =>
      call(nameSeats, { params: { transactionId }, body: { people: [person], insteadOf } }),
    done: ({ firstName, email }) => ({
      title: `${firstName} has a seat`,
      description: `The ticket is on its way to ${email}.`,
    }),
    isQuestion: asksForSecond,
    onDone: onNamed,
  });
  const form = usePersonForm(action.error);
  const isAsked = useAsksForSecond(action, form);
  return (
    <SeatForm
      form={form}
      eventType={eventType}
      label={label}
      isBusy={action.isBusy}
      busyLabel="Naming"
      action={actionLabel}
      onSend={action.start}
    >
      {isAsked && (
        <SecondPersonQuestion
          confirmLabel="Yes, add this person"
          isBusy={action.isBusy}
          onConfirm={form.submit((person) => action.start({ ...person, isSecondPerson: true }))}
        >
          Your team already has a person with this name and email. If you meant someone else, change the name
          or the email.
        </SecondPersonQuestion>
      )}
      {action.failure && !asksForSecond(action.error) && form.errors.length === 0 && (
        <Notice tone="error">{action.failure}</Notice>
      )}
    </SeatForm>
  );
}

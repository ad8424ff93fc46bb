import { useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { changeTeamPerson, freeTeamSeat, type Team, type TeamPerson } from '#contract/team.ts';
import { emailKey, fullName } from '#domain/attendee.ts';
import { changedHalf, personChange, renewsCode } from '#domain/person-change.ts';
import { call } from '../../api.ts';
import { ChangeNotice, useTooLate } from '../../change-notice.tsx';
import { type CheckedPerson, usePersonForm } from '../../person-form.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useSeen } from '../../use-call-form.ts';
import { SeatForm } from './seat-form.tsx';
import { useTeamCall } from './use-team-call.ts';

/** Corrects a person's details, gives the seat to somebody else, or removes the person. */
export function PersonPanel({
  team,
  person,
  seat,
  onChanged,
}: {
  team: Team;
  person: TeamPerson;
  seat: number;
  onChanged: () => void;
}) {
  const { transactionId, eventType } = team.order;
  const { seen: shown, follow } = useSeen(person);
  const { firstName, lastName, email, track } = shown;
  const { isCheckedIn } = person;
  const seen = { firstName, lastName, email, track };
  const params = { transactionId, registrationId: String(person.id) };
  const action = useTeamCall({
    transactionId,
    run: (typed: CheckedPerson) => call(changeTeamPerson, { params, body: { ...typed, seen } }),
    done: (typed) => doneWords(shown, typed),
    onDone: onChanged,
  });
  const form = usePersonForm(action.error, { ...seen, track: track ?? '' });
  follow(form, action.error);
  const { control } = form.form;
  const refusal = useTooLate({ ...seen, isIn: isCheckedIn }, control);
  const noticeId = useId();
  if (person.isLeaving) {
    return (
      <p className="pb-4 text-md text-fg-2">
        This seat is being refunded. Nothing about it can be changed until the payment provider responds.
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-5 pb-5">
      <SeatForm
        form={form}
        eventType={eventType}
        label={`Seat ${seat}: ${fullName(shown)}`}
        dietHint="Leave it blank to keep the current note."
        isBusy={action.isBusy}
        busyLabel="Saving"
        action="Save"
        refusedBy={refusal ? noticeId : undefined}
        onSend={action.start}
      >
        <ChangeNotice
          id={noticeId}
          before={shown}
          control={control}
          keepsCode={isCheckedIn}
          refusal={refusal}
        />
        {action.failure && form.errors.length === 0 && <Notice tone="error">{action.failure}</Notice>}
      </SeatForm>
      {!isCheckedIn && <RemovePerson team={team} person={person} onDone={onChanged} />}
    </div>
  );
}

/** What saving has done. */
export function doneWords(
  before: Pick<TeamPerson, 'firstName' | 'lastName' | 'email' | 'isCheckedIn'>,
  after: CheckedPerson,
) {
  if (personChange(before, after) === 'another_person') {
    return {
      title: `${after.firstName} has the seat now`,
      description: `The ticket is on its way to ${after.email}. The old one no longer works.`,
    };
  }
  if (!before.isCheckedIn && changedHalf(before, after) === 'name') {
    return {
      title: 'Saved',
      description: `The ticket stays as it is. But if its holder has changed the address, a new ticket is on its way to ${after.email}.`,
    };
  }
  if (emailKey(before.email) === emailKey(after.email))
    return { title: 'Saved', description: 'The ticket stays as it is.' };
  return {
    title: 'Saved',
    description: renewsCode(before, after, before.isCheckedIn)
      ? `A new ticket is on its way to ${after.email}. The old one no longer works.`
      : `The ticket stays as it is, and is on its way to ${after.email}.`,
  };
}

/** What removing somebody does. */
export function removalWords({ email, isTold }: Pick<TeamPerson, 'email' | 'isTold'>): string {
  const mailed = isTold ? ` We will email ${email}.` : '';
  return `The ticket stops working immediately, and the seat is free again.${mailed} There is no refund.`;
}

function RemovePerson({ team, person, onDone }: { team: Team; person: TeamPerson; onDone: () => void }) {
  const [isAsking, setAsking] = useState(false);
  const { transactionId } = team.order;
  const { firstName, lastName, email, track } = person;
  const name = fullName(person);
  const action = useTeamCall({
    transactionId,
    run: () =>
      call(freeTeamSeat, {
        params: { transactionId, registrationId: String(person.id) },
        body: { seen: { firstName, lastName, email, track } },
      }),
    done: () => ({ title: `${name} was removed`, description: 'The seat is free again.' }),
    onDone: () => {
      // The dialog wouldn't let go of the focus.
      flushSync(() => setAsking(false));
      onDone();
    },
  });
  return (
    <div className="border-t border-line pt-4">
      <Button variant="secondary" onClick={() => setAsking(true)}>
        {`Remove ${firstName} from the team`}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={`Remove ${name}?`}
          confirmLabel="Remove"
          tone="danger"
          busy={action.isBusy}
          busyLabel="Removing"
          onConfirm={() => action.start()}
          onClose={() => setAsking(false)}
        >
          {removalWords(person)}
          {action.failure && (
            <Notice tone="error" className="mt-4">
              {action.failure}
            </Notice>
          )}
        </ConfirmDialog>
      )}
    </div>
  );
}

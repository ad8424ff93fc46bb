import { useId } from 'react';
import type { AdminOrder } from '#contract/admin-orders.ts';
import { type Attendee, addOrderAttendee, correctAttendee } from '#contract/attendees.ts';
import { fullName, needsTrack } from '#domain/attendee.ts';
import { call } from '../../api.ts';
import { asksForSecond } from '../../api-errors.ts';
import { ChangeNotice, useTooLate } from '../../change-notice.tsx';
import {
  type CheckedPerson,
  fieldsOf,
  NameAndEmail,
  useAsksForSecond,
  usePersonForm,
} from '../../person-form.tsx';
import { SecondPersonQuestion } from '../../second-person-question.tsx';
import { TrackField } from '../../track-field.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { startInFirstField } from '../../ui/first-field.ts';
import { Notice } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { useSeen } from '../../use-call-form.ts';
import { useAction } from '../actions/use-action.ts';
import { hasComeIn } from './has-come-in.ts';
import { ORDER_LISTS } from './order-queries.ts';

type Person = CheckedPerson & { isSecondPerson?: boolean };

/**
 * Adds a person to an order, or corrects `attendee`, who was checked in at `checkedInAt` (ISO 8601). Fields keep their
 * text until the server accepts it.
 */
export function AttendeeForm({
  order,
  attendee,
  checkedInAt = [],
  onClose,
}: {
  order: Pick<AdminOrder, 'id' | 'eventType'>;
  attendee: Attendee | null;
  checkedInAt?: readonly string[];
  onClose: () => void;
}) {
  const { seen, follow } = useSeen(attendee);
  // A seat can't be given to such a person, so only an addition asks.
  const isQuestion = (error: unknown) => !attendee && asksForSecond(error);
  const action = useAction({
    run: (person: Person) => save(order, seen, person),
    refreshes: ORDER_LISTS,
    success: () => ({
      title: 'Success',
      description: attendee ? 'Attendee corrected successfully' : 'Attendee added successfully',
    }),
    failed: { title: 'Error', otherwise: attendee ? 'Failed to correct attendee' : 'Failed to add attendee' },
    onDone: onClose,
    isQuestion,
  });
  const form = usePersonForm(action.error, seen ? fieldsOf(seen) : undefined);
  follow(form, action.error);
  const { field } = form;
  const isAsked = useAsksForSecond(action, form);
  const { control } = form.form;
  const isIn = hasComeIn(order.eventType, checkedInAt);
  const refusal = useTooLate(seen && { ...seen, isIn }, control);
  const noticeId = useId();
  return (
    <form
      ref={startInFirstField}
      noValidate
      aria-label={attendee ? `Correct ${fullName(attendee)}` : 'Add attendee'}
      onSubmit={form.submit(action.start)}
      className="flex flex-col gap-4 rounded-button bg-sunken/50 p-4"
    >
      <UnsavedWork when={form.isDirty} isSaving={action.isBusy} />
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <NameAndEmail
        form={form}
        isVisitor={false}
        emailHint={attendee ? undefined : 'The ticket will be emailed to this address.'}
      />
      {needsTrack(order.eventType) && <TrackField emptyLabel="Choose a track" {...field('track')} />}
      <TextField label="Dietary needs" optional {...field('dietaryRestrictions')} />
      {seen && (
        <ChangeNotice id={noticeId} before={seen} control={control} keepsCode={isIn} refusal={refusal} />
      )}
      {isQuestion(action.error) && isAsked && (
        <SecondPersonQuestion
          confirmLabel="Yes, add this person"
          isBusy={action.isBusy}
          onConfirm={() => void form.submit((person) => action.start({ ...person, isSecondPerson: true }))()}
        >
          {action.failure}
        </SecondPersonQuestion>
      )}
      {action.failure && !isQuestion(action.error) && <Notice tone="error">{action.failure}</Notice>}
      <div className="flex gap-3">
        <Button
          type="submit"
          size="sm"
          busy={action.isBusy}
          busyLabel={attendee ? 'Saving' : 'Adding'}
          aria-disabled={refusal !== null}
          aria-describedby={refusal ? noticeId : undefined}
        >
          {attendee ? 'Save' : 'Add attendee'}
        </Button>
        <Button variant="secondary" size="sm" aria-disabled={action.isBusy} onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function save(order: Pick<AdminOrder, 'id'>, attendee: Attendee | null, person: Person): Promise<Attendee> {
  return attendee
    ? call(correctAttendee, {
        params: { id: String(attendee.id) },
        body: { ...person, seen: fieldsOf(attendee) },
      })
    : call(addOrderAttendee, { params: { id: String(order.id) }, body: person });
}

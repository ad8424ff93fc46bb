import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useWatch } from 'react-hook-form';
import { event } from '#content/event.ts';
import { changeMyTicket, type MyTicket, type ValidTicket } from '#contract/my-ticket.ts';
import { MY_TICKET_WORDS } from '#contract/words/my-ticket.ts';
import { needsTrack } from '#domain/attendee.ts';
import { personChange } from '#domain/person-change.ts';
import { canCorrectTrack } from '#domain/ticket-page.ts';
import { call } from '../api.ts';
import { ChangeNotice } from '../change-notice.tsx';
import { now } from '../clock.ts';
import {
  type CheckedPerson,
  fieldsOf,
  NameAndEmail,
  type TypedPerson,
  usePersonForm,
} from '../person-form.tsx';
import { TrackField } from '../track-field.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast-store.ts';
import { UnsavedWork } from '../ui/unsaved-work.tsx';
import { useSeen } from '../use-call-form.ts';
import { changeFailure, refetchAfter, takeChange } from './use-my-ticket.ts';

/**
 * Corrects the holder's details or gives the ticket away. What is typed decides which, not how the form was opened;
 * notice and button announce it before submission.
 */
export function HolderForm({
  pageKey,
  ticket,
  isGivenAway,
  onClose,
}: {
  pageKey: string;
  ticket: ValidTicket;
  isGivenAway: boolean;
  onClose: () => void;
}) {
  const { seen, follow } = useSeen(ticket);
  const saving = useSaving(pageKey, seen, onClose);
  const form = usePersonForm(saving.error, isGivenAway ? undefined : fieldsOf(seen));
  follow(form, saving.error);
  const typed = useWatch({ control: form.form.control }) as TypedPerson;
  const isAnother = personChange(seen, typed) === 'another_person';
  const refusal = isAnother && ticket.isIn ? TOO_LATE : null;
  const noticeId = useId();
  const { field } = form;
  const hasTrack = needsTrack(ticket.eventType) && canCorrectTrack(event, now());
  return (
    <form
      noValidate
      onSubmit={form.submit((fields) => saving.mutate(hasTrack ? fields : { ...fields, track: seen.track }))}
      className="mt-4 flex flex-col gap-4"
    >
      <UnsavedWork when={form.isDirty} />
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <NameAndEmail
        form={form}
        isVisitor={!isGivenAway}
        emailHint={isGivenAway ? 'We’ll email their ticket to this address.' : undefined}
      />
      {hasTrack && <TrackField emptyLabel="Choose a track" {...field('track')} />}
      <TextField label="Dietary needs" optional {...field('dietaryRestrictions')} />
      <ChangeNotice
        id={noticeId}
        before={seen}
        control={form.form.control}
        keepsCode
        mayBeRenamed={!ticket.isIn}
        refusal={refusal}
      />
      {saving.error && form.errors.length === 0 && (
        <Notice tone="error">{changeFailure(saving.error)}</Notice>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          busy={saving.isPending}
          busyLabel={isAnother ? 'Giving it away' : 'Saving'}
          aria-disabled={refusal !== null}
          aria-describedby={refusal ? noticeId : undefined}
        >
          {isAnother ? `Give the ticket to ${typed.firstName.trim() || 'someone else'}` : 'Save'}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

const TOO_LATE = `${MY_TICKET_WORDS.givenAwayAfterCheckIn} To correct your details, change the name or the email, not both at once.`;

function useSaving(key: string, seen: ValidTicket, onSaved: () => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (fields: CheckedPerson) =>
      call(changeMyTicket, { body: { key, ...fields, seen: fieldsOf(seen) } }),
    onSuccess: async (response: MyTicket, { email }) => {
      if (response.state === 'valid') {
        onSaved();
        toast({ title: 'Saved', tone: 'ok' });
      } else {
        toast({ title: 'Ticket given away', description: `It is on its way to ${email}.`, tone: 'ok' });
      }
      await takeChange(queryClient, key, response);
    },
    onError: (error) => refetchAfter(queryClient, key, error),
  });
}

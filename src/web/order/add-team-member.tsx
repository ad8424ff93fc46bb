import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { OrderWithRegistrations, Registration } from '#contract/orders.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { countSeats, needsTrack } from '#domain/attendee.ts';
import { TRACKS } from '#domain/packages.ts';
import { PrivacyLink } from '../privacy-link.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { TextField } from '../ui/text-field.tsx';
import { unnamedSeatsSentence } from './seats.ts';
import { useMemberForm } from './use-member-form.ts';

/** The form's place on the confirmation page, as the address names it. */
export const ADD_MEMBER = 'add-member';

/** Names the next unnamed seat. The input stays until the server has accepted it. */
export function AddTeamMember({
  data: { order, registrations },
  onAdded,
}: {
  data: OrderWithRegistrations;
  onAdded: (added: Registration) => void;
}) {
  const form = useMemberForm(order, onAdded);
  const { field, errors, attempt, failure, lastAdded, isSubmitting } = form;
  const heading = useRef<HTMLHeadingElement>(null);
  const hash = useRouterState({ select: ({ location }) => location.hash });
  useEffect(() => {
    if (hash === ADD_MEMBER) heading.current?.focus();
  }, [hash]);
  return (
    <section aria-labelledby={ADD_MEMBER} className="mt-6 rounded-button bg-mist p-4 sm:p-5 print:hidden">
      <h3 id={ADD_MEMBER} ref={heading} tabIndex={-1} className="scroll-mt-6">
        Add a team member
      </h3>
      <p role="status" className="mt-1 text-md text-fg-2">
        {lastAdded && (
          <span className="font-semibold text-ok">
            {lastAdded.firstName} {lastAdded.lastName} has a seat now.{' '}
          </span>
        )}
        {unnamedSeatsSentence(countSeats(order) - registrations.length)}
      </p>
      <form noValidate onSubmit={form.submit} className="mt-4 flex flex-col gap-4">
        <ErrorSummary errors={errors} attempt={attempt} />
        <MemberFields field={field} asksTrack={needsTrack(order.eventType)} />
        {failure && (
          <Notice tone="error" title="Error Adding Attendee">
            {failure}
          </Notice>
        )}
        {form.isAsked && (
          <Notice
            tone="warn"
            role="alert"
            title="Is this a second person?"
            action={
              <Button
                size="sm"
                busy={isSubmitting}
                busyLabel="Adding"
                onClick={() => void form.submitSecondPerson()}
              >
                Yes, add a second person
              </Button>
            }
          >
            This order already has a person with this name and email. If you meant somebody else, change the
            name or the email and add them again.
          </Notice>
        )}
        <p className="text-sm">
          <PrivacyLink />
        </p>
        <Button type="submit" busy={isSubmitting} busyLabel="Adding" className="self-start">
          Add team member
        </Button>
      </form>
    </section>
  );
}

function MemberFields({
  field,
  asksTrack,
}: {
  field: ReturnType<typeof useMemberForm>['field'];
  asksTrack: boolean;
}) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="section-member given-name" {...field('firstName')} />
        <TextField label="Last name" autoComplete="section-member family-name" {...field('lastName')} />
      </div>
      <TextField
        label="Email"
        hint="The ticket goes to this address."
        type="email"
        inputMode="email"
        autoComplete="section-member email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
      {asksTrack && (
        <SelectField
          label="Track"
          hint="For the breakout sessions."
          emptyLabel="Choose a track"
          options={TRACKS.map((track) => ({ value: track, label: TRACK_NAMES[track] }))}
          optional
          {...field('track')}
        />
      )}
      <TextField label="Dietary needs" optional enterKeyHint="done" {...field('dietaryRestrictions')} />
    </>
  );
}

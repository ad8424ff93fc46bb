import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { OrderWithRegistrations, Registration } from '#contract/orders.ts';
import { fullName, needsTrack } from '#domain/attendee.ts';
import { PrivacyLink } from '../privacy-link.tsx';
import { SecondPersonQuestion } from '../second-person-question.tsx';
import { TeamFormProvider } from '../team/team-form.ts';
import { TeamRoster } from '../team/team-roster.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Fieldset } from '../ui/fieldset.tsx';
import { Notice } from '../ui/notice.tsx';
import { UnsavedWork } from '../ui/unsaved-work.tsx';
import { useErrorTitle } from '../ui/use-error-title.ts';
import { EVENT_OVER, isEventPast } from './is-event-past.ts';
import { ADD_MEMBER } from './order-link.tsx';
import { ATTENDEES } from './seat-list.tsx';
import { unnamedSeatsSentence } from './seats.ts';
import { useSeatsForm } from './use-seats-form.ts';
import '../team/roster.css';

/** Names open seats, any number at once. Names that are typed stay, even if others take all seats meanwhile. */
export function AddTeamMembers({ data }: { data: OrderWithRegistrations }) {
  const form = useSeatsForm(data);
  const { added, failures, asked } = form.outcome;
  const askedNames = asked.map(({ typed }) => fullName(typed));
  useErrorTitle(failures.length > 0);
  const heading = useRef<HTMLHeadingElement>(null);
  const hash = useRouterState({ select: ({ location }) => location.hash });
  useEffect(() => {
    if (hash === ADD_MEMBER) heading.current?.focus();
  }, [hash]);
  // The rows of the people just added are gone, and the focus with them.
  useEffect(() => {
    if (added.length > 0) heading.current?.focus();
  }, [added]);
  if (form.open + form.count === 0) return null;
  return (
    <section
      ref={passFocusOn}
      aria-labelledby={ADD_MEMBER}
      className="mt-6 rounded-button bg-mist p-4 sm:p-5 print:hidden"
    >
      <h3 id={ADD_MEMBER} ref={heading} tabIndex={-1} className="scroll-mt-6">
        Add a team member
      </h3>
      <p role="status" className="mt-1 text-md text-fg-2">
        {added.length > 0 && <span className="font-semibold text-ok">{seatedSentence(added)} </span>}
        <span>{isEventPast() ? EVENT_OVER : unnamedSeatsSentence(form.open)}</span>
      </p>
      <form noValidate onSubmit={form.submit} className="mt-4 flex flex-col gap-4">
        <UnsavedWork when={form.count > 0 || form.team.list !== ''} />
        <ErrorSummary errors={form.errors} attempt={form.attempt} />
        {/* While people are sent, rows move up as those before them get their seats. */}
        <Fieldset legend="Your team" legendStyle="hidden" disabled={form.isSending}>
          <TeamFormProvider value={form.team}>
            <TeamRoster asksTrack={needsTrack(data.order.eventType)} />
          </TeamFormProvider>
        </Fieldset>
        {failures.length > 0 && (
          <Notice tone="error" title="Error Adding Attendee">
            {failures.map(({ name, sentence }) => (
              <p key={name + sentence} className="wrap-anywhere">
                {failures.length > 1 || form.count > 1 ? `${name}: ${sentence}` : sentence}
              </p>
            ))}
          </Notice>
        )}
        {asked.length > 0 && form.open === 0 && (
          <Notice tone="warn" role="alert">
            {`${presentSentence(askedNames)} No seat is left for anyone else.`}
          </Notice>
        )}
        {asked.length > 0 && form.open > 0 && (
          <SecondPersonQuestion
            confirmLabel={
              asked.length === 1 ? 'Yes, add this person' : `Yes, add ${asked.length} more people`
            }
            isBusy={form.isSending}
            onConfirm={() => void form.submitSecondPeople()}
          >
            {`${presentSentence(askedNames)} ${askedNames.length === 1 ? ONE_OTHER : OTHERS}`}
          </SecondPersonQuestion>
        )}
        <p className="text-sm">
          <PrivacyLink />
        </p>
        <Button type="submit" busy={form.isSending} busyLabel="Adding" className="self-start">
          {form.count > 1 ? `Add ${form.count} team members` : 'Add team member'}
        </Button>
      </form>
    </section>
  );
}

/** The `ref` of the form, which goes with the last open seat: the focus would be lost with it. */
function passFocusOn(form: HTMLElement) {
  return () => {
    if (form.contains(document.activeElement)) document.getElementById(ATTENDEES)?.focus();
  };
}

function seatedSentence(added: readonly Registration[]): string {
  const [first] = added;
  return added.length === 1
    ? `${fullName(first!)} has a seat now.`
    : `${added.length} people have seats now.`;
}

const ONE_OTHER = 'If you meant someone else, change the name or the email and add them again.';
const OTHERS = 'If you meant others, change the names or the emails and add them again.';

function presentSentence(names: readonly string[]): string {
  return names.length === 1
    ? 'This order already has a person with this name and email.'
    : `This order already has people with these names and emails: ${names.join(', ')}.`;
}

import type { ReactNode } from 'react';
import type * as z from 'zod/mini';
import { personForm } from '#contract/person.ts';
import type { Team } from '#contract/team.ts';
import { needsTrack } from '#domain/attendee.ts';
import { TrackField } from '../../track-field.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';
import { useCallForm } from '../../use-call-form.ts';

type Typed = z.input<typeof personForm>;
export type SeatValues = z.output<typeof personForm>;

const FIELDS = ['firstName', 'lastName', 'email', 'track', 'dietaryRestrictions'] as const;

const BLANK: Typed = { firstName: '', lastName: '', email: '', track: '', dietaryRestrictions: '' };

/** `seen` has the person whose details the form corrects. */
export function useSeatForm(refusal: unknown, seen?: Partial<Typed>) {
  return useCallForm({
    schema: personForm,
    initial: { ...BLANK, ...seen },
    follows: seen !== undefined,
    fields: FIELDS,
    refusal,
  });
}

/** The fields of one seat. `label` names the form; `children` are above its button. */
export function SeatForm({
  form,
  eventType,
  label,
  dietHint,
  onSend,
  isBusy,
  action,
  children,
}: {
  form: ReturnType<typeof useSeatForm>;
  eventType: Team['order']['eventType'];
  label: string;
  dietHint?: string;
  onSend: (person: SeatValues) => void;
  isBusy: boolean;
  action: string;
  children?: ReactNode;
}) {
  const { field } = form;
  const own = { autoComplete: 'off' };
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={form.submit((person) => !isBusy && onSend(person))}
      className="flex flex-col gap-4"
    >
      <UnsavedWork when={form.isDirty} />
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" {...own} {...field('firstName')} />
        <TextField label="Last name" {...own} {...field('lastName')} />
      </div>
      <TextField
        label="Email"
        hint="The ticket goes here."
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        {...own}
        {...field('email')}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {needsTrack(eventType) && <TrackField {...field('track')} />}
        <TextField
          label="Dietary needs"
          optional
          hint={dietHint}
          {...own}
          {...field('dietaryRestrictions')}
        />
      </div>
      {children}
      <Button type="submit" busy={isBusy} busyLabel="Saving" className="self-start">
        {action}
      </Button>
    </form>
  );
}

import type { ReactNode } from 'react';
import type { Team } from '#contract/team.ts';
import { needsTrack } from '#domain/attendee.ts';
import { type CheckedPerson, NameAndEmail, type usePersonForm } from '../../person-form.tsx';
import { TrackField } from '../../track-field.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorSummary } from '../../ui/error-summary.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { UnsavedWork } from '../../ui/unsaved-work.tsx';

/**
 * The fields of one seat. `label` names the form; `children` are above its button. `refusedBy`: the id of the text that
 * says why what is typed can't be saved.
 */
export function SeatForm({
  form,
  eventType,
  label,
  dietHint,
  onSend,
  isBusy,
  busyLabel,
  action,
  refusedBy,
  children,
}: {
  form: ReturnType<typeof usePersonForm>;
  eventType: Team['order']['eventType'];
  label: string;
  dietHint?: string;
  onSend: (person: CheckedPerson) => void;
  isBusy: boolean;
  busyLabel: string;
  action: ReactNode;
  refusedBy?: string | undefined;
  children?: ReactNode;
}) {
  const { field } = form;
  return (
    <form
      noValidate
      aria-label={label}
      onSubmit={form.submit((person) => !isBusy && onSend(person))}
      className="flex flex-col gap-4"
    >
      <UnsavedWork when={form.isDirty} />
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <NameAndEmail form={form} isVisitor={false} emailHint="The ticket will be emailed to this address." />
      <div className="grid gap-4 sm:grid-cols-2">
        {needsTrack(eventType) && <TrackField {...field('track')} />}
        <TextField
          label="Dietary needs"
          optional
          hint={dietHint}
          autoComplete="off"
          {...field('dietaryRestrictions')}
        />
      </div>
      {children}
      <Button
        type="submit"
        busy={isBusy}
        busyLabel={busyLabel}
        aria-disabled={refusedBy !== undefined}
        aria-describedby={refusedBy}
        className="self-start"
      >
        {action}
      </Button>
    </form>
  );
}

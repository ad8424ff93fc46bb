import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ParsedOf } from '#contract/route.ts';
import { claimSeat, type lookAtClaim } from '#contract/team.ts';
import { needsTrack } from '#domain/attendee.ts';
import { ApiError, call, sentenceOf } from '../api.ts';
import { type CheckedPerson, NameAndEmail, usePersonForm } from '../person-form.tsx';
import { PrivacyLink } from '../privacy-link.tsx';
import { TrackField } from '../track-field.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { UnsavedWork } from '../ui/unsaved-work.tsx';

/** The person who submits it gets the seat and the ticket. */
export function ClaimForm({
  claim,
  secret,
  onClaimed,
}: {
  claim: ParsedOf<typeof lookAtClaim.response>;
  secret: string;
  onClaimed: (claimed: ParsedOf<typeof claimSeat.response>) => void;
}) {
  const client = useQueryClient();
  const claiming = useMutation({
    mutationFn: (person: CheckedPerson) => call(claimSeat, { body: { ...person, key: secret } }),
    onSuccess: onClaimed,
    onError: (error) => {
      // The loser of a race gets the same sentence as a later visitor.
      if (error instanceof ApiError && isOver(error)) {
        void client.resetQueries({ queryKey: ['claim', secret] });
      }
    },
  });
  const form = usePersonForm(claiming.error);
  const { field } = form;
  return (
    <form
      noValidate
      aria-label="Your details"
      onSubmit={form.submit((person) => !claiming.isPending && claiming.mutate(person))}
      className="flex flex-col gap-4"
    >
      <UnsavedWork when={form.isDirty && !claiming.isSuccess} />
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <NameAndEmail form={form} isVisitor emailHint="Your ticket goes here." />
      {needsTrack(claim.eventType) && <TrackField {...field('track')} />}
      <TextField
        label="Dietary needs"
        optional
        hint="Helps the kitchen plan."
        autoComplete="off"
        {...field('dietaryRestrictions')}
      />
      {claiming.error && <Notice tone="error">{sentenceOf(claiming.error)}</Notice>}
      <p className="text-sm">
        <PrivacyLink />
      </p>
      <Button
        type="submit"
        variant="beacon"
        className="self-start"
        busy={claiming.isPending}
        busyLabel="Claiming your seat"
      >
        Claim this seat
      </Button>
    </form>
  );
}

function isOver({ code }: ApiError): boolean {
  return ['claim_used', 'claim_withdrawn', 'team_full', 'naming_over', 'event_over'].includes(code);
}

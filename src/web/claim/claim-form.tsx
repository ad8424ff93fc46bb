import { useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { personForm } from '#contract/person.ts';
import type { ParsedOf } from '#contract/route.ts';
import { claimSeat, type lookAtClaim } from '#contract/team.ts';
import { needsTrack } from '#domain/attendee.ts';
import { ApiError, call, sentenceOf } from '../api.ts';
import { PrivacyLink } from '../privacy-link.tsx';
import { TrackField } from '../track-field.tsx';
import { Button } from '../ui/button.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { UnsavedWork } from '../ui/unsaved-work.tsx';
import { useCallForm } from '../use-call-form.ts';

const FIELDS = ['firstName', 'lastName', 'email', 'track', 'dietaryRestrictions'] as const;

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
    mutationFn: (person: z.output<typeof personForm>) =>
      call(claimSeat, { body: { ...person, key: secret } }),
    onSuccess: onClaimed,
    onError: (error) => {
      // The loser of a race gets the same sentence as a later visitor.
      if (error instanceof ApiError && isOver(error)) {
        void client.resetQueries({ queryKey: ['claim', secret] });
      }
    },
  });
  const form = useCallForm({
    schema: personForm,
    initial: { firstName: '', lastName: '', email: '', track: '', dietaryRestrictions: '' },
    fields: FIELDS,
    refusal: claiming.error,
  });
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
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField
        label="Email"
        hint="Your ticket goes here."
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        {...field('email')}
      />
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

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouterState } from '@tanstack/react-router';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { event } from '#content/event.ts';
import { paths } from '#contract/paths.ts';
import type { ParsedOf } from '#contract/route.ts';
import { claimSeat, lookAtClaim } from '#contract/team.ts';
import { counted } from '#contract/words/counted.ts';
import { needsTrack } from '#domain/attendee.ts';
import { formatDay } from '#domain/calendar.ts';
import { describeDays, eventDays } from '#domain/event-days.ts';
import { ApiError, call, sentenceOf } from '../api.ts';
import { asksForSecond } from '../api-errors.ts';
import { DeadEnd } from '../dead-end.tsx';
import { type CheckedPerson, NameAndEmail, useAsksForSecond, usePersonForm } from '../person-form.tsx';
import { PrivacyLink } from '../privacy-link.tsx';
import { SecondPersonQuestion } from '../second-person-question.tsx';
import { SiteFrame } from '../site-frame.tsx';
import { TrackField } from '../track-field.tsx';
import { Button } from '../ui/button.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorSummary } from '../ui/error-summary.tsx';
import { Notice } from '../ui/notice.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextField } from '../ui/text-field.tsx';
import { UnsavedWork } from '../ui/unsaved-work.tsx';

type Claim = ParsedOf<typeof lookAtClaim.response>;
type Claimed = ParsedOf<typeof claimSeat.response>;

/** The page where somebody takes a team's seat. The secret is in the fragment, which reaches no log and no referrer. */
export function ClaimPage() {
  const secret = useRouterState({ select: ({ location }) => location.hash });
  return <ClaimOf key={secret} secret={secret} />;
}

function ClaimOf({ secret }: { secret: string }) {
  const [claimed, setClaimed] = useState<Claimed | null>(null);
  const query = useQuery({
    queryKey: ['claim', secret],
    queryFn: ({ signal }) => call(lookAtClaim, { body: { key: secret || '-' }, signal }),
    enabled: claimed === null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const hadForm = useRef(false);
  useEffect(() => {
    if (query.data) hadForm.current = true;
  }, [query.data]);
  const failure = claimed || query.data || query.isFetching ? null : query.error;
  return (
    <SiteFrame title={claimed ? 'Your ticket is on its way' : 'Claim your seat'} action="none">
      {failure ? (
        <Failed error={failure} hadForm={hadForm} onRetry={() => void query.refetch()} />
      ) : (
        <div className="wrap flex max-w-copy flex-col gap-6 pt-6 pb-14 sm:pt-10">{contentOf()}</div>
      )}
    </SiteFrame>
  );

  function contentOf(): ReactNode {
    if (claimed) return <Done claimed={claimed} />;
    if (query.data) return <Offer claim={query.data} secret={secret} onClaimed={setClaimed} />;
    return <Spinner label="Checking your link" />;
  }
}

function Offer({
  claim,
  secret,
  onClaimed,
}: {
  claim: Claim;
  secret: string;
  onClaimed: (claimed: Claimed) => void;
}) {
  const { line } = describeDays(event.zone, eventDays(event, claim.eventType));
  const { venue } = event;
  return (
    <>
      <div>
        <p className="eyebrow">{line}</p>
        <h1 className="mt-1 text-2xl sm:text-3xl">A seat for you at {event.name}</h1>
        <p className="mt-3 text-lg wrap-anywhere">
          <strong>{claim.teamName}</strong>{' '}
          {claim.forTeam
            ? `has ${counted(claim.seatsLeft, 'free seat')}: first come, first served.`
            : 'has a seat for you. This link works once.'}
        </p>
        <p className="mt-2 text-md text-fg-2">
          {venue.name}, {venue.organization}
          <span className="block">
            {venue.street}, {venue.city}
          </span>
        </p>
        <p className="mt-2 text-md text-fg-2">
          There is no charge. Claim your seat by {formatDay(claim.namingEndsOn)}.
        </p>
      </div>
      <Card>
        <ClaimForm claim={claim} secret={secret} onClaimed={onClaimed} />
      </Card>
    </>
  );
}

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
    mutationFn: (person: CheckedPerson & { isSecondPerson?: true }) =>
      call(claimSeat, { body: { ...person, key: secret } }),
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
  const isAsked = useAsksForSecond({ error: claiming.error, sent: claiming.variables }, form);
  const send = (isSecondPerson?: true) =>
    form.submit((person) => !claiming.isPending && claiming.mutate({ ...person, isSecondPerson }));
  return (
    <form noValidate aria-label="Your details" onSubmit={send()} className="flex flex-col gap-4">
      <UnsavedWork when={form.isDirty && !claiming.isSuccess} />
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <NameAndEmail form={form} isVisitor emailHint="We’ll email your ticket to this address." />
      {needsTrack(claim.eventType) && <TrackField {...field('track')} />}
      <TextField
        label="Dietary needs"
        optional
        hint="Helps the kitchen plan. Whoever bought your ticket can see it."
        autoComplete="off"
        {...field('dietaryRestrictions')}
      />
      {isAsked && (
        // The visitor's own first try may have worked, and only its response was lost.
        <SecondPersonQuestion
          confirmLabel="Yes, I’m a different person"
          isBusy={claiming.isPending}
          onConfirm={send(true)}
        >
          Someone with this name and email already has a seat. If that was you, your ticket is in your email.
        </SecondPersonQuestion>
      )}
      {claiming.error && !asksForSecond(claiming.error) && form.errors.length === 0 && (
        <Notice tone="error">{sentenceOf(claiming.error)}</Notice>
      )}
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
  return [
    'claim_used',
    'claim_withdrawn',
    'team_full',
    'naming_over',
    'event_over',
    'order_not_paid',
  ].includes(code);
}

function Done({ claimed }: { claimed: Claimed }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-2xl sm:text-3xl">
        You have a seat, {claimed.firstName}!
      </h1>
      <p className="text-lg wrap-anywhere">
        Your ticket is on its way to <strong>{claimed.email}</strong>. Show its code at the door, on your
        phone or on paper.
      </p>
      <ButtonLink href={paths.myTicket(claimed.pageKey)} variant="beacon" className="self-start">
        Open my ticket
      </ButtonLink>
    </>
  );
}

/**
 * The server has a sentence for every reason why a link gives no seat. Takes the focus if the form, with the pressed
 * button, was here before.
 */
function Failed({
  error,
  hadForm,
  onRetry,
}: {
  error: Error;
  hadForm: RefObject<boolean>;
  onRetry: () => void;
}) {
  const isFinal = error instanceof ApiError && [403, 404, 409].includes(error.status);
  return (
    <DeadEnd
      title="Claim your seat"
      takesFocus={hadForm}
      role="alert"
      actions={!isFinal && <Button onClick={onRetry}>Try again</Button>}
    >
      <p className="font-semibold text-fg">
        {isFinal ? 'This link cannot be used' : 'We could not check your link'}
      </p>
      <p className="mt-1">{sentenceOf(error)}</p>
    </DeadEnd>
  );
}

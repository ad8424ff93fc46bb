import { type ReactNode, useId } from 'react';
import { event } from '#content/event.ts';
import type { PendingRegistration } from '#contract/checkout.ts';
import { paths } from '#contract/paths.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { fullName, withoutLeader } from '#domain/attendee.ts';
import { formatDay } from '#domain/calendar.ts';
import { daysOf } from '#domain/capacity.ts';
import { carryToNextPage } from '../storage.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { type Definition, DefinitionList } from '../ui/definition-list.tsx';
import { labelOfPending, seatsOfPending } from './reprice.ts';

/** Everything in the order, to review before paying. */
export function CheckoutOverview({ pending }: { pending: PendingRegistration }) {
  const seats = seatsOfPending(pending);
  return (
    <>
      <EventCard pending={pending} />
      <Section title="Primary registrant" canChange>
        <DefinitionList items={registrantLines(pending)} />
      </Section>
      {seats > 1 && (
        <Section title="Team members" canChange>
          <TeamList pending={pending} seats={seats} />
        </Section>
      )}
    </>
  );
}

function EventCard({ pending }: { pending: PendingRegistration }) {
  const { eventType } = pending;
  const { venue } = event;
  const dates = daysOf(event, eventType).map((day) => (
    <time key={day} dateTime={day} className="block">
      {formatDay(day, 'weekday')}
    </time>
  ));
  return (
    <Section title={event.name}>
      {eventType === 'conference' && pending.isEarlyBird && (
        <p className="-mt-1 mb-2">
          <Badge tone="ok">Early Bird Applied</Badge>
        </p>
      )}
      <DefinitionList
        items={[
          ...(eventType === 'conference'
            ? []
            : [{ term: 'Training', description: event.training.name } satisfies Definition]),
          { term: dates.length > 1 ? 'Dates' : 'Date', description: dates },
          {
            term: 'Venue',
            description: (
              <>
                {venue.name}, {venue.organization}
                <span className="block font-normal text-fg-2">
                  {venue.street}, {venue.city}, {venue.state} {venue.postalCode}
                </span>
              </>
            ),
          },
          { term: 'Package', description: labelOfPending(pending) },
        ]}
      />
    </Section>
  );
}

function registrantLines(pending: PendingRegistration): Definition[] {
  const lines: [string, string | null | undefined][] = [
    ['Name', fullName(pending)],
    ['Email', pending.email],
    ['Phone', pending.phone],
    ['Organization', pending.organization],
    ['Job title', pending.jobTitle],
    ['Track', pending.track && TRACK_NAMES[pending.track]],
    ['Dietary needs', pending.dietaryRestrictions],
  ];
  return lines.flatMap(([term, description]) => (description ? [{ term, description }] : []));
}

function TeamList({ pending, seats }: { pending: PendingRegistration; seats: number }) {
  const named = withoutLeader(pending, pending.teamMembers);
  const free = seats - 1 - named.length;
  const later =
    free === 1
      ? 'One seat still needs a name. Add it from your confirmation page.'
      : `${free} seats still need a name. Add them from your confirmation page.`;
  return (
    <>
      {named.length > 0 && (
        <ol className="mb-2">
          {named.map((member, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may share everything that is shown
            <li key={row} className="border-b border-line py-2.5 last:border-b-0">
              <p className="font-semibold">{fullName(member)}</p>
              <p className="text-md text-fg-2">
                {member.email}
                {member.track && ` · ${TRACK_NAMES[member.track]}`}
              </p>
            </li>
          ))}
        </ol>
      )}
      {free > 0 && <p className="text-md text-fg-2">{later}</p>}
    </>
  );
}

function Section({
  title,
  canChange = false,
  children,
}: {
  title: string;
  canChange?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Card>
        <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
          <h2 id={id} className="text-xl">
            {title}
          </h2>
          {canChange && (
            <a
              href={paths.register}
              onClick={carryToNextPage}
              className="link inline-flex min-h-6 items-center text-md font-semibold"
            >
              Change<span className="sr-only"> details of the {title.toLowerCase()}</span>
            </a>
          )}
        </div>
        {children}
      </Card>
    </section>
  );
}

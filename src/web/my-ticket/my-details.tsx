import { type ReactNode, useRef, useState } from 'react';
import { event } from '#content/event.ts';
import type { ValidTicket } from '#contract/my-ticket.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { fullName, needsTrack } from '#domain/attendee.ts';
import { canCorrectTicket, passOnRefusal } from '#domain/ticket-page.ts';
import { now } from '../clock.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { DefinitionList } from '../ui/definition-list.tsx';
import { CannotCome } from './cannot-come.tsx';
import { HolderForm } from './holder-form.tsx';

/** The holder's details, and what they can change. */
export function MyDetails({ pageKey, ticket }: { pageKey: string; ticket: ValidTicket }) {
  const [shown, setShown] = useState<'details' | 'correct' | 'give'>('details');
  const heading = useRef<HTMLHeadingElement>(null);
  const show = (next: typeof shown) => {
    setShown(next);
    heading.current?.focus();
  };
  const canCorrect = canCorrectTicket(event, now());
  const canPassOn = passOnRefusal(ticket, event, now()) === null;
  return (
    <Card>
      <h2 ref={heading} tabIndex={-1} className="text-xl outline-none">
        {TITLES[shown]}
      </h2>
      {shown === 'details' ? (
        <>
          <DefinitionList className="mt-3" items={detailsOf(ticket)} />
          {ticket.isIn && <p className="mt-4 text-md">You are checked in.</p>}
          <div className="mt-4 flex flex-wrap gap-3 empty:hidden max-sm:flex-col">
            {canCorrect && (
              <Button variant="secondary" onClick={() => show('correct')}>
                Correct my details
              </Button>
            )}
            {canPassOn && (
              <>
                <Button variant="secondary" onClick={() => show('give')}>
                  Give my ticket to someone else
                </Button>
                <CannotCome pageKey={pageKey} />
              </>
            )}
          </div>
        </>
      ) : (
        <HolderForm
          key={shown}
          pageKey={pageKey}
          ticket={ticket}
          isGivenAway={shown === 'give'}
          onClose={() => show('details')}
        />
      )}
    </Card>
  );
}

const TITLES = {
  details: 'Your details',
  correct: 'Correct your details',
  give: 'Give your ticket to someone else',
};

function detailsOf(ticket: ValidTicket): { term: string; description: ReactNode }[] {
  const { email, track, dietaryRestrictions } = ticket;
  return [
    { term: 'Name', description: fullName(ticket) },
    { term: 'Email', description: <span className="wrap-anywhere">{email}</span> },
    ...(needsTrack(ticket.eventType)
      ? [{ term: 'Track', description: track ? TRACK_NAMES[track] : 'Not chosen yet' }]
      : []),
    { term: 'Dietary needs', description: dietaryRestrictions ?? 'None' },
  ];
}

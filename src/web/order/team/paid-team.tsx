import { type ReactNode, useRef } from 'react';
import type { Team } from '#contract/team.ts';
import { counted } from '#contract/words/counted.ts';
import { formatDay } from '#domain/calendar.ts';
import { Card } from '../../ui/card.tsx';
import { EVENT_OVER, isEventPast } from '../is-event-past.ts';
import { PasteTeam } from './paste-team.tsx';
import { SeatRows } from './seat-rows.tsx';
import { StillNaming } from './still-naming.tsx';
import { TeamLink } from './team-link.tsx';

/** The seats of a paid order, with what can still be done about them. */
export function PaidTeam({ team, reminders }: { team: Team; reminders: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isTeam = team.seats > 1;
  const focusHeading = () => heading.current?.focus();
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[7fr_5fr] lg:gap-8">
      <div className="flex min-w-0 flex-col gap-6">
        <Card>
          <h2 ref={heading} tabIndex={-1} className="text-xl">
            {countWords(team)}
          </h2>
          <p className="mt-1 text-md text-fg-2">
            <Deadline team={team} />
          </p>
          <SeatRows team={team} onChanged={focusHeading} />
        </Card>
        {isTeam && !isEventPast() && <PasteTeam team={team} onFinished={focusHeading} />}
      </div>
      <div className="flex min-w-0 flex-col gap-6 empty:hidden print:hidden">
        {isTeam && team.isNamingOpen && (team.freeSeats > 0 || team.teamLink) && <TeamLink team={team} />}
        {reminders}
      </div>
    </div>
  );
}

/** `10 seats: 3 named, 2 invited, 5 free`. */
function countWords({ seats, people, invitations, freeSeats }: Team): string {
  const invited = Math.min(invitations.length, freeSeats);
  const counts = [
    `${people.length} named`,
    invited > 0 && `${invited} invited`,
    freeSeats > invited && `${freeSeats - invited} free`,
  ];
  return `${counted(seats, 'seat')}: ${counts.filter(Boolean).join(', ')}`;
}

/** What can still be done, and until when. */
function Deadline({ team }: { team: Team }) {
  if (isEventPast()) return EVENT_OVER;
  const { isNamingOpen, freeSeats, seats } = team;
  const day = formatDay(team.namingEndsOn);
  if (freeSeats === 0) {
    const words = 'You can correct a name, or give a seat to someone else.';
    return isNamingOpen ? `Everyone has a ticket. ${words}` : words;
  }
  if (isNamingOpen)
    return `Name your ${seats === 1 ? 'seat' : 'seats'} by ${day}. Each person gets a ticket by email right away.`;
  return (
    <>
      <span>The deadline for naming seats on this page was {day}. </span>
      <StillNaming team={team} />
    </>
  );
}

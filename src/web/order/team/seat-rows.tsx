import { ChevronDown } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import type { ClaimLink, Team } from '#contract/team.ts';
import { fullName, missingFields } from '#domain/attendee.ts';
import { unpromisedSeats } from '#domain/naming.ts';
import { Badge } from '../../ui/badge.tsx';
import { WorkInDialog } from '../../ui/unsaved-work.tsx';
import { fitRows } from '../fit-rows.ts';
import { isEventPast } from '../is-event-past.ts';
import { missingWords } from '../seats.ts';
import { FreePanel } from './free-panel.tsx';
import { InvitedPanel } from './invited-panel.tsx';
import { mailWords, sentWords } from './mail-words.ts';
import { PersonPanel } from './person-panel.tsx';
import { StillNaming } from './still-naming.tsx';

/**
 * One row per seat, which unfolds in place until the event is past. A folded row keeps its input, and so does one at the
 * deadline for naming.
 */
export function SeatRows({ team, onChanged }: { team: Team; onChanged: () => void }) {
  const { people, invitations } = team;
  const count = unpromisedSeats({ free: team.freeSeats, invited: invitations.length });
  const [free, setFree] = useState<readonly FreeRow[]>([]);
  const fitting = fitRows(free, count, ({ unsaved }) => unsaved.size === 0, blankRow);
  if (fitting !== free) setFree(fitting);
  const [invited, setInvited] = useState<readonly InvitedRow[]>([]);
  const current = fitInvited(invited, invitations);
  if (current !== invited) setInvited(current);
  return (
    <ol className="mt-3">
      {people.map((person, index) => (
        <PersonRow key={person.id} team={team} person={person} seat={index + 1} onChanged={onChanged} />
      ))}
      {invited.map((row) => {
        const index = invitations.findIndex(({ id }) => id === row.link.id);
        const link = invitations[index] ?? row.link;
        return (
          <Row
            key={row.key}
            title={
              index === -1
                ? 'This invitation was used or withdrawn'
                : `Seat ${people.length + index + 1} · invited`
            }
            status={index === -1 ? undefined : sentWords(link.mail)}
            detail={link.mailedTo}
          >
            <WorkInDialog value={row}>
              <InvitedPanel
                team={team}
                link={link}
                isGone={index === -1}
                hasSeat={count > 0}
                canName={team.canName || row.unsaved.size > 0}
                onNamed={() => {
                  setInvited((before) => before.filter((each) => each !== row));
                  onChanged();
                }}
                onWithdrawn={onChanged}
              />
            </WorkInDialog>
          </Row>
        );
      })}
      {free.map((row, index) => {
        const seat = index < count ? people.length + invitations.length + index + 1 : undefined;
        return (
          <Row
            key={row.key}
            title={seat ? `Seat ${seat} · free` : 'No free seat left for this person'}
            isQuiet
          >
            {!team.canName && (
              <p className="pb-4 text-md text-fg-2">
                <StillNaming team={team} />
              </p>
            )}
            {(team.canName || row.unsaved.size > 0) && (
              <WorkInDialog value={row}>
                <FreePanel
                  team={team}
                  seat={seat}
                  // This row's seat was named; the other rows keep their input.
                  onTaken={() => {
                    setFree((before) => before.filter((each) => each !== row));
                    onChanged();
                  }}
                />
              </WorkInDialog>
            )}
          </Row>
        );
      })}
    </ol>
  );
}

/** A row's forms tell it about unsaved work as they tell a dialog. */
interface FreeRow {
  /** Another one once the row is blank again. */
  readonly key: string;
  readonly unsaved: Set<object>;
  readonly saving: Set<object>;
}

interface InvitedRow extends FreeRow {
  readonly link: ClaimLink;
}

function blankRow(): FreeRow {
  return { key: crypto.randomUUID(), unsaved: new Set(), saving: new Set() };
}

/** One row per invitation. Its end removes only a blank row. The same array if nothing changes. */
function fitInvited(rows: readonly InvitedRow[], invitations: readonly ClaimLink[]): readonly InvitedRow[] {
  const ended = rows.filter(
    ({ link, unsaved }) => unsaved.size === 0 && !invitations.some(({ id }) => id === link.id),
  );
  const added = invitations.filter(({ id }) => !rows.some(({ link }) => link.id === id));
  if (ended.length + added.length === 0) return rows;
  return [...rows.filter((row) => !ended.includes(row)), ...added.map((link) => ({ link, ...blankRow() }))];
}

function PersonRow({ team, person, seat, onChanged }: ComponentProps<typeof PersonPanel>) {
  const [changes, setChanges] = useState(0);
  const missing = missingFields(person, team.order.eventType);
  return (
    <Row
      title={fullName(person)}
      badge={
        <>
          {person.isOrganizer && <Badge>Organizer</Badge>}
          {person.isCheckedIn && <Badge tone="ok">Checked in</Badge>}
          {person.isLeaving && <Badge tone="warn">Being refunded</Badge>}
          {missing.length > 0 && <Badge tone="warn">{missingWords(missing)}</Badge>}
        </>
      }
      status={mailWords(person)}
      detail={person.email}
    >
      <PersonPanel
        // Once saved, the form starts again with nothing typed.
        key={changes}
        team={team}
        person={person}
        seat={seat}
        onChanged={() => {
          setChanges(changes + 1);
          onChanged();
        }}
      />
    </Row>
  );
}

function Row({
  title,
  badge,
  status,
  detail,
  isQuiet = false,
  children,
}: {
  title: string;
  badge?: ReactNode;
  status?: string;
  detail?: ClaimLink['mailedTo'];
  isQuiet?: boolean;
  children: ReactNode;
}) {
  const line = (
    <>
      <span className="flex min-w-0 flex-1 basis-16 flex-wrap items-center gap-x-2.5 gap-y-0.5">
        <span className={`min-w-0 wrap-anywhere ${isQuiet ? 'text-accent' : 'font-semibold'}`}>{title}</span>
        {badge}
        {detail && <span className="w-full text-dense text-fg-2 wrap-anywhere">{detail}</span>}
      </span>
      {status && (
        <span className="shrink-0 text-dense text-fg-2 max-sm:order-last max-sm:w-full">{status}</span>
      )}
    </>
  );
  if (isEventPast()) return <li className={LINE}>{line}</li>;
  return (
    <li>
      <details className="group">
        <summary className={`${LINE} list-none hover:bg-mist [&::-webkit-details-marker]:hidden`}>
          {line}
          <ChevronDown
            aria-hidden="true"
            className="size-4.5 shrink-0 text-accent group-open:rotate-180 print:hidden"
          />
        </summary>
        <div className="pt-2 print:hidden">{children}</div>
      </details>
    </li>
  );
}

const LINE =
  '-mx-3 flex min-h-14 flex-wrap items-center gap-x-3 border-t border-line px-3 py-1.5 text-md leading-tight';

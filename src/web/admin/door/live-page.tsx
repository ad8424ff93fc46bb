import { X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { event } from '#content/event.ts';
import type { Board } from '#contract/door-day.ts';
import { paths } from '#contract/paths.ts';
import { counted } from '#contract/words/counted.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { formatDay, formatTime } from '#domain/calendar.ts';
import { keepAwake } from '../../keep-awake.ts';
import { RehearsalNotice } from '../../rehearsal-notice.tsx';
import { setTheme, useNight } from '../../theme.ts';
import { Badge } from '../../ui/badge.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { cx } from '../../ui/cx.ts';
import { Notice } from '../../ui/notice.tsx';
import { Switch } from '../../ui/switch.tsx';
import { useNow } from '../../use-now.ts';
import { AdminGuard } from '../frame/admin-guard.tsx';
import { Loaded } from '../frame/loaded.tsx';
import { usePageTitle } from '../frame/page-title.ts';
import { ArrivalChart } from './arrival-chart.tsx';
import { OpenQuestions } from './open-questions.tsx';
import { countedWords, phoneWords } from './phone-words.ts';
import { ShortList } from './short-list.tsx';
import { useLiveBoard } from './use-live-board.ts';
import './live-board.css';

// As many as fit on a projector; the rest is collapsed.
const MOST_TEAMS = 6;
const MOST_PHONES = 3;

/** The day at a glance: for a projector across a room, and for a phone in the hand. */
export function LivePage() {
  usePageTitle('Live board');
  return <AdminGuard>{() => <LiveBoard />}</AdminGuard>;
}

function LiveBoard() {
  const board = useLiveBoard();
  useEffect(() => keepAwake(), []);
  return (
    <div className="live-board flex min-h-dvh flex-col">
      <BoardHeader board={board.data} isStale={board.error !== null} />
      <main className="live-main flex flex-1 flex-col gap-4">
        {board.data ? (
          <>
            {board.error && (
              <Notice tone="error" title="This board may be out of date">
                It shows the numbers as of {formatTime(event.zone, new Date(board.data.now))} and will update
                automatically when the server responds.
              </Notice>
            )}
            <RehearsalNotice />
            <BoardView board={board.data} />
          </>
        ) : (
          <Loaded query={board} loading="Loading the board" failure="The board could not be loaded">
            {() => null}
          </Loaded>
        )}
      </main>
    </div>
  );
}

function BoardHeader({ board, isStale }: { board: Board | undefined; isStale: boolean }) {
  const night = useNight();
  return (
    <header className="live-header on-ink flex flex-wrap items-center gap-x-6 gap-y-1 bg-ink">
      <h1>
        Live board<span className="sr-only">, {event.name}</span>
      </h1>
      {board && <p className="text-fg-2">{formatDay(board.day, 'weekday')}</p>}
      <Clock isStale={isStale} />
      <Switch
        label="Dark mode"
        checked={night}
        onChange={(change) => setTheme(change.target.checked ? 'night' : 'day')}
        className="ml-auto"
      />
      <a href={paths.admin('check-in')} className={buttonClass('quiet', 'sm', 'min-h-11 text-md!')}>
        <X aria-hidden="true" />
        Exit
      </a>
    </header>
  );
}

function Clock({ isStale }: { isStale: boolean }) {
  const now = useNow();
  return (
    <p className="text-fg-2 even-figures">
      {formatTime(event.zone, now)} {isStale && <Badge tone="warn">May be out of date</Badge>}
    </p>
  );
}

/** In the order shown on a phone; wide screens have their own layout. */
function BoardView({ board }: { board: Board }) {
  return (
    <div className="live-places">
      <Arrived board={board} />
      <div className="live-people flex flex-col gap-4">
        <OpenQuestions board={board} />
        <Phones phones={board.phones} />
      </div>
      <Panel title="Arrivals in five-minute intervals" className="live-chart">
        <ArrivalChart slots={board.perFiveMinutes} />
      </Panel>
      <div className="live-shares flex flex-col gap-4">
        <Share
          title="By door"
          rows={board.byDoor.map(({ door, arrived }) => ({ name: door ?? 'Help desk', arrived }))}
        />
        <Share
          title="By package"
          rows={board.byPackage.map(({ label, ...counts }) => ({ name: label, ...counts }))}
        />
        <Share
          title="By track"
          rows={board.byTrack.map(({ track, ...counts }) => ({
            name: track ? TRACK_NAMES[track] : 'No track',
            ...counts,
          }))}
        />
      </div>
      <Teams board={board} />
    </div>
  );
}

function Panel({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className={cx('live-panel flex min-w-0 flex-col rounded-card bg-surface shadow-card', className)}
    >
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** The one figure that must be read from the last row. */
function Arrived({ board: { arrived, expected, waiting, phones } }: { board: Board }) {
  const now = useNow();
  return (
    <section aria-label="Arrived" className="live-panel live-arrived rounded-card bg-surface shadow-card">
      <p className="live-figure font-display font-[680] tracking-tight even-figures">{arrived}</p>
      <p className="live-of">
        of {expected} in{expected > 0 && ` · ${Math.floor((arrived / expected) * 100)}%`}
      </p>
      <progress
        aria-label="Arrived"
        value={arrived}
        max={Math.max(expected, 1)}
        className="live-bar w-full appearance-none overflow-hidden rounded-full bg-sunken [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <p className={cx('mt-2', waiting > 0 ? 'font-semibold text-warn' : 'text-fg-2')}>
        {countedWords(phones, now)}
      </p>
    </section>
  );
}

interface ShareRow {
  readonly name: string;
  readonly arrived: number;
  readonly expected?: number;
}

function Share({ title, rows }: { title: string; rows: readonly ShareRow[] }) {
  const most = Math.max(1, ...rows.map(({ arrived, expected }) => expected ?? arrived));
  return (
    <Panel title={title}>
      {rows.length === 0 && <p className="text-fg-2">No tickets for today.</p>}
      <ul className="grid gap-2">
        {rows.map(({ name, arrived, expected }) => (
          <li key={name}>
            <span className="flex justify-between gap-4">
              <span className="min-w-0">{name}</span>
              <strong className="shrink-0 even-figures">
                {arrived}
                {expected !== undefined && <span className="font-normal text-fg-2"> of {expected}</span>}
              </strong>
            </span>
            <span aria-hidden="true" className="live-bar block overflow-hidden rounded-full bg-sunken">
              <span
                className="block h-full rounded-full bg-accent"
                style={{ width: `${(arrived / (expected || most)) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Teams({ board: { teams, arrived } }: { board: Board }) {
  return (
    <Panel title="Team members not here yet" className="live-teams">
      {teams.length === 0 && (
        <p className="text-fg-2">
          {arrived === 0 ? 'No team has arrived yet.' : 'Every team that has arrived is complete.'}
        </p>
      )}
      <ShortList most={MOST_TEAMS} more="more team">
        {teams.map((team) => (
          <TeamRow key={team.order} team={team} />
        ))}
      </ShortList>
    </Panel>
  );
}

function TeamRow({ team }: { team: Board['teams'][number] }) {
  const { organization, number, seats, arrived, missing, freeSeats } = team;
  const free = freeSeats > 0 ? [counted(freeSeats, 'free seat')] : [];
  return (
    <li className="py-2">
      <p className="flex justify-between gap-4">
        <strong className="min-w-0">{organization ?? number}</strong>
        <span className="shrink-0 even-figures">
          {arrived} of {seats} in
        </span>
      </p>
      <p className="live-names text-md text-fg-2">{[...free, ...missing].join(', ')}</p>
    </li>
  );
}

function Phones({ phones }: { phones: Board['phones'] }) {
  const now = useNow();
  const rows = phones
    .map((phone) => ({ phone, words: phoneWords(phone, event.zone, now) }))
    .toSorted((a, b) => b.phone.waiting - a.phone.waiting || troubleOf(b.words) - troubleOf(a.words));
  return (
    <Panel title="Phones" className="flex-1">
      {phones.length === 0 && <p className="text-fg-2">No phone is active.</p>}
      <ShortList most={MOST_PHONES} more="more phone">
        {rows.map(({ phone, words: { tone, state, details } }) => (
          <li key={phone.id} className="py-1.5">
            <p className="flex flex-wrap items-center justify-between gap-x-4">
              <span>
                <strong>{phone.person}</strong>, {phone.door}
              </span>
              <Badge tone={tone}>{state}</Badge>
            </p>
            <p className={cx('text-md even-figures', phone.waiting > 0 ? 'text-warn' : 'text-fg-2')}>
              {details}
            </p>
          </li>
        ))}
      </ShortList>
    </Panel>
  );
}

const troubleOf = ({ tone }: { tone: string }) => (tone === 'ok' ? 0 : 1);

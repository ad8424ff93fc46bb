import { event } from '#content/event.ts';
import { agenda } from '#content/landing-texts.ts';
import { schedule } from '#content/schedule.ts';
import { TRACK_NAMES } from '#contract/words/tracks.ts';
import { formatDay, formatWallTime } from '#domain/calendar.ts';
import type { ScheduleItem } from '#domain/program.ts';
import { type Paint, paint } from '../art/palette.ts';
import { clockSpan } from '../clock-time.ts';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { useSale } from '../use-sale.ts';
import { TicketOptions } from './ticket-options.tsx';

/** The color of each kind of part, in the arc and beside its figure. */
const kindPaint: Record<ScheduleItem['kind'], Paint> = {
  arrival: 'lilac',
  plenary: 'harbor',
  keynote: 'dawn',
  breakout: 'violet',
  panel: 'sea',
  break: 'foam',
};

export function Agenda() {
  const { isOver } = useSale();
  return (
    <section id="agenda" aria-labelledby="agenda-title" className="section-y bg-surface">
      <div className="wrap">
        <div className="max-w-copy">
          <h2 id="agenda-title">{isOver ? agenda.titleAfter : agenda.title}</h2>
          <div className="mt-3 text-fg-2 sm:text-lg">{agenda.intro}</div>
        </div>
        <div className="mt-6 grid gap-4 sm:mt-10 sm:gap-6 lg:grid-cols-[7fr_5fr]">
          <ConferenceCard />
          <TicketOptions />
        </div>
      </div>
    </section>
  );
}

/** The day as an arc and three figures; the full schedule unfolds below. Find in page unfolds it, too. */
function ConferenceCard() {
  const { isOver } = useSale();
  const isTentative = schedule.tentative && !isOver;
  return (
    <article className="@container rounded-panel bg-page p-5 sm:p-9">
      <p className="eyebrow">
        <time dateTime={event.day}>{formatDay(event.day, 'weekday')}</time>
      </p>
      <h3 className="mt-1 text-xl sm:text-2xl">{event.name}</h3>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-md text-fg-2">
        {formatWallTime(schedule.items[0]!.from)} – {formatWallTime(schedule.items.at(-1)!.to)}
        {isTentative && <Badge className="bg-lilac! text-ink!">{agenda.tentative}</Badge>}
      </p>
      <DayArc />
      <Figures />
      <details className="group/agenda mt-5">
        <summary
          className={buttonClass(
            'primary',
            'lg',
            'w-full list-none sm:w-auto [&::-webkit-details-marker]:hidden',
          )}
        >
          <span className="group-open/agenda:hidden">{agenda.show}</span>
          <span className="hidden group-open/agenda:inline">{agenda.hide}</span>
        </summary>
        <TimeRail />
        {isTentative && <p className="mt-2 text-dense text-fg-2">{agenda.tentativeNote}</p>}
      </details>
    </article>
  );
}

/** How many parts of some kinds the day has. */
export function figuresOf(items: readonly Pick<ScheduleItem, 'kind'>[]) {
  return (['keynote', 'breakout', 'panel'] as const).map((kind) => {
    const count = items.filter((one) => one.kind === kind).length;
    return { kind, count, label: agenda.figures[kind][count === 1 ? 0 : 1] };
  });
}

function Figures() {
  return (
    <dl className="mt-4 flex flex-wrap justify-between gap-4 @md:grid @md:grid-cols-3">
      {figuresOf(schedule.items).map(({ kind, count, label }) => (
        <div key={kind} className="flex flex-col-reverse justify-end">
          <dt className="text-md leading-snug text-fg-2">{label}</dt>
          <dd className="flex items-center gap-2.5 font-display text-3xl font-[680] tracking-tight">
            {count}
            <span
              aria-hidden="true"
              className="h-2.5 w-5 rounded-t-full"
              style={{ background: paint[kindPaint[kind]] }}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const center = { x: 260, y: 246 };
const radius = 212;
/** The gap between two parts, in radians. */
const gap = 0.014;

/** The day as an arc over the horizon, each part proportional to its duration. */
function DayArc() {
  const { items } = schedule;
  const start = minutes(items[0]!.from);
  const length = minutes(items.at(-1)!.to) - start;
  const angle = (wallTime: string) => (Math.PI * (minutes(wallTime) - start)) / length;
  return (
    <svg viewBox="0 0 520 252" aria-hidden="true" className="mx-auto mt-4 w-full max-w-44 sm:max-w-[32rem]">
      <circle cx={center.x} cy={center.y} r="166" fill={paint.white} />
      <circle cx={center.x} cy={center.y} r="122" fill={paint.lilac} />
      <circle cx={center.x} cy={center.y} r="82" fill={paint.dawn} />
      <circle cx={center.x} cy={center.y} r="46" fill={paint.beacon} />
      <g fill="none" strokeWidth="60">
        {items.map((item) => (
          <path
            key={item.from}
            d={arc(angle(item.from) + gap / 2, angle(item.to) - gap / 2)}
            stroke={paint[kindPaint[item.kind]]}
          />
        ))}
      </g>
      <path d="M0 246H520V252H0Z" className="fill-page" />
      <path d="M4 247H516" stroke={paint.ink} strokeWidth="5" strokeLinecap="round" />
    </svg>
  );
}

function arc(from: number, to: number): string {
  const point = (at: number) =>
    `${(center.x - radius * Math.cos(at)).toFixed(1)} ${(center.y - radius * Math.sin(at)).toFixed(1)}`;
  return `M${point(from)}A${radius} ${radius} 0 0 1 ${point(to)}`;
}

function minutes(wallTime: string): number {
  const [hours = 0, rest = 0] = wallTime.split(':').map(Number);
  return hours * 60 + rest;
}

/** The day from top to bottom, with a sun at each part's time. */
function TimeRail() {
  return (
    <ol className="mt-7">
      {schedule.items.map((item, index) => (
        <li
          key={item.from}
          className="group/item relative grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-4 pb-6 @md:grid-cols-[10.5rem_2.75rem_minmax(0,1fr)]"
        >
          {index < schedule.items.length - 1 && (
            <span
              aria-hidden="true"
              className="absolute top-6 -bottom-1 left-[1.3125rem] w-0.5 bg-line @md:left-[12.8125rem]"
            />
          )}
          <p className="pt-1.5 text-md font-semibold text-fg-2 even-figures @max-md:order-2 @max-md:pt-0 @md:text-right">
            <time dateTime={item.from}>{clockSpan(item.from, item.to)}</time>
          </p>
          <Marker kind={item.kind} />
          <div className="pt-1 @max-md:order-3 @max-md:col-start-2 @max-md:pt-0">
            <h4 className="text-base leading-snug font-semibold">{item.title}</h4>
            {item.detail && <p className="text-md text-fg-2">{item.detail}</p>}
            {item.tracks.length > 0 && <Tracks tracks={item.tracks} />}
          </div>
        </li>
      ))}
    </ol>
  );
}

const suns: Record<ScheduleItem['kind'], readonly [outer: Paint, inner: Paint]> = {
  arrival: ['lilac', 'violet'],
  plenary: ['foam', 'harbor'],
  keynote: ['dawn', 'beacon'],
  breakout: ['lilac', 'violet'],
  panel: ['foam', 'sea'],
  break: ['foam', 'white'],
};

function Marker({ kind }: { kind: ScheduleItem['kind'] }) {
  const [outer, inner] = suns[kind];
  return (
    <svg
      viewBox="0 0 44 44"
      aria-hidden="true"
      className="relative size-11 @max-md:order-1 @max-md:row-span-2"
    >
      <circle cx="22" cy="22" r="22" fill="var(--color-page)" />
      <circle cx="22" cy="22" r="19" fill={paint.white} />
      <path d="M7 28a15 15 0 0 1 30 0Z" fill={paint[outer]} />
      <path d="M14 28a8 8 0 0 1 16 0Z" fill={paint[inner]} />
      <path d="M5 28.6H39" stroke={paint.ink} strokeWidth="2.4" strokeLinecap="round" />
    </svg>
  );
}

function Tracks({ tracks }: { tracks: ScheduleItem['tracks'] }) {
  return (
    <ul className="mt-2 grid grid-cols-1 gap-2 @md:grid-cols-2">
      {tracks.map(({ track, title }) => (
        <li key={track} className="rounded-input bg-surface px-3.5 py-2.5 text-md">
          <span className="block text-sm font-semibold text-accent">{TRACK_NAMES[track]}</span>
          {title}
        </li>
      ))}
    </ul>
  );
}

import { event } from '#content/event.ts';
import { schedule } from '#content/schedule.ts';
import { texts } from '#content/texts.ts';
import { formatDay } from '#domain/calendar.ts';
import type { ScheduleItem } from '#domain/programme.ts';
import { ArcCorner } from '../art/arc-corner.tsx';
import { Badge } from '../ui/badge.tsx';
import { buttonClass } from '../ui/button-class.ts';
import { SectionHeader } from '../ui/page-header.tsx';
import { clockTime } from './clock-time.ts';
import { ServerOnly } from './server-only.tsx';
import { TicketOptions } from './ticket-options.tsx';
import { TimeRail } from './time-rail.tsx';

const { agenda } = texts;

export function Agenda() {
  return (
    <section id="agenda" aria-labelledby="agenda-title" className="section-y bg-surface">
      <div className="wrap">
        <SectionHeader id="agenda-title" title={agenda.title} intro={agenda.intro} />
        <div className="mt-10 grid items-start gap-6 lg:grid-cols-[7fr_5fr]">
          <ConferenceCard />
          <TicketOptions />
        </div>
      </div>
    </section>
  );
}

/** The day in three figures; its whole schedule opens below. Finding in the page opens it by itself. */
function ConferenceCard() {
  return (
    <article className="relative overflow-hidden rounded-panel bg-page p-6 sm:p-9">
      <ArcCorner corner="top-right" colours="day" className="size-28 sm:size-44" />
      <p className="eyebrow relative">
        <time dateTime={event.day}>{formatDay(event.day, 'weekday')}</time>
      </p>
      <h3 className="relative mt-1 max-w-[70%] text-2xl">{event.name}</h3>
      <p className="relative mt-2 max-w-[75%] text-md text-fg-2">
        {clockTime(schedule.items[0]!.from)} – {clockTime(schedule.items.at(-1)!.to)}
        {schedule.tentative && <Badge className="ml-3 bg-lilac! text-ink!">{agenda.tentative}</Badge>}
      </p>
      <Figures />
      <details className="group/agenda mt-7">
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
        <ServerOnly>{import.meta.env.SSR && <TimeRail items={schedule.items} />}</ServerOnly>
        {schedule.tentative && <p className="mt-2 text-dense text-fg-2">{agenda.tentativeNote}</p>}
      </details>
    </article>
  );
}

function Figures() {
  const count = (kind: ScheduleItem['kind']) => schedule.items.filter((one) => one.kind === kind).length;
  const figures = [
    [count('keynote'), agenda.keynotes],
    [count('breakout'), agenda.breakouts],
    [count('panel'), agenda.panels],
  ] as const;
  return (
    <dl className="mt-8 grid grid-cols-3 gap-4 border-t border-line pt-6">
      {figures.map(([value, label]) => (
        <div key={label} className="flex flex-col-reverse justify-end">
          <dt className="text-md text-fg-2">{label}</dt>
          <dd className="font-display text-3xl font-[680] tracking-tight">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

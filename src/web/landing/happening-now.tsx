import { event } from '#content/event.ts';
import { hero } from '#content/landing-texts.ts';
import { schedule } from '#content/schedule.ts';
import { texts } from '#content/texts.ts';
import { formatTime, instantOf } from '#domain/calendar.ts';
import { type Moment, momentsOf } from '#domain/program.ts';
import { now } from '../clock.ts';
import { useSale } from '../use-sale.ts';

/** The current or next item in the hall. Contains all lines of the day; `follow-time.ts` shows one at a time. */
export function HappeningNow() {
  const { phase } = useSale();
  return (
    <div className="mt-6 inline-flex items-center gap-4 rounded-button bg-surface py-3 pr-5 pl-4">
      <span aria-hidden="true" className="relative grid size-8 shrink-0 place-items-center">
        <span className="absolute size-8 rounded-full border-2 border-beacon/40" />
        <span className="absolute size-5 rounded-full border-2 border-beacon/70" />
        <span className="size-2.5 rounded-full bg-beacon" />
      </span>
      <div>
        {phase === 'under_way' && <p className="text-md text-fg-2">{texts.underWay}</p>}
        {momentsOf(schedule.items).map((moment) => (
          <Line key={moment.from} {...moment} />
        ))}
      </div>
    </div>
  );
}

function Line({ from, to, item, isWait }: Moment) {
  const [start, end] = [from, to].map((wallTime) => instantOf(event.zone, schedule.day, wallTime));
  const at = now();
  return (
    <p hidden={at < start! || at >= end!} data-from={start!.getTime()} data-to={end!.getTime()}>
      <span className="text-beacon">{isWait ? hero.upNext : hero.happeningNow}</span>{' '}
      <strong className="font-display text-lg leading-tight font-[680] tracking-tight">{item.title}</strong>,{' '}
      {isWait ? hero.at : hero.until}{' '}
      <time dateTime={end!.toISOString()} className="whitespace-nowrap">
        {formatTime(event.zone, end!)}
      </time>
    </p>
  );
}

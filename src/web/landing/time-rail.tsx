import { landingTexts } from '#content/landing-texts.ts';
import type { ScheduleItem } from '#domain/program.ts';
import { type Paint, paint } from '../art/palette.ts';
import { clockSpan } from '../clock-time.ts';

const suns: Record<ScheduleItem['kind'], readonly [outer: Paint, inner: Paint]> = {
  arrival: ['lilac', 'violet'],
  plenary: ['foam', 'harbor'],
  keynote: ['dawn', 'beacon'],
  breakout: ['lilac', 'violet'],
  panel: ['foam', 'sea'],
  break: ['foam', 'white'],
};

/** The day from top to bottom, with a sun at each part's time. */
export function TimeRail({ items }: { items: readonly ScheduleItem[] }) {
  return (
    <ol className="mt-7">
      {items.map((item, index) => (
        <li
          key={item.from}
          className="group/item relative grid grid-cols-[2.75rem_minmax(0,1fr)] gap-x-4 pb-6 @md:grid-cols-[10.5rem_2.75rem_minmax(0,1fr)]"
        >
          {index < items.length - 1 && (
            <span
              aria-hidden="true"
              className="absolute top-6 -bottom-1 left-[1.3125rem] w-0.5 bg-line @md:left-[11.0625rem]"
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
          <span className="block text-sm font-semibold text-accent">{landingTexts.agenda.tracks[track]}</span>
          {title}
        </li>
      ))}
    </ul>
  );
}

import { event } from '#content/event.ts';
import type { Board } from '#contract/door-day.ts';
import { formatTime } from '#domain/calendar.ts';
import { atLeastAnHour, scaleTop, timeLabels } from './arrival-axis.ts';

/** Arrivals per five minutes, as bars and as a table for screen readers. */
export function ArrivalChart({ slots }: { slots: Board['perFiveMinutes'] }) {
  const top = scaleTop(slots);
  const [busiest] = slots.toSorted((a, b) => b.arrived - a.arrived);
  if (!busiest) return <p className="text-fg-2">No one has arrived yet.</p>;
  const shown = atLeastAnHour(slots);
  const time = (from: string) => formatTime(event.zone, new Date(from));
  return (
    <figure className="flex min-h-0 flex-1 flex-col">
      <div className="live-plot relative flex-1">
        <span aria-hidden="true" className="absolute top-0 left-0 text-sm text-fg-2 even-figures">
          {top}
        </span>
        <span aria-hidden="true" className="absolute bottom-0 left-0 text-sm text-fg-2">
          0
        </span>
        <svg
          role="img"
          aria-label={`Arrivals in five-minute intervals since ${time(slots[0]!.from)}; most at ${time(busiest.from)}: ${busiest.arrived}`}
          viewBox={`0 0 ${shown.length} ${top}`}
          preserveAspectRatio="none"
          className="live-bars"
        >
          {[0.25, 0.5, 0.75, 1].map((part) => (
            <line
              key={part}
              x1="0"
              x2={shown.length}
              y1={top - part * top}
              y2={top - part * top}
              vectorEffect="non-scaling-stroke"
            />
          ))}
          {shown.map(({ from, arrived }, index) => (
            <rect key={from} x={index + 0.1} y={top - arrived} width={0.8} height={arrived} />
          ))}
        </svg>
      </div>
      <div aria-hidden="true" className="live-times relative h-7 text-sm text-fg-2">
        {timeLabels(shown, event.zone).map(({ text, place }) => (
          <span key={text} className="absolute whitespace-nowrap" style={{ left: `${place * 100}%` }}>
            {text}
          </span>
        ))}
      </div>
      <details className="text-md">
        <summary className="inline-flex min-h-11 items-center link">As a table</summary>
        <div className="live-table overflow-y-auto">
          <table className="w-full text-left">
            <thead>
              <tr>
                <th scope="col">From</th>
                <th scope="col">Arrived</th>
              </tr>
            </thead>
            <tbody>
              {slots.toReversed().map(({ from, arrived }) => (
                <tr key={from} className="border-t border-line">
                  <td>{time(from)}</td>
                  <td>{arrived}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  );
}

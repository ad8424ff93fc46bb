import type { ScheduleItem } from '#domain/program.ts';
import { type Paint, paint } from '../art/palette.ts';

/** The color of each kind of part, in the arc and beside its figure. */
export const kindPaint: Record<ScheduleItem['kind'], Paint> = {
  arrival: 'lilac',
  plenary: 'harbor',
  keynote: 'dawn',
  breakout: 'violet',
  panel: 'sea',
  break: 'foam',
};

const center = { x: 260, y: 246 };
const radius = 212;
/** The gap between two parts, in radians. */
const gap = 0.014;

/** The day as an arc over the horizon, each part proportional to its duration. */
export function DayArc({ items, className }: { items: readonly ScheduleItem[]; className?: string }) {
  const start = minutes(items[0]!.from);
  const length = minutes(items.at(-1)!.to) - start;
  const angle = (wallTime: string) => (Math.PI * (minutes(wallTime) - start)) / length;
  return (
    <svg viewBox="0 0 520 252" aria-hidden="true" className={className}>
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

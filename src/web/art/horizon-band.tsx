import { type Paint, paint } from './palette.ts';
import { wave } from './waves.ts';

const suns: readonly (readonly [radius: number, color: Paint])[] = [
  [150, 'foam'],
  [112, 'lilac'],
  [76, 'dawn'],
  [42, 'beacon'],
];

/** A low sun over water. It ends in ink, so that an ink section can follow seamlessly. The sky is transparent. */
export function HorizonBand({ className = '' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 1440 200"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      className={`block h-24 w-full sm:h-44 xl:h-auto ${className}`}
    >
      <g>
        {suns.map(([radius, color]) => (
          <circle key={color} cx="1180" cy="156" r={radius} fill={paint[color]} />
        ))}
        <circle cx="270" cy="240" r="150" fill={paint.foam} />
        <circle cx="420" cy="230" r="110" fill={paint.sea} opacity=".35" />
      </g>
      <path fill={paint.ink} d="M0 155.5H1440V201H0Z" />
      <g fill="none" strokeWidth="3.5" strokeLinecap="round">
        <path d={wave(-95, 1460, 173, 150)} stroke={paint.sea} opacity=".8" />
        <path d={wave(-64, 1460, 192, 150)} stroke={paint.sea} opacity=".4" />
        <path d={wave(1105, 1255, 173, 150)} stroke={paint.beacon} />
      </g>
    </svg>
  );
}

import { HeroArt } from '../art/hero-art.tsx';
import { paint } from '../art/palette.ts';
import { wave } from '../art/waves.ts';

/** As in the art: where its water begins, and its swells with the length of one. */
const horizon = 440;
const swells = [
  [464, paint.sea, 0.95],
  [490, paint.foam, 0.5],
  [516, paint.sea, 0.6],
  [542, paint.harbour, 0.9],
] as const;
const swellLength = 140;
const phase = -128;

/**
 * The hero's art. On wide screens, where it shows 400 units across, seven fifths as high as wide, the
 * same water goes on to both edges of the window.
 */
export function HeroHorizon({ className }: { className?: string }) {
  return (
    <div className={`relative ${className ?? ''}`}>
      <Water from={80 - 2240} className="right-full" />
      <HeroArt className="block h-[40vh] max-h-[30rem] min-h-64 w-full max-lg:rounded-none lg:aspect-5/7 lg:h-auto lg:max-h-none" />
      <Water from={480} className="left-full" />
    </div>
  );
}

function Water({ from, className }: { from: number; className: string }) {
  const start = phase - swellLength * Math.ceil((phase - from) / swellLength);
  return (
    <svg
      viewBox={`${from} ${horizon} 2240 120`}
      aria-hidden="true"
      className={`absolute bottom-0 w-[560%] max-lg:hidden ${className}`}
    >
      <g fill="none" strokeWidth="4">
        {swells.map(([y, stroke, opacity]) => (
          <path
            key={y}
            d={wave(start, from + 2240, y, swellLength)}
            stroke={stroke}
            opacity={opacity * 0.55}
          />
        ))}
      </g>
    </svg>
  );
}

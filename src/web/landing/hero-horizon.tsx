import { HeroArt } from '../art/hero-art.tsx';
import { paint } from '../art/palette.ts';
import { wave } from '../art/waves.ts';

/** From the art: its middle, the start of its water, and the number and length of its swells. */
const middle = 280;
const horizon = 440;
const swells = [
  [464, paint.sea, 0.95],
  [490, paint.foam, 0.5],
  [516, paint.sea, 0.6],
  [542, paint.harbor, 0.9],
] as const;
const swellLength = 140;
const phase = -128;
/** Enough for a window of 5000 px. */
const reach = 17 * swellLength;

/** The hero's art, level with the headline. On wide screens, its water extends to both edges of the window. */
export function HeroHorizon() {
  return (
    <div className="relative -mx-[clamp(20px,5vw,48px)] mt-6 lg:mx-0 lg:mt-0">
      {/* The headline's capitals start slightly below the top of its box. */}
      <div className="lg:absolute lg:inset-x-0 lg:top-2.5 lg:bottom-0">
        <Water />
        <HeroArt className="relative block h-[20vh] max-h-[30rem] w-full max-lg:rounded-none md:h-[52vh] md:max-h-[34rem] lg:h-full lg:max-h-none" />
      </div>
    </div>
  );
}

/** As high as the art's own water, 120 of its 560 units, so that they join. */
function Water() {
  return (
    <svg
      viewBox={`${middle - reach} ${horizon} ${2 * reach} 120`}
      aria-hidden="true"
      className="absolute bottom-0 left-1/2 h-[calc(100%*120/560)] w-auto max-w-none -translate-x-1/2 max-lg:hidden"
    >
      <g fill="none" strokeWidth="4">
        {swells.map(([y, stroke, opacity]) => (
          <path
            key={y}
            d={wave(phase - reach, middle + reach, y, swellLength)}
            stroke={stroke}
            opacity={opacity}
          />
        ))}
      </g>
    </svg>
  );
}

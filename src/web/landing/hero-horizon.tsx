import { HeroArt, HeroWater } from '../art/hero-art.tsx';

/** The hero's art, level with the headline. On wide screens, its water extends to both edges of the window. */
export function HeroHorizon() {
  return (
    <div className="relative -mx-[clamp(20px,5vw,48px)] mt-6 lg:mx-0 lg:mt-0">
      {/* The headline's capitals start slightly below the top of its box. */}
      <div className="lg:absolute lg:inset-x-0 lg:top-2.5 lg:bottom-0">
        <HeroWater className="absolute bottom-0 left-1/2 h-[calc(100%*120/560)] w-auto max-w-none -translate-x-1/2 max-lg:hidden" />
        <HeroArt className="relative block h-[20vh] max-h-[30rem] w-full max-lg:rounded-none md:h-[52vh] md:max-h-[34rem] lg:h-full lg:max-h-none" />
      </div>
    </div>
  );
}

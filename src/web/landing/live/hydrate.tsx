import type { ComponentType } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { now } from '../../clock.ts';
import { type LandingData, LandingProvider } from '../landing-data.tsx';
import { startClock } from '../server-now.ts';

/** Brings one part to life; `data` are those that its HTML was rendered from. */
export function hydrate(element: Element, Part: ComponentType, data: LandingData): void {
  hydrateRoot(
    element,
    <LandingProvider value={data}>
      <Part />
    </LandingProvider>,
    { identifierPrefix: element.getAttribute('data-island') ?? '' },
  );
  startClock(now);
}

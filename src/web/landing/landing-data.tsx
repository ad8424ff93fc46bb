import { createContext, use } from 'react';
import type * as z from 'zod/mini';
import type { LandingPictures } from '#contract/art.ts';
import type { listSpeakers } from '#contract/event.ts';
import { cheapestOf, offersOf } from '../register/offers.ts';
import type { CapacityDays } from '../register/seat-figures.ts';

/** The page's own data, besides content and boot data. Only on the server; islands get props. */
export interface LandingData {
  readonly capacity: CapacityDays;
  /** The server's speakers; null if they could not be read. */
  readonly speakers: z.output<typeof listSpeakers.response> | null;
  readonly pictures: LandingPictures;
}

const LandingContext = createContext<LandingData | null>(null);

export const LandingProvider = LandingContext.Provider;

export function useLanding(): LandingData {
  const data = use(LandingContext);
  if (!data) throw new Error('no landing data above this component');
  return data;
}

/** The cheapest available offer; if none is available, why not. */
export function useCheapest() {
  return cheapestOf(offersOf(useLanding().capacity));
}

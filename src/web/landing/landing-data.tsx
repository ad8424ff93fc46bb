import { createContext, use } from 'react';
import type * as z from 'zod/mini';
import { hero, registration } from '#content/landing-texts.ts';
import type { LandingPictures } from '#contract/art.ts';
import type { listSpeakers } from '#contract/event.ts';
import { paths } from '#contract/paths.ts';
import { cheapestOf, offersOf } from '../register/offers.ts';
import type { CapacityDays } from '../register/seat-figures.ts';
import { useSale } from '../use-sale.ts';

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

/** The main action, in one to three words. */
export function useMainAction(): { href: string; label: string } {
  const { isClosed, isOver, isOnToday } = useSale();
  const { refusal } = useCheapest();
  if (isOnToday) return { href: paths.lastConfirmation, label: hero.openTicket };
  if (isClosed || isOver) return { href: '#newsletter-signup-hero', label: registration.getUpdates };
  if (refusal) return { href: '#newsletter', label: registration.getUpdates };
  return { href: '#registration', label: hero.register };
}

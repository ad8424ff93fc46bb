import { landingTexts } from '#content/landing-texts.ts';
import { paths } from '#contract/paths.ts';
import { useSale } from '../sale.ts';
import { SiteHeader } from '../site-header.tsx';
import { useCheapest } from './landing-data.tsx';

const { hero } = landingTexts;

export function LandingHeader() {
  return <SiteHeader action={useMainAction()} />;
}

/** The main action, in one to three words. */
export function useMainAction(): { href: string; label: string } {
  const { isClosed, isOver, isEventDay } = useSale();
  const { refusal } = useCheapest();
  if (isEventDay) return { href: paths.lastConfirmation, label: hero.openTicket };
  if (isClosed || isOver) return { href: '#newsletter-signup-hero', label: hero.getUpdates };
  if (refusal) return { href: '#newsletter', label: hero.getUpdates };
  return { href: '#registration', label: hero.register };
}

import { landingTexts } from '#content/landing-texts.ts';
import { cheapestOf, offersOf } from '../register/offers.ts';
import { useSale } from '../sale.ts';
import { SiteHeader } from '../site-header.tsx';
import { useLanding } from './landing-data.tsx';

export function LandingHeader() {
  const { isClosed, isOver } = useSale();
  const { refusal } = cheapestOf(offersOf(useLanding().capacity));
  const hasHeroForm = isClosed || isOver;
  const newsletter = hasHeroForm ? '#newsletter-signup-hero' : '#newsletter';
  const action =
    hasHeroForm || refusal
      ? { href: newsletter, label: landingTexts.hero.getUpdates }
      : { href: '#registration', label: landingTexts.hero.register };
  return <SiteHeader action={action} />;
}

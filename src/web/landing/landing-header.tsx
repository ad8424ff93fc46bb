import { landingTexts } from '#content/landing-texts.ts';
import { SiteHeader } from '../site-header.tsx';
import { cheapestOf, useOffers } from './offers.ts';
import { useStanding } from './server-now.ts';

export function LandingHeader() {
  const { isClosed, isOver } = useStanding();
  const { refusal } = cheapestOf(useOffers());
  const hasHeroForm = isClosed || isOver;
  const newsletter = hasHeroForm ? '#newsletter-signup-hero' : '#newsletter';
  const action =
    hasHeroForm || refusal
      ? { href: newsletter, label: landingTexts.hero.getUpdates }
      : { href: '#registration', label: landingTexts.hero.register };
  return <SiteHeader action={action} />;
}

import { landingTexts } from '#content/landing-texts.ts';
import { SiteHeader } from '../site-header.tsx';
import { useLanding } from './landing-data.tsx';
import { onSaleOf } from './refusal.ts';
import { useStanding } from './server-now.ts';
import { usePackages } from './use-packages.ts';

export function LandingHeader() {
  const { isClosed, isOver } = useStanding();
  const { refusal } = onSaleOf(usePackages(), useLanding());
  const hasHeroForm = isClosed || isOver;
  const newsletter = hasHeroForm ? '#newsletter-signup-hero' : '#newsletter';
  const action =
    hasHeroForm || refusal
      ? { href: newsletter, label: landingTexts.hero.getUpdates }
      : { href: '#registration', label: landingTexts.hero.register };
  return <SiteHeader action={action} />;
}

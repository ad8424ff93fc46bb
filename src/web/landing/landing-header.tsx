import { texts } from '#content/texts.ts';
import { SiteHeader } from '../site-header.tsx';
import { useStanding } from './server-now.ts';

export function LandingHeader() {
  const { isClosed } = useStanding();
  const action = isClosed
    ? { href: '#newsletter-signup-hero', label: texts.hero.getUpdates }
    : { href: '#registration', label: texts.hero.register };
  return <SiteHeader action={action} />;
}

import { Island } from '../islands/island.tsx';
import { PageFrame } from '../page-frame.tsx';
import { SiteHeader } from '../site-header.tsx';
import { Agenda } from './agenda.tsx';
import { Gallery } from './gallery.tsx';
import { Hero } from './hero.tsx';
import { useCheapest, useMainAction } from './landing-data.tsx';
import { NewsletterFooterBand, NewsletterSection } from './newsletter-section.tsx';
import { Organizations } from './organizations.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { RegistrationSection } from './registration-section.tsx';
import { Speakers } from './speakers.tsx';
import { Sponsors } from './sponsors.tsx';
import { Topics } from './topics.tsx';
import { Venue } from './venue.tsx';

/** The landing page. Rendered on the server; the browser hydrates only its islands. */
export function LandingPage() {
  const action = useMainAction();
  const { refusal } = useCheapest();
  return (
    <PageFrame header={<SiteHeader action={action} />}>
      <Hero />
      <Island name="topics" part={Topics} props={{ canRegister: refusal === null }} wakesWhenSeen />
      <Agenda />
      <Venue />
      <Organizations />
      <RegistrationSection />
      <Gallery />
      <Speakers />
      <NewsletterSection />
      <Sponsors />
      <NewsletterFooterBand />
      <PhoneBar />
    </PageFrame>
  );
}

import { boot } from '../boot.ts';
import { Island } from '../islands/island.tsx';
import { cheapestOf, offersOf } from '../register/offers.ts';
import { SiteFooter } from '../site-footer.tsx';
import { Agenda } from './agenda.tsx';
import { Gallery } from './gallery.tsx';
import { Hero } from './hero.tsx';
import { type LandingData, LandingProvider } from './landing-data.tsx';
import { LandingHeader } from './landing-header.tsx';
import { NewsletterFooterBand, NewsletterSection } from './newsletter-section.tsx';
import { Organisations } from './organisations.tsx';
import { RegistrationSection } from './registration-section.tsx';
import { Speakers } from './speakers.tsx';
import { Sponsors } from './sponsors.tsx';
import { Topics } from './topics.tsx';
import { Venue } from './venue.tsx';

/** The page that people are sent. Rendered on the server; in the browser only its islands come to life. */
export function LandingPage({ data }: { data: LandingData }) {
  const { refusal } = cheapestOf(offersOf(data.capacity));
  return (
    <LandingProvider value={data}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-24 rounded-button bg-beacon px-4 py-2.5 font-semibold text-ink focus:translate-y-0"
      >
        Skip to the content
      </a>
      <p role="status" id="phase-news" className="sr-only" />
      <LandingHeader />
      <main id="main" tabIndex={-1} className="outline-none">
        <Hero />
        <Island name="topics" part={Topics} props={{ hasSeats: refusal === null }} wakesWhenSeen />
        <Agenda />
        <Venue />
        <Organisations />
        <RegistrationSection />
        <Gallery />
        <Speakers />
        <NewsletterSection />
        <Sponsors />
        <NewsletterFooterBand />
      </main>
      <SiteFooter contact={boot.contact} countsVisits={boot.analyticsId !== null} />
    </LandingProvider>
  );
}

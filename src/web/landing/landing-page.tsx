import { SiteFooter } from '../site-footer.tsx';
import { Agenda } from './agenda.tsx';
import { Gallery } from './gallery.tsx';
import { Hero } from './hero.tsx';
import { Island } from './island.tsx';
import { type LandingData, LandingProvider } from './landing-data.tsx';
import { LandingHeader } from './landing-header.tsx';
import { Later } from './later.tsx';
import { NewsletterFooterBand, NewsletterSection } from './newsletter-section.tsx';
import { Organisations } from './organisations.tsx';
import { RegistrationSection } from './registration-section.tsx';
import { Speakers } from './speakers.tsx';
import { Sponsors } from './sponsors.tsx';
import { Topics } from './topics.tsx';
import { Venue } from './venue.tsx';

/** The page that people are sent. Rendered on the server; in the browser only its islands come to life. */
export function LandingPage({ data }: { data: LandingData }) {
  return (
    <LandingProvider value={data}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-24 rounded-button bg-beacon px-4 py-2.5 font-semibold text-ink focus:translate-y-0"
      >
        Skip to the content
      </a>
      <p role="status" id="phase-news" className="sr-only" />
      <Island name="header" wakes="never">
        <LandingHeader />
      </Island>
      <main id="main" tabIndex={-1} className="outline-none">
        <Island name="hero" wakes="never">
          <Hero />
        </Island>
        <Later>
          <Island name="topics" wakes="seen">
            <Topics />
          </Island>
        </Later>
        <Later>
          <Island name="agenda" wakes="never">
            <Agenda />
          </Island>
        </Later>
        <Later>
          <Island name="venue" wakes="never">
            <Venue />
          </Island>
          <Island name="organisations" wakes="never">
            <Organisations />
          </Island>
        </Later>
        <Later>
          <Island name="registration" wakes="near">
            <RegistrationSection />
          </Island>
        </Later>
        <Later>
          <Island name="gallery" wakes="never">
            <Gallery />
          </Island>
        </Later>
        <Later>
          <Island name="speakers" wakes="never">
            <Speakers />
          </Island>
        </Later>
        <Later holdsForm>
          <Island name="newsletter-section" wakes="touched">
            <NewsletterSection />
          </Island>
        </Later>
        <Later>
          <Island name="sponsors" wakes="never">
            <Sponsors />
          </Island>
        </Later>
        <Later holdsForm>
          <Island name="newsletter-footer" wakes="touched">
            <NewsletterFooterBand />
          </Island>
        </Later>
      </main>
      <Later>
        <SiteFooter contact={data.boot.contact} countsVisits={data.boot.analyticsId !== null} />
      </Later>
    </LandingProvider>
  );
}

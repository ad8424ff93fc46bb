import { SiteFooter } from '../site-footer.tsx';
import { Agenda } from './agenda.tsx';
import { Gallery } from './gallery.tsx';
import { Hero } from './hero.tsx';
import { type LandingData, LandingProvider } from './landing-data.tsx';
import { LandingHeader } from './landing-header.tsx';
import { NewsletterFooterBand, NewsletterSection } from './newsletter-section.tsx';
import { Organisations } from './organisations.tsx';
import { RegistrationSection } from './registration-section.tsx';
import { ServerOnly } from './server-only.tsx';
import { Speakers } from './speakers.tsx';
import { Sponsors } from './sponsors.tsx';
import { Topics } from './topics.tsx';
import { Venue } from './venue.tsx';

/** The page that people are sent. Rendered on the server, brought to life in the browser after it has loaded. */
export function LandingPage({ data }: { data: LandingData }) {
  return (
    <LandingProvider value={data}>
      <a
        href="#main"
        className="fixed top-2 left-2 z-60 -translate-y-24 rounded-button bg-beacon px-4 py-2.5 font-semibold text-ink focus:translate-y-0"
      >
        Skip to the content
      </a>
      <LandingHeader />
      <main id="main" tabIndex={-1} className="outline-none">
        <Hero />
        <Topics />
        <Agenda />
        <ServerOnly>
          {import.meta.env.SSR && (
            <>
              <Venue />
              <Organisations />
            </>
          )}
        </ServerOnly>
        <RegistrationSection />
        <ServerOnly>
          {import.meta.env.SSR && (
            <>
              <Gallery />
              <Speakers />
            </>
          )}
        </ServerOnly>
        <NewsletterSection />
        <ServerOnly>{import.meta.env.SSR && <Sponsors />}</ServerOnly>
        <NewsletterFooterBand />
      </main>
      <ServerOnly>{import.meta.env.SSR && <SiteFooter contact={data.boot.contact} />}</ServerOnly>
    </LandingProvider>
  );
}
